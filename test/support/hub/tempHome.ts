import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';

/** A config home of its own for one test; links in its path are resolved. */
export async function tempHome(): Promise<string> {
  return fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'config-home-')));
}

export async function removeHome(home: string): Promise<void> {
  await fs.rm(home, { recursive: true, force: true, maxRetries: 5 });
}
