import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';

/** Creates a config home for one test; its path contains no symbolic links. */
export async function tempHome(): Promise<string> {
  return fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'config-home-')));
}

export async function removeHome(home: string): Promise<void> {
  await fs.rm(home, { recursive: true, force: true, maxRetries: 5 });
}
