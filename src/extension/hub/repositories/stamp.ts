import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { Head } from './head';

/**
 * Returns a text that differs once git has moved the branch or its upstream, or changed the index or
 * the config. Cheap: it opens no file.
 */
export async function gitStamp(
  { folder, common }: RepositoryPlace,
  { branch, isInReftable }: Head,
  upstream: string | undefined,
): Promise<string> {
  const files = [
    path.join(folder, 'HEAD'),
    path.join(folder, 'index'),
    path.join(common, 'config'),
    path.join(common, 'packed-refs'),
    ...(branch === undefined ? [] : [path.join(common, 'refs', 'heads', branch)]),
    ...(upstream === undefined ? [] : [path.join(common, 'refs', 'remotes', upstream)]),
    ...(isInReftable ? [path.join(common, 'reftable', 'tables.list')] : []),
  ];
  const stamps: string[] = [];
  // One at a time: if a file server does not answer, all at once would occupy every file thread.
  for (const file of files) stamps.push(await stampOfFile(file));
  return stamps.join(' ');
}

async function stampOfFile(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs}/${size}/${ino}`;
  } catch {
    return '-';
  }
}
