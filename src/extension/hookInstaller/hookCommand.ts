import * as path from 'node:path';
import { missionControlFolder } from '../util/configHome';
import { SettingsError } from './settingsError';

/** A command hook as it stands in the client's settings. */
export interface CommandHook {
  readonly type: 'command';
  readonly command: string;
  readonly async?: true;
  /** Seconds. */
  readonly timeout: number;
}

/** Longest time that a person may take to decide: a day. */
const decisionTimeoutSeconds = 24 * 60 * 60;
const observerTimeoutSeconds = 10;

export function relayFileName(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'relay.ps1' : 'relay.sh';
}

/** The installed copy: the extension's own folder changes its name with each version. */
export function relayPath(configHome: string, platform: NodeJS.Platform): string {
  return path.join(missionControlFolder(configHome), relayFileName(platform));
}

/** PermissionRequest alone is waited for; everything else only observes. */
export function hookFor(event: string, relay: string, platform: NodeJS.Platform): CommandHook {
  const wait = event === 'PermissionRequest';
  const command = hookCommand(relay, wait, platform);
  return wait
    ? { type: 'command', command, timeout: decisionTimeoutSeconds }
    : { type: 'command', command, async: true, timeout: observerTimeoutSeconds };
}

/** Reads the payload and ends silently with 0 also where the relay is gone. */
export function hookCommand(relay: string, wait: boolean, platform: NodeJS.Platform): string {
  if (platform === 'win32') return windowsCommand(relay, wait);
  const file = `'${relay.replaceAll("'", String.raw`'\''`)}'`;
  const run = wait ? `set -- --wait; . ${file}` : `. ${file}`;
  return `if [ -r ${file} ]; then ${run}; else cat >/dev/null 2>&1 || :; fi`;
}

/** One string that Git Bash, cmd and PowerShell pass on alike: clients differ in which one they use. */
function windowsCommand(relay: string, wait: boolean): string {
  const forward = relay.replaceAll('\\', '/');
  const unsafe = /["$`]/.exec(forward);
  if (unsafe !== null) {
    throw new SettingsError(
      'unusable-path',
      `Hooks cannot be installed: the path ${relay} contains ${unsafe[0]}, which shells on Windows change.`,
    );
  }
  const file = `'${forward.replaceAll("'", "''")}'`;
  const script =
    `if (Test-Path -LiteralPath ${file}) { & ${file}${wait ? ' -Wait' : ''} } ` +
    'else { [Console]::OpenStandardInput().CopyTo([IO.Stream]::Null) }; exit 0';
  return `powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -Command "${script}"`;
}

/** True for every hook that any version of this product installed, wherever its relay was. */
export function isOurCommand(command: unknown): boolean {
  return typeof command === 'string' && /mission-control[\\/]+relay\.(?:sh|ps1)\b/.test(command);
}
