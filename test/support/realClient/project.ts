import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes a git repository with one file and one commit. */
export async function createProject(
  folder: string,
  env: Readonly<Record<string, string>>,
  branch = 'main',
): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, 'hello.txt'), 'hello\n');
  const git = async (...args: string[]): Promise<unknown> => run('git', args, { cwd: folder, env });
  await git('init', '--quiet', '--initial-branch', branch);
  await git('add', '.');
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
  await git(...author, 'commit', '--quiet', '--message', 'First');
}
