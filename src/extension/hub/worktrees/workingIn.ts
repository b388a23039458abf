import { readdir, readFile, readlink } from 'node:fs/promises';
import { runSystemTool } from '../../util/systemTool';
import { isOwnGit } from '../repositories/runGit';
import { isIn } from '../../util/files/isIn';

/** One process and the folder that it works in. */
interface Working {
  readonly pid: number;
  readonly name: string;
  readonly folder: string;
}

/**
 * The programs whose working folder is in a folder, as `name (pid)`; of this user's processes alone. On Windows
 * none are known: the system itself lets nobody remove a folder in which a program works.
 */
export async function workingIn(
  top: string,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly string[]> {
  const all = platform === 'linux' ? await linuxFolders(top) : await listedFolders(platform);
  return all.flatMap(({ pid, name, folder }) => (isIn(folder, top) ? [`${name} (${pid})`] : []));
}

async function linuxFolders(top: string): Promise<readonly Working[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const found: Working[] = [];
  for (const pid of pids) {
    // The hub itself runs git there for other looks.
    if (isOwnGit(Number(pid))) continue;
    // It ended meanwhile, or is somebody else's.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    if (folder === undefined || !isIn(folder, top)) continue;
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    found.push({ pid: Number(pid), name: name.trim(), folder });
  }
  return found;
}

async function listedFolders(platform: NodeJS.Platform): Promise<readonly Working[]> {
  if (platform !== 'darwin') return [];
  const listed = parseLsof(await runSystemTool('/usr/sbin/lsof', ['-w', '-d', 'cwd', '-F', 'pcn']));
  return listed.filter(({ pid }) => !isOwnGit(pid));
}

/** Reads `lsof -F pcn`: a line for each field, which begins with its letter. */
export function parseLsof(output: string): readonly Working[] {
  const found: Working[] = [];
  let [pid, name] = [0, ''];
  for (const line of output.split('\n')) {
    const value = line.slice(1);
    if (line.startsWith('p')) pid = Number(value);
    else if (line.startsWith('c')) name = value;
    else if (line.startsWith('n')) found.push({ pid, name, folder: value });
  }
  return found;
}
