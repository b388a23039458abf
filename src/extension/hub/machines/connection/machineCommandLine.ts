import type { MachineSetting } from '../../../../shared/protocol/machines/setting';
import { noRemoteCommand } from '../../../util/noRemoteCommand';
import { wslExec } from '../../../util/wslExec';
import { hubThere } from './shellProgram';

/** A command of this computer that starts a program on another machine. */
export interface MachineCommandLine {
  readonly file: string;
  readonly args: readonly string[];
}

/** A path that is safe between single quotes in every shell. */
const plainPath = /^[^'"\\!\n\r]+$/u;

/**
 * SSH asks for no password, and does not share another connection's socket, which may hang. Neither
 * ports nor keys are forwarded.
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
 * Returns the command that runs a machine's hub; undefined for an entry of the setting that is not
 * usable.
 */
export function machineCommandLine(setting: MachineSetting): MachineCommandLine | undefined {
  return wayOf(setting, hubThere);
}

/** Returns the command that runs a one-line script on the machine. */
export function wayOf(
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
