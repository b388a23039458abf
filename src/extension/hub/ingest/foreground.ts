import { runSystemTool } from '../../util/systemTool';
import { procStat } from './procStat';

/**
 * Whether what is typed into a process's terminal goes to it: it is not suspended, and no other
 * program is in front of it there. True for one that has no terminal.
 */
export async function isInForeground(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (platform === 'win32') return true; // Nothing is suspended there.
  if (platform === 'linux') {
    const stat = procStat(pid);
    if (stat === undefined || isStopped(stat.state)) return false;
    return stat.terminal === 0 || stat.group === stat.foreground;
  }
  return parsePsState(await runSystemTool('/bin/ps', ['-o', 'stat=,tty=', '-p', String(pid)]));
}

/** `S+   ttys003`: the plus is for the group in front; `??` for no terminal. */
export function parsePsState(output: string): boolean {
  const [state = '', terminal = ''] = output.trim().split(/\s+/u);
  if (state === '' || isStopped(state)) return false;
  return state.includes('+') || terminal.startsWith('?');
}

function isStopped(state: string): boolean {
  return /^[Tt]/.test(state);
}
