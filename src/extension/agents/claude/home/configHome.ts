import * as os from 'node:os';
import * as path from 'node:path';
import { clientFolderName } from '../../../../shared/agents/claude/places';

/** Environment variable of the client that names its config home. */
const variable = 'CLAUDE_CONFIG_DIR';

/** The client's home: `CLAUDE_CONFIG_DIR`, else `~/.claude`. Always absolute. */
export function configHome(env: NodeJS.ProcessEnv = process.env): string {
  const named = env[variable];
  return path.resolve(
    named !== undefined && named !== '' ? named : path.join(os.homedir(), clientFolderName),
  );
}

/** The config home that a person's setting names; without one the client's own. */
export function chosenConfigHome(setting: string): string {
  return setting === '' ? configHome() : configHome({ [variable]: setting });
}

/** Variables with which a client uses this config home; none where it is the one that it uses anyway. */
export function configHomeVariables(home: string): Readonly<Record<string, string>> {
  return home === configHome({}) ? {} : { [variable]: home };
}
