import type { MachineSetting } from '../../../shared/protocol/machines/setting';

/** The editor's remote authority for a machine, and the extensions that can open it. */
export interface RemoteAuthority {
  readonly authority: string;
  readonly extensions: readonly string[];
}

const sshExtensions = [
  'ms-vscode-remote.remote-ssh',
  'anysphere.remote-ssh',
  'jeanp413.open-remote-ssh',
] as const;
const wslExtensions = [
  'ms-vscode-remote.remote-wsl',
  'anysphere.remote-wsl',
  'jeanp413.open-remote-wsl',
] as const;

/** The remote authority of a machine; undefined if it is connected neither by SSH nor by WSL. */
export function remoteAuthority({
  ssh,
  command = [],
}: MachineSetting): RemoteAuthority | undefined {
  if (ssh !== undefined) {
    // The editor converts authorities to lower case. A host name with capitals or special
    // characters is therefore passed as hexadecimal JSON, which the SSH extension decodes.
    const name = /^[a-z\d.-]+$/u.test(ssh)
      ? ssh
      : Buffer.from(JSON.stringify({ hostName: ssh })).toString('hex');
    return { authority: `ssh-remote+${name}`, extensions: sshExtensions };
  }
  const [file = '', ...args] = command;
  if (!/(?:^|[\\/])wsl(?:\.exe)?$/iu.test(file)) return undefined;
  const at = args.findIndex((arg) => arg === '-d' || arg === '--distribution');
  const distribution = at < 0 ? undefined : args[at + 1];
  return distribution !== undefined && /^[\w.-]+$/u.test(distribution)
    ? { authority: `wsl+${distribution}`, extensions: wslExtensions }
    : undefined;
}
