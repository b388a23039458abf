import { runSystemTool } from '../../util/systemTool';
import { procStat } from './procStat';

/** A process and the name of its program. */
export interface Ancestor {
  readonly pid: number;
  readonly name: string;
}

/** Returns a process and its ancestors, the process first; empty if it does not exist. */
export type Ancestry = (pid: number) => Promise<readonly Ancestor[]>;

export interface ListedParent extends Ancestor {
  readonly parent: number;
}

/** Maximum number of ancestors. A longer chain is wrong: an ended parent's id was reused. */
const maxDepth = 64;

/** Follows parent ids with `find`, up to the first process of the system. */
async function followParents(
  pid: number,
  find: (pid: number) => Promise<ListedParent | undefined> | ListedParent | undefined,
): Promise<readonly Ancestor[]> {
  const ancestors: Ancestor[] = [];
  for (let next = pid; next > 1 && ancestors.length < maxDepth;) {
    if (ancestors.some((one) => one.pid === next)) break;
    const found = await find(next);
    if (found === undefined) break;
    ancestors.push({ pid: found.pid, name: found.name });
    next = found.parent;
  }
  return ancestors;
}

const linuxAncestry: Ancestry = (pid) =>
  followParents(pid, (one) => {
    const stat = procStat(one);
    return Promise.resolve(stat && { pid: one, parent: stat.parent, name: stat.name });
  });

/** Arguments of `ps` on macOS: all processes, columns without titles. */
export const psTreeArguments: readonly string[] = ['-axo', 'pid=,ppid=,comm='];

/** Parses `  501     1 /Applications/iTerm.app/Contents/MacOS/iTerm2`; a login shell is `-zsh`. */
export function parsePsTree(output: string): readonly ListedParent[] {
  return output.split('\n').flatMap((line) => {
    const fields = /^(\d+)\s+(\d+)\s+(\S.*)$/u.exec(line.trim());
    if (fields === null) return [];
    const [, pid, parent, command = ''] = fields;
    const name = (command.split('/').at(-1) ?? '').replace(/^-/u, '');
    return [{ pid: Number(pid), parent: Number(parent), name }];
  });
}

/** PowerShell arguments on Windows, which print a line `pid,parent,name` for each process. */
const powerShellTreeArguments: readonly string[] = [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  `Get-CimInstance Win32_Process | ForEach-Object { ` +
    `'{0},{1},{2}' -f $_.ProcessId, $_.ParentProcessId, $_.Name }`,
];

export function parseCimTree(output: string): readonly ListedParent[] {
  return [...output.matchAll(/^(\d+),(\d+),(.*)$/gmu)].map(([, pid, parent, name = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    name: name.trimEnd().replace(/\.exe$/iu, ''),
  }));
}

/** Time in ms for which a list of all processes is reused. */
const cacheMs = 1_000;

/** Creates an ancestry for systems with a tool that lists all processes at once. */
export function listedAncestry(
  list: () => Promise<readonly ListedParent[]>,
  clock: () => number = () => performance.now(),
): Ancestry {
  let listedAt = -Infinity;
  let listed: Promise<ReadonlyMap<number, ListedParent>> | undefined;
  return async (pid) => {
    if (listed === undefined || clock() - listedAt > cacheMs) {
      listedAt = clock();
      listed = list().then((all) => new Map(all.map((one) => [one.pid, one])));
    }
    const byPid = await listed;
    return followParents(pid, (one) => byPid.get(one));
  };
}

export function ancestryOf(platform: NodeJS.Platform = process.platform): Ancestry {
  if (platform === 'linux') return linuxAncestry;
  if (platform === 'darwin')
    return listedAncestry(async () => parsePsTree(await runSystemTool('/bin/ps', psTreeArguments)));
  if (platform === 'win32')
    return listedAncestry(async () =>
      parseCimTree(await runSystemTool('powershell.exe', powerShellTreeArguments)),
    );
  return () => Promise.resolve([]);
}
