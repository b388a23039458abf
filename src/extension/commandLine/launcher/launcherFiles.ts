import { randomBytes } from 'node:crypto';
import { lstat, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { isMissing } from '../../util/files/isMissing';
import { missionControlFolder } from '../../util/files/missionControlFolder';
import { PrivateFolder } from '../../util/files/privateFolder';
import { readOrdinaryFile } from '../../util/files/readOrdinary';
import { replaceFile } from '../../util/files/replaceFile';
import { isLauncher } from './launcherText';

/** Our file that lists the launchers of this machine, one path on each line. */
const recordName = 'command-line';
/** Upper bound for the size of a launcher, in bytes. */
const maxBytes = 16_384;

/** Result of looking at a path: no file, one of our launchers, or anything else, such as a link. */
export type Occupant = 'nothing' | 'ours' | 'foreign';

export async function occupantOf(file: string): Promise<Occupant> {
  try {
    const found = await readOrdinaryFile(file, maxBytes, false);
    return found !== undefined && isLauncher(found.bytes.toString('utf8')) ? 'ours' : 'foreign';
  } catch (error) {
    return isMissing(error) ? 'nothing' : 'foreign';
  }
}

/** Writes a launcher atomically; a file or link of the same name is replaced. */
export async function writeLauncher(file: string, text: string): Promise<void> {
  const name = `.${path.basename(file)}.${randomBytes(6).toString('hex')}`;
  const temporary = path.join(path.dirname(file), name);
  try {
    await writeFile(temporary, text, { mode: 0o755, flag: 'wx' });
    await replaceFile(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Records a launcher in our folder, so that "Remove Everything" finds it. */
export async function recordLauncher(configHome: string, file: string): Promise<void> {
  const folder = new PrivateFolder(missionControlFolder(configHome));
  await folder.ensure();
  await folder.exclusively(recordName, async () => {
    const files = new Set([...(await recordedFiles(folder)), file]);
    await folder.write(recordName, [...files, ''].join('\n'));
  });
}

/** The recorded launchers that are still ours. */
export async function findLaunchers(configHome: string): Promise<readonly string[]> {
  const files = await recordedFiles(new PrivateFolder(missionControlFolder(configHome)));
  const occupants = await Promise.all(files.map(occupantOf));
  return files.filter((_file, at) => occupants[at] === 'ours');
}

/** Removes the given launchers, except files that were replaced by others. */
export async function removeLaunchers(files: readonly string[]): Promise<void> {
  for (const file of files)
    if ((await occupantOf(file)) === 'ours') await rm(file, { force: true });
}

async function recordedFiles(folder: PrivateFolder): Promise<readonly string[]> {
  const text = (await folder.readIfFile(recordName)) ?? '';
  return text.split('\n').filter((line) => path.isAbsolute(line));
}

/** True if a folder is one of `PATH`. */
export function isOnPath(folder: string, env: NodeJS.ProcessEnv): boolean {
  const wanted = path.resolve(folder);
  return (env['PATH'] ?? env['Path'] ?? '')
    .split(path.delimiter)
    .some((one) => one !== '' && path.resolve(one) === wanted);
}

/** Folders of the person's own programs that exist and are on `PATH`, the usual one first. */
export async function ownProgramFolders(
  home: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const folders = ['.local/bin', 'bin'].map((name) => path.join(home, name));
  const isOffered = await Promise.all(
    folders.map(async (folder) => {
      const stats = await lstat(folder).catch(() => undefined);
      return stats?.isDirectory() === true && isOnPath(folder, env);
    }),
  );
  return folders.filter((_folder, at) => isOffered[at]);
}
