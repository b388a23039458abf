import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';

/** Files with which a test lets stand-ins continue, whose code waits for one with `onceThere`. */
export interface Turns {
  file(this: void, name: string): string;
  give(this: void, name: string): Promise<void>;
}

/** Call in a `describe`. */
export function useTurns(): Turns {
  let folder = '';
  beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'turns-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const file = (name: string): string => path.join(folder, name);
  return { file, give: (name) => writeFile(file(name), '') };
}
