import { statSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** Environment variable that sets the program's folder. */
const variable = 'CODEX_HOME';

/** The program's folder: `CODEX_HOME`, or `~/.codex`. Always absolute. */
export function codexHome(env: NodeJS.ProcessEnv = process.env): string {
  return path.resolve(env[variable] || path.join(os.homedir(), '.codex'));
}

/**
 * True if a hub shows the sessions in the program's folder: the folder exists, and either the hub
 * is that of the default config home, or its environment names the folder. So no session is on two
 * boards, and no test reads the folder of the person who runs it. A relative name means another
 * folder for each process, which may be one of a repository.
 */
export function isCodexHomeOf(
  isDefaultHome: boolean,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  const named = env[variable] ?? '';
  if (named === '' ? !isDefaultHome : !path.isAbsolute(named)) return false;
  try {
    return statSync(codexHome(env)).isDirectory();
  } catch {
    return false; // It does not exist, or is in a folder that can't be read.
  }
}

/** Environment variables of a hub that shows the sessions only if its config home is the default. */
export const withoutCodexHome: Readonly<Record<string, string>> = { [variable]: '' };

/** Files and folders of the program's folder. */
export type CodexPlaces = ReturnType<typeof codexPlacesIn>;

export function codexPlacesIn(home: string) {
  const place = (name: string): string => path.join(home, name);
  return {
    /** Transcripts, in a folder for each day. */
    sessions: place('sessions'),
    archived: place('archived_sessions'),
    /** Titles of sessions. */
    titles: place('session_index.jsonl'),
    /** A lock for each session that a process has loaded. */
    locks: place('thread-writer-locks'),
    /** Hooks that a person or a program installed. */
    hooks: place('hooks.json'),
    config: place('config.toml'),
    /** Socket of the server that runs the sessions of all terminals, and the file of its process. */
    serverSocket: place('app-server-control/app-server-control.sock'),
    serverProcess: place('app-server-daemon/daemon.pid'),
  } as const;
}
