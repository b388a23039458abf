import type { MachineTarget, MachineSetting } from '../../../../shared/protocol/machines/setting';
import { noRemoteCommand } from '../../../util/noRemoteCommand';
import { wslExec } from '../../../util/wslExec';
import { accountCommandLine } from './accountCommandLine';
import { hubScript } from './shellProgram';

/** Command line on this computer that starts a program on another machine. */
export interface MachineCommandLine {
  readonly file: string;
  readonly args: readonly string[];
  /** Variables that are added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A path that is safe between single quotes in every shell. */
const plainPath = /^[^'"\\!\n\r]+$/u;

/**
 * Options with which SSH never asks for a password, forwards neither ports nor keys, and does not
 * share the socket of another connection, which may hang.
 */
const sshSettings = [
  'BatchMode=yes',
  'ConnectTimeout=10',
  'ServerAliveInterval=15',
  'ServerAliveCountMax=2',
  'ControlMaster=no',
  'ControlPath=none',
  'ClearAllForwardings=yes',
  'ForwardAgent=no',
  'ForwardX11=no',
  'PermitLocalCommand=no',
  noRemoteCommand,
  'LogLevel=ERROR',
];

/**
 * Returns the command line that starts the hub of a machine or account; undefined for an unusable
 * entry of the setting. `scripts` is the folder of this hub's bundle.
 */
export function machineCommandLine(
  line: MachineTarget,
  scripts: string,
): MachineCommandLine | undefined {
  return line.account === undefined
    ? scriptCommandLine(line, hubScript)
    : accountCommandLine(line.account, scripts);
}

/**
 * Returns the command line that runs a one-line shell script on the machine; undefined for an
 * unusable entry.
 */
export function scriptCommandLine(
  { ssh, command, configHome = '' }: MachineSetting,
  script: string,
): MachineCommandLine | undefined {
  if (configHome !== '' && !plainPath.test(configHome)) return undefined;
  if (ssh !== undefined) {
    const remote = `exec sh -c '${script}' mission-control '${configHome}'`;
    const options = sshSettings.flatMap((setting) => ['-o', setting]);
    return { file: 'ssh', args: ['-T', ...options, '--', ssh, remote] };
  }
  const [file, ...args] = command ?? [];
  if (file === undefined) return undefined;
  const shell = ['sh', '-c', script, 'mission-control', configHome];
  return { file, args: [...args, ...wslExec(file, args), ...shell] };
}
