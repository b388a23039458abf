import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { t } from '../../../shared/words/l10n';
import { isLocalPath } from '../../util/files/localPath';

/** Maximum size of a file that is shown for a decision, in bytes. */
const maxBytes = 8 * 1024 * 1024;

/**
 * A file's current text, undefined if it does not exist, or a sentence that explains why it can't
 * be shown.
 */
export type CurrentText = { readonly text: string | undefined } | { readonly problem: string };

/** Reads only regular files, because the path comes from an agent. */
export async function readCurrent(file: string): Promise<CurrentText> {
  if (!isLocalPath(file)) return { problem: t('The file is on another machine.') };
  let handle: FileHandle;
  try {
    // Without O_NONBLOCK, opening a pipe would block until a process writes to it.
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { text: undefined };
    return { problem: t('The file cannot be read ({0}).', code) };
  }
  try {
    const { size, isFile } = await statOf(handle);
    if (!isFile) return { problem: t('This isn’t a regular file.') };
    if (size > maxBytes) return { problem: t('The file is too large to be compared.') };
    const bytes = await handle.readFile();
    return bytes.includes(0)
      ? { problem: t('This isn’t a text file.') }
      : { text: bytes.toString('utf8') };
  } finally {
    await handle.close();
  }
}

async function statOf(handle: FileHandle): Promise<{ size: number; isFile: boolean }> {
  const stat = await handle.stat();
  return { size: stat.size, isFile: stat.isFile() };
}
