import type { Stats } from 'node:fs';
import { lstat, readFile, readlink } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';

/** Maximum number of links to follow; systems follow fewer. */
const maxLinks = 40;

/** The owner id shown for users unknown in a container: users of its host, usually root. */
const overflowId = 65_534;
/** The admin group of macOS, whose members can become root. */
const macAdmins = 80;

/**
 * The first parent of a path where another user could substitute something; links are followed as
 * the system does. The path itself is not checked. Undefined if there is none, if a parent does not
 * exist, or on systems without owners.
 */
export async function findWritableParent(target: string): Promise<string | undefined> {
  if (process.geteuid === undefined) return undefined;
  const left = partsOf(path.dirname(path.resolve(target)));
  let links = 0;
  let at = '/';
  for (;;) {
    const stat = await lstat(at).catch(() => undefined);
    if (stat === undefined) return undefined;
    if (await isWritableByOthers(stat)) return at;
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

/** True if a user other than this one and root may change its contents or target. */
export async function isWritableByOthers(stat: Stats): Promise<boolean> {
  const { uid, gid, mode } = stat;
  const isTrusted = uid === 0 || uid === process.geteuid?.() || (await isUnknownOwner(uid));
  if (!isTrusted) return true;
  // In a folder with the sticky bit, users can change only their own files.
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

/**
 * True for groups that are trusted: root's, the administrators of macOS, and the user's private
 * group, which many systems create and give write access by default.
 */
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

/** The user's name; undefined if the system has none. */
function nameOfUser(): string | undefined {
  try {
    return os.userInfo().username;
  } catch {
    return undefined;
  }
}
