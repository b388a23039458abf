import * as path from 'node:path';
import { t } from '../../../../shared/words/l10n';
import { missionControlFolder } from '../../../util/files/missionControlFolder';
import { SettingsError } from './settingsError';

/** A command hook in the client's settings. */
export interface CommandHook {
  readonly type: 'command';
  readonly command: string;
  readonly async?: true;
  /** Exit code 2 wakes the session with the command's stderr. */
  readonly asyncRewake?: true;
  /** Prefix of that text for the agent. */
  readonly rewakeMessage?: string;
  /** Text that the person sees instead. */
  readonly rewakeSummary?: string;
  /** Time limit in seconds. */
  readonly timeout: number;
}

/**
 * What the relay does besides forwarding the event: nothing, print a decision, or wake the session
 * with a prompt.
 */
export type RelayMode = 'observe' | 'wait' | 'rewake';

/** Longest time for a person to decide: a day. */
const decisionTimeoutSeconds = 24 * 60 * 60;
/** Longest time that an idle session can be woken: a week. */
const rewakeTimeoutSeconds = 7 * 24 * 60 * 60;
const observerTimeoutSeconds = 10;

export function relayFileName(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'relay.ps1' : 'relay.sh';
}

/**
 * Path of the relay's installed copy. Hooks do not name the extension's own folder, because its
 * path changes with each version.
 */
export function relayPath(configHome: string, platform: NodeJS.Platform): string {
  return path.join(missionControlFolder(configHome), relayFileName(platform));
}

/**
 * Creates the hook of an event. Only PermissionRequest waits for an answer. With `rewakes`, the
 * hook of an event that makes the session idle runs until the hub has a prompt; all others only
 * observe.
 */
export function hookFor(
  event: string,
  relay: string,
  platform: NodeJS.Platform,
  rewakes = false,
): CommandHook {
  if (event === 'PermissionRequest') {
    const command = hookCommand(relay, 'wait', platform);
    return { type: 'command', command, timeout: decisionTimeoutSeconds };
  }
  if (!rewakes) {
    const command = hookCommand(relay, 'observe', platform);
    return { type: 'command', command, async: true, timeout: observerTimeoutSeconds };
  }
  return {
    type: 'command',
    command: hookCommand(relay, 'rewake', platform),
    async: true,
    asyncRewake: true,
    rewakeMessage: 'The user sends this prompt from Mission Control, away from the terminal:',
    rewakeSummary: 'Prompt from Mission Control',
    timeout: rewakeTimeoutSeconds,
  };
}

/**
 * The shell command of a hook. It reads the payload and exits silently with 0 even if the relay is
 * missing. On Windows, `before` is what PowerShell runs before the relay.
 */
export function hookCommand(
  relay: string,
  mode: RelayMode,
  platform: NodeJS.Platform,
  before = '',
): string {
  if (platform === 'win32') return windowsCommand(relay, mode, before);
  const file = `'${relay.replaceAll("'", String.raw`'\''`)}'`;
  const run = mode === 'observe' ? `. ${file}` : `set -- --${mode}; . ${file}`;
  return `if [ -r ${file} ]; then ${run}; else cat >/dev/null 2>&1 || :; fi`;
}

const windowsSwitches: Readonly<Record<RelayMode, string>> = {
  observe: '',
  wait: ' -Wait',
  rewake: ' -Rewake',
};

/** Builds one string that works in Git Bash, cmd and PowerShell, since clients differ in which they use. */
function windowsCommand(relay: string, mode: RelayMode, before: string): string {
  const forward = relay.replaceAll('\\', '/');
  const unsafe = /["$`]/.exec(forward);
  if (unsafe !== null) {
    throw new SettingsError(
      'unusable-path',
      t(
        'Hooks cannot be installed: the path {0} contains {1}, which shells on Windows change.',
        relay,
        unsafe[0],
      ),
    );
  }
  const file = `'${forward.replaceAll("'", "''")}'`;
  const script =
    `if (Test-Path -LiteralPath ${file}) { ${before}& ${file}${windowsSwitches[mode]} } ` +
    'else { [Console]::OpenStandardInput().CopyTo([IO.Stream]::Null) }; exit 0';
  return `powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -Command "${script}"`;
}

/** True for every hook that any version of this product installed, wherever its relay was. */
export function isOurCommand(command: unknown): boolean {
  return typeof command === 'string' && /mission-control[\\/]+relay\.(?:sh|ps1)\b/.test(command);
}
