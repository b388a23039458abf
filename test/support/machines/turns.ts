import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';

/**
 * Signals from a test to its stand-in programs: a stand-in waits with `onceThere` until a file
 * exists, and the test creates the file to let it continue.
 */
export interface GoSignals {
  file(this: void, name: string): string;
  letContinue(this: void, name: string): Promise<void>;
}

/** Call in a `describe`. */
export function useTurns(): GoSignals {
  let folder = '';
  beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'turns-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const file = (name: string): string => path.join(folder, name);
  return { file, letContinue: (name) => writeFile(file(name), '') };
}
