import type { Stats } from 'node:fs';
import { lstat, readFile, readlink } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';

/** More links than a system follows. */
const maxLinks = 40;

/** The id that systems show for an owner whom a container does not know: one of its host, mostly root. */
const overflowId = 65_534;
/** The administrators of macOS, who may become root. */
const macAdmins = 80;

/**
 * The first place on the way to a path where another user could put something else: links are followed
 * as the system follows them. The path itself is not looked at. Undefined where there is none, where
 * the way ends before, and where the system knows no owners.
 */
export async function openPlaceOnWayTo(target: string): Promise<string | undefined> {
  if (process.geteuid === undefined) return undefined;
  const left = partsOf(path.dirname(path.resolve(target)));
  let links = 0;
  let at = '/';
  for (;;) {
    const stat = await lstat(at).catch(() => undefined);
    if (stat === undefined) return undefined;
    if (await isInForeignHands(stat)) return at;
    if (stat.isSymbolicLink()) {
      links += 1;
      if (links > maxLinks) return at;
      left.unshift(...partsOf(path.resolve(path.dirname(at), await readlink(at))));
      at = '/';
      continue;
    }
    const next = left.shift();
    if (next === undefined) return undefined;
    at = path.join(at, next);
  }
}

/** Whether somebody else than this user and root may change what it holds, or what it leads to. */
export async function isInForeignHands(stat: Stats): Promise<boolean> {
  const { uid, gid, mode } = stat;
  const isTrusted = uid === 0 || uid === process.geteuid?.() || (await isUnknownOwner(uid));
  if (!isTrusted) return true;
  // In a folder with the sticky bit everybody may change only what is theirs.
  if (!stat.isDirectory() || (mode & 0o1000) !== 0) return false;
  if ((mode & 0o002) !== 0) return true;
  return (mode & 0o020) !== 0 && !(await isOwnGroup(gid));
}

function partsOf(absolute: string): string[] {
  return absolute.split(path.sep).filter((part) => part !== '');
}

async function isUnknownOwner(uid: number): Promise<boolean> {
  if (uid !== overflowId) return false;
  const map = await readFile('/proc/self/uid_map', 'utf8').catch(() => '');
  const lines = map.split('\n').filter((line) => line.trim() !== '');
  const counts = lines.map((line) => Number(line.trim().split(' ').at(-1)));
  return counts.length > 0 && !counts.includes(2 ** 32 - 1);
}

/** Many systems give each user a group of their own, and let it write by default. */
async function isOwnGroup(gid: number): Promise<boolean> {
  if (gid === 0 || (process.platform === 'darwin' && gid === macAdmins)) return true;
  if (gid !== process.getgid?.()) return false;
  const groups = await readFile('/etc/group', 'utf8').catch(() => '');
  const entry = groups.split('\n').find((line) => line.split(':')[2] === String(gid));
  if (entry === undefined) return gid === process.geteuid?.();
  const [name, , , members = ''] = entry.split(':');
  const user = nameOfUser();
  return name === user && members.split(',').every((one) => one === '' || one === user);
}

/** Undefined for one that the system has no name for. */
function nameOfUser(): string | undefined {
  try {
    return os.userInfo().username;
  } catch {
    return undefined;
  }
}
