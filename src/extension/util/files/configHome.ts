import * as os from 'node:os';
import * as path from 'node:path';

/** The client's home: `CLAUDE_CONFIG_DIR`, else `~/.claude`. Always absolute. */
export function configHome(env: NodeJS.ProcessEnv = process.env): string {
  const named = env['CLAUDE_CONFIG_DIR'];
  return path.resolve(
    named !== undefined && named !== '' ? named : path.join(os.homedir(), '.claude'),
  );
}

/** Our own folder inside a config home; nothing outside it is ours. */
export function missionControlFolder(home: string): string {
  return path.join(home, 'mission-control');
}
