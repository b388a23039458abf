import { lstat, readdir, rename, rm } from 'node:fs/promises';
import * as path from 'node:path';
import { t } from '../../../shared/words/l10n';

/**
 * Maximum number of preserved files with one name; the oldest are deleted. Folders are never
 * deleted.
 */
const maxPreserved = 10;

/**
 * Renames an entry of our folder to an unused name such as
 * `prompts.json.unreadable-20260302T101500123Z`. Returns the new name; undefined if there was none.
 */
export async function setAside(
  folder: string,
  name: string,
  now = Date.now(),
): Promise<string | undefined> {
  const stamp = new Date(now).toISOString().replaceAll(/[-:.]/gu, '');
  const wanted = `${name}.unreadable-${stamp}`;
  let aside = wanted;
  for (let count = 2; await isThere(path.join(folder, aside)); count += 1) {
    aside = `${wanted}-${count}`;
  }
  try {
    await rename(path.join(folder, name), path.join(folder, aside));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') return undefined;
    throw new Error(
      t(
        '{0} cannot be used and cannot be set aside ({1}); move it away or remove it',
        path.join(folder, name),
        code,
      ),
      { cause: error },
    );
  }
  await deleteOldest(folder, name).catch(() => undefined); // Keeping one more is harmless.
  return aside;
}

function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

async function deleteOldest(folder: string, name: string): Promise<void> {
  const form = /^\d{8}T\d{9}Z(?:-\d+)?$/u;
  const start = `${name}.unreadable-`;
  const asides = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.startsWith(start))
    .map((entry) => entry.name)
    .filter((entry) => form.test(entry.slice(start.length)))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  for (const old of asides.slice(0, -maxPreserved))
    await rm(path.join(folder, old), { force: true });
}
