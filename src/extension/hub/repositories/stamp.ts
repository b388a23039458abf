import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { Head } from './head';

/** Changes whenever git moved the branch, its upstream branch, or what is staged. Cheap: it reads no file. */
export async function gitStamp(
  { folder, common }: RepositoryPlace,
  { branch, isElsewhere }: Head,
  upstream: string | undefined,
): Promise<string> {
  const files = [
    path.join(folder, 'HEAD'),
    path.join(folder, 'index'),
    path.join(common, 'config'),
    path.join(common, 'packed-refs'),
    ...(branch === undefined ? [] : [path.join(common, 'refs', 'heads', branch)]),
    ...(upstream === undefined ? [] : [path.join(common, 'refs', 'remotes', upstream)]),
    ...(isElsewhere ? [path.join(common, 'reftable', 'tables.list')] : []),
  ];
  const stamps: string[] = [];
  // One by one: all at once would hold each thread for files where their server does not answer.
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
