import { hookCommand, type CommandHook } from '../../claude/settings/hookCommand';

/**
 * Entry point that the relay reports for this program's hooks: it has no variables of its own, and
 * inherits those of a Claude Code that it was started by. By this name the relay waits for no hub
 * that is gone, and a minute at most for one that hangs: the terminal shows no dialog meanwhile.
 */
export const codexEntrypoint = 'sdk-codex';

/** Time limits of hooks, in seconds. The program allows no more for the last two. */
const observerTimeout = 10;
const timeouts: Readonly<Record<string, number>> = {
  /** Longer than the relay waits. */
  PermissionRequest: 120,
  Interrupt: 3,
  SessionEnd: 3,
};

/** Creates the hook of an event. Only a request waits for an answer; all others only observe. */
export function codexHookFor(event: string, relay: string, platform: NodeJS.Platform): CommandHook {
  const mode = event === 'PermissionRequest' ? 'wait' : 'observe';
  const command =
    platform === 'win32'
      ? hookCommand(relay, mode, platform, windowsVariables(relay))
      : posixCommand(relay, mode === 'wait');
  return { type: 'command', command, timeout: timeouts[event] ?? observerTimeout };
}

/**
 * The relay's variables are set, because the program lacks them or has those of another client: the
 * config home is the one in which the relay lies.
 */
const script = [
  `if [ -r "$0" ]; then CLAUDE_CONFIG_DIR=\${0%/*/*} CLAUDE_CODE_ENTRYPOINT=${codexEntrypoint}`,
  'CLAUDE_PID=; . "$0"; else cat >/dev/null 2>&1 || :; fi',
].join(' ');

/** The program runs hooks by the person's login shell, which need not be one that sh can be. */
function posixCommand(relay: string, isWaiting: boolean): string {
  const file = `'${relay.replaceAll("'", String.raw`'\''`)}'`;
  return `exec sh -c '${script}' ${file}${isWaiting ? ' --wait' : ''}`;
}

function windowsVariables(relay: string): string {
  const home = relay.replaceAll('\\', '/').split('/').slice(0, -2).join('/').replaceAll("'", "''");
  return [
    `Set-Item Env:CLAUDE_CONFIG_DIR '${home}'`,
    `Set-Item Env:CLAUDE_CODE_ENTRYPOINT '${codexEntrypoint}'`,
    'Remove-Item Env:CLAUDE_PID -ErrorAction Ignore',
    '',
  ].join('; ');
}
