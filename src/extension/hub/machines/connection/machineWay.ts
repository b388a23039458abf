import type { MachineSetting } from '../../../../shared/protocol/machines/setting';
import { noRemoteCommand } from '../../../util/noRemoteCommand';
import { wslExec } from '../../../util/wslExec';
import { hubThere } from './shellProgram';

/** A command of this computer that starts a program on another machine. */
export interface MachineWay {
  readonly file: string;
  readonly args: readonly string[];
}

/** A path that stands between single quotes in every shell. */
const plainPath = /^[^'"\\!\n\r]+$/u;

/**
 * No password is asked for and no socket of another connection used: that one may hang. Nothing is
 * forwarded, neither ports nor keys.
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

/** Undefined for a line of the setting that leads nowhere. */
export function machineWay(setting: MachineSetting): MachineWay | undefined {
  return wayOf(setting, hubThere);
}

/** Runs a script of one line there, as `machineWay` does. */
export function wayOf(
  { ssh, command, configHome = '' }: MachineSetting,
  script: string,
): MachineWay | undefined {
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
