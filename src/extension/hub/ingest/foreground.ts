import { runSystemTool } from '../../util/systemTool';
import { procStat } from './procStat';

/**
 * True if a process receives what is typed into its terminal: it is in the terminal's foreground
 * job, and not suspended. True for a process without a terminal.
 */
export async function isInForeground(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (platform === 'win32') return true; // Windows has no suspended jobs.
  if (platform === 'linux') {
    const stat = procStat(pid);
    if (stat === undefined || isStopped(stat.state)) return false;
    return stat.terminal === 0 || stat.group === stat.foreground;
  }
  return parsePsState(await runSystemTool('/bin/ps', ['-o', 'stat=,tty=', '-p', String(pid)]));
}

/** Parses `S+   ttys003`: the plus marks the foreground job; `??` means no terminal. */
export function parsePsState(output: string): boolean {
  const [state = '', terminal = ''] = output.trim().split(/\s+/u);
  if (state === '' || isStopped(state)) return false;
  return state.includes('+') || terminal.startsWith('?');
}

function isStopped(state: string): boolean {
  return /^[Tt]/.test(state);
}
