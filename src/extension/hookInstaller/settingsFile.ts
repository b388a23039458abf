import { readFileSync, renameSync, rmSync, type Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { t } from '../../shared/words/l10n';
import { replaceFile } from '../util/files/replaceFile';
import { temporaryPathFor } from './leftovers';
import { SettingsError } from '../agents/claude/settings/settingsError';
import { writeInPlace } from './writeInPlace';

/** State of the file when it was read. */
export interface SettingsSnapshot {
  /** Path for messages; may be a symbolic link. */
  readonly path: string;
  /** Path of the actual file. */
  readonly target: string;
  /** Undefined if the file does not exist. */
  readonly bytes: Buffer | undefined;
  /** Empty if the file does not exist. */
  readonly text: string;
  /** Number of hard links of the file. */
  readonly links: number;
}

/**
 * Delay in ms before an empty file is read again, because another program may have truncated it
 * before writing.
 */
const emptiedMs = 50;

export async function readSettings(file: string): Promise<SettingsSnapshot> {
  const target = await followLinks(file);
  const stats = await statOf(target).catch(() => undefined);
  if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) {
    throw new SettingsError('unreadable', t('{0} is not a file.', file));
  }
  let bytes = bytesOf(file, target);
  if (bytes?.length === 0) {
    await delay(emptiedMs);
    bytes = bytesOf(file, target);
  }
  const links = bytes === undefined ? 0 : (stats?.nlink ?? 1);
  return { path: file, target, bytes, text: bytes === undefined ? '' : decode(file, bytes), links };
}

/**
 * Replaces the file atomically, or removes it if `next` is undefined. A file with several hard
 * links is written in place, so that they stay linked. Rejects without writing anything if the file
 * no longer equals `snapshot`.
 */
export async function writeSettings(
  snapshot: SettingsSnapshot,
  next: string | undefined,
): Promise<void> {
  const { path: file, target } = snapshot;
  try {
    const stats = await statOf(target);
    if (stats !== undefined && (stats.mode & 0o222) === 0) {
      throw new SettingsError(
        'read-only',
        t('{0} is read-only; allow writing to it and try again.', file),
      );
    }
    await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    if (next === undefined) {
      requireUnchanged(snapshot);
      rmSync(target, { force: true });
    } else if (stats !== undefined && stats.nlink > 1) {
      writeInPlace(target, next, () => requireUnchanged(snapshot));
    } else {
      await replace(snapshot, next, stats);
    }
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError('read-only', t('{0} cannot be written ({1}).', file, codeOf(error)));
  }
}

async function replace(
  snapshot: SettingsSnapshot,
  next: string,
  stats: Stats | undefined,
): Promise<void> {
  const { target } = snapshot;
  const temporary = temporaryPathFor(target);
  try {
    const handle = await fs.open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(next);
      if (stats !== undefined) {
        await handle.chmod(stats.mode & 0o7777);
        if (process.getuid !== undefined && stats.uid !== process.getuid())
          await handle.chown(stats.uid, stats.gid);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await replaceFile(temporary, target, process.platform, async (from, to) => {
      requireUnchanged(snapshot);
      renameSync(from, to);
    });
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Throws if the file no longer equals the snapshot. Synchronous, like the write that follows, so
 * that no other write of this process can happen between them.
 */
function requireUnchanged({ path: file, target, bytes }: SettingsSnapshot): void {
  const now = bytesOf(file, target);
  const same = now === undefined ? bytes === undefined : bytes !== undefined && now.equals(bytes);
  if (!same) {
    throw new SettingsError(
      'changed',
      t('{0} has changed in the meantime; review the change again.', file),
    );
  }
}

/** Resolves links, including one whose target does not exist yet. */
async function followLinks(file: string): Promise<string> {
  let current = file;
  for (let hop = 0; hop < 40; hop++) {
    const link = await fs.readlink(current).catch(() => undefined);
    if (link === undefined) {
      const folder = await fs.realpath(path.dirname(current)).catch(() => path.dirname(current));
      return path.join(folder, path.basename(current));
    }
    current = path.resolve(path.dirname(current), link);
  }
  throw new SettingsError('unreadable', t('{0} is a link that leads back to itself.', file));
}

/**
 * Reads `target`; undefined if it does not exist. Errors name `file`, the path before links are
 * followed.
 */
function bytesOf(file: string, target: string): Buffer | undefined {
  try {
    return readFileSync(target);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new SettingsError('unreadable', t('{0} cannot be read ({1}).', file, codeOf(error)));
  }
}

async function statOf(file: string): Promise<Stats | undefined> {
  try {
    return await fs.stat(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SettingsError('unparsable', t('{0} is not UTF-8 text.', file));
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? error);
}
