import * as os from 'node:os';
import * as path from 'node:path';
import { clientFolderName } from '../../../../shared/agents/claude/places';

/** Environment variable that sets the client's config home. */
const variable = 'CLAUDE_CONFIG_DIR';

/** The client's config home: `CLAUDE_CONFIG_DIR`, or `~/.claude`. Always absolute. */
export function configHome(env: NodeJS.ProcessEnv = process.env): string {
  const named = env[variable];
  return path.resolve(
    named !== undefined && named !== '' ? named : path.join(os.homedir(), clientFolderName),
  );
}

/** The config home that a person's setting names; the client's own if the setting is empty. */
export function chosenConfigHome(setting: string): string {
  return setting === '' ? configHome() : configHome({ [variable]: setting });
}

/**
 * Environment variable that makes our own programs use this config home. It is set even for the
 * default home, to override an inherited value.
 */
export function homeVariable(home: string): Readonly<Record<string, string>> {
  return { [variable]: home };
}

/** Environment variables that make a client use this config home; none if it is the default. */
export function configHomeVariables(home: string): Readonly<Record<string, string>> {
  return home === configHome({}) ? {} : { [variable]: home };
}

/**
 * Environment of a terminal in which a client uses this config home; null removes a variable that
 * the terminal would inherit. For the default home the variable is neither set nor removed if it
 * names that home, because with it the client keeps its settings and credentials elsewhere.
 */
export function terminalHome(
  home: string,
  inherited: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string | null>> {
  if (home !== configHome({})) return homeVariable(home);
  return home === configHome(inherited) ? {} : { [variable]: null };
}
