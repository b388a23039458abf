import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { Review, ReviewFile } from '../../../shared/protocol/work/review';
import { t } from '../../../shared/words/l10n';
import { replaceFile } from '../../util/files/replaceFile';

/** A file's state on disk before a write; without `bytes` it did not exist. */
interface FileBefore {
  readonly path: string;
  readonly bytes: Buffer | undefined;
  readonly mode?: number;
}

/** Undoes a revert. Rejects with a sentence for the person if a file has changed since then. */
export type UndoRevert = () => Promise<void>;

/** A planned revert, for the confirmation; `run` performs it. */
export interface Revert {
  readonly file: ReviewFile;
  /** Describes the effect on the file as a sentence. */
  readonly detail: string;
  /** Rejects without writing anything if the file has changed since the confirmation was shown. */
  run(): Promise<UndoRevert>;
}

/**
 * Returns the file's entry in the current review. Throws a sentence for the person if a revert
 * would have a different result than the review that they saw.
 */
export function findUnchangedFile(seen: Review, now: Review, file: ReviewFile): ReviewFile {
  const one = now.files.find(({ path }) => path === file.path);
  const isSame =
    one?.kind === file.kind &&
    one.from === file.from &&
    one.against === file.against &&
    now.since === seen.since &&
    now.commit === seen.commit;
  if (isSame) return one;
  throw new Error(
    t('{0} isn’t listed as in this review any more. Open Review Changes again.', file.name),
  );
}

/**
 * Plans how to revert a file. Rejects with a sentence for the person if its previous state is not
 * known for certain.
 */
export async function planRevert(
  file: ReviewFile,
  { scope, commit }: Pick<Review, 'scope' | 'commit'>,
  textBefore: () => Promise<string>,
): Promise<Revert> {
  const isUnknown = file.unreadable !== undefined || file.against === 'nothing';
  if (isUnknown || file.filtered === true) {
    throw new Error(t('What {0} was before isn’t known well enough to bring it back.', file.name));
  }
  const before = file.kind === 'new' ? undefined : Buffer.from(await textBefore());
  if (before?.includes('\uFFFD') === true) {
    throw new Error(t('{0} isn’t written in UTF-8, so it can’t be brought back here.', file.name));
  }
  const now = await readNow(file.path);
  const changes = new Map<FileBefore, Buffer | undefined>();
  if (file.kind === 'renamed' && file.from !== undefined) {
    const old = await readNow(file.from);
    if (old.bytes !== undefined) {
      throw new Error(t('There is a file at {0} again, so nothing was reverted.', file.from));
    }
    changes.set({ ...old, ...(now.mode !== undefined && { mode: now.mode }) }, before);
    changes.set(now, undefined);
  } else changes.set(file.executable === true ? { ...now, mode: 0o755 } : now, before);
  return {
    file,
    detail: detailOf(file, scope, commit),
    run: async () => {
      for (const then of changes.keys()) await checkUnchanged(then.path, then.bytes);
      await writeAll(
        [...changes].map(([then, bytes]) => ({ before: then, bytes, seen: then.bytes })),
      );
      return async () => {
        for (const [then, bytes] of changes) await checkUnchanged(then.path, bytes);
        await writeAll(
          [...changes].map(([then, seen]) => ({ before: then, bytes: then.bytes, seen })),
        );
      };
    },
  };
}

function detailOf(file: ReviewFile, scope: Review['scope'], commit: string | undefined): string {
  if (file.against === 'commit' && file.kind === 'new') {
    return t('No commit has this file: it is deleted with all that is in it, whoever wrote that.');
  }
  if (file.kind === 'new') return t('The session made this file: it is deleted.');
  const turn = scope === 'turn';
  if (file.against === 'commit' && commit !== undefined) {
    const at = commit.slice(0, 7);
    return turn
      ? t(
          'It goes back to commit {0}, from before the last turn. What wasn’t committed then goes, too.',
          at,
        )
      : t(
          'It goes back to commit {0}, from before this session. What wasn’t committed then goes, too.',
          at,
        );
  }
  return turn
    ? t('It goes back to what it was before the last turn.')
    : t('It goes back to what it was before this session.');
}

async function readNow(file: string): Promise<FileBefore> {
  await refuseLinkedFolders(file);
  try {
    const stat = await fs.lstat(file);
    if (!stat.isFile()) throw new Error(t('{0} is not a file.', file));
    return { path: file, bytes: await fs.readFile(file), mode: stat.mode };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { path: file, bytes: undefined };
    throw error;
  }
}

/**
 * Rejects if a parent folder is now a symbolic link, because a different file would be written. The
 * paths in a review contain no links.
 */
async function refuseLinkedFolders(file: string): Promise<void> {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const real = await fs.realpath(folder).catch(() => undefined);
    if (real === folder || folder === path.dirname(folder)) return;
    const isThere = await fs.lstat(folder).catch(() => undefined);
    if (isThere !== undefined) throw new Error(t('{0} leads to another place by now.', folder));
  }
}

async function checkUnchanged(file: string, bytes: Buffer | undefined): Promise<void> {
  const now = (await readNow(file)).bytes;
  const isSame = now === undefined ? bytes === undefined : bytes !== undefined && now.equals(bytes);
  if (isSame) return;
  throw new Error(changedText(file));
}

interface FileWrite {
  readonly before: FileBefore;
  readonly bytes: Buffer | undefined;
  readonly seen: Buffer | undefined;
}

/** Performs all changes; after a failure, undoes those already performed. */
async function writeAll(writes: readonly FileWrite[]): Promise<void> {
  const done: FileWrite[] = [];
  try {
    for (const one of writes) {
      await writeChecked(one.before, one.bytes, one.seen);
      done.push(one);
    }
  } catch (error) {
    for (const { before, bytes, seen } of done.toReversed()) {
      // If undoing fails, another program has written the file since; its content is kept.
      await writeChecked(before, seen, bytes).catch(() => undefined);
    }
    throw error;
  }
}

/**
 * Replaces a file atomically, or deletes it. The previous content is deleted only after it was
 * compared with what the person saw, so that concurrent writes are not lost. After a crash or with
 * a full disk, the new or the previous content exists, possibly under the temporary name.
 */
async function writeChecked(
  { path: file, mode }: FileBefore,
  bytes: Buffer | undefined,
  seen: Buffer | undefined,
): Promise<void> {
  const backup = `${file}.${randomUUID()}.tmp`;
  if (bytes === undefined) {
    if (seen === undefined) return;
    await fs.rename(file, backup);
    return checkBackup(backup, seen, { file, bytes });
  }
  await fs.mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await fs.writeFile(temporary, bytes, { flag: 'wx' });
    if (mode !== undefined) await fs.chmod(temporary, mode & 0o7777);
    // A hard link preserves the content that is replaced; some file systems do not support links.
    const isKept = seen !== undefined && (await isDone(fs.link(file, backup)));
    if (seen === undefined && (await isDone(fs.link(temporary, file))))
      return await fs.rm(temporary);
    if (!isKept) await checkUnchanged(file, seen);
    await replaceFile(temporary, file);
    if (isKept) await checkBackup(backup, seen, { file, bytes });
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Deletes a file's previous content if it is what the person saw; otherwise restores it and throws.
 * If another program has written the file meanwhile, the previous content stays under the temporary
 * name.
 */
async function checkBackup(backup: string, seen: Buffer, { file, bytes }: FileNow): Promise<void> {
  try {
    await checkUnchanged(backup, seen);
  } catch {
    const isOurs = await checkUnchanged(file, bytes).then(
      () => true,
      () => false,
    );
    if (isOurs) await fs.rename(backup, file);
    throw new Error(changedText(file));
  }
  await fs.rm(backup, { force: true });
}

/** The content that replaced the file. */
interface FileNow {
  readonly file: string;
  readonly bytes: Buffer | undefined;
}

const changedText = (file: string): string =>
  t('{0} has changed in the meantime, so it was left as it is.', file);

function isDone(step: Promise<void>): Promise<boolean> {
  return step.then(
    () => true,
    () => false,
  );
}
