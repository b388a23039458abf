import { readdir, readFile, readlink } from 'node:fs/promises';
import { runSystemTool } from '../../util/systemTool';
import { isOwnGit } from '../repositories/runGit';
import { isIn } from '../../util/files/isIn';

/** A process and its working folder. */
interface WorkingProcess {
  readonly pid: number;
  readonly name: string;
  readonly folder: string;
}

/**
 * Returns this user's programs whose working folder is in a folder, as `name (pid)`. Returns none
 * on Windows, where the system itself prevents the removal of such a folder.
 */
export async function findProgramsIn(
  top: string,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly string[]> {
  const all = platform === 'linux' ? await linuxProcessesIn(top) : await macProcesses(platform);
  return all.flatMap(({ pid, name, folder }) => (isIn(folder, top) ? [`${name} (${pid})`] : []));
}

async function linuxProcessesIn(top: string): Promise<readonly WorkingProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const found: WorkingProcess[] = [];
  for (const pid of pids) {
    // The hub's own git processes are no reason to keep the work tree.
    if (isOwnGit(Number(pid))) continue;
    // Fails for a process that has ended or belongs to a different user.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    if (folder === undefined || !isIn(folder, top)) continue;
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    found.push({ pid: Number(pid), name: name.trim(), folder });
  }
  return found;
}

async function macProcesses(platform: NodeJS.Platform): Promise<readonly WorkingProcess[]> {
  if (platform !== 'darwin') return [];
  const listed = parseLsof(await runSystemTool('/usr/sbin/lsof', ['-w', '-d', 'cwd', '-F', 'pcn']));
  return listed.filter(({ pid }) => !isOwnGit(pid));
}

/** Parses `lsof -F pcn`: one line for each field, which starts with the field's letter. */
export function parseLsof(output: string): readonly WorkingProcess[] {
  const found: WorkingProcess[] = [];
  let [pid, name] = [0, ''];
  for (const line of output.split('\n')) {
    const value = line.slice(1);
    if (line.startsWith('p')) pid = Number(value);
    else if (line.startsWith('c')) name = value;
    else if (line.startsWith('n')) found.push({ pid, name, folder: value });
  }
  return found;
}
