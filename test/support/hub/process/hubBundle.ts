import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { compiledEntry } from './hubScript';

/** Path of a copy of the hub's bundle that behaves like `dist/hub.js` and starts faster. */
export async function bundleHub(): Promise<string> {
  return (await compiledEntry('src/extension/hub/main.ts')).file;
}

export async function removeBundle(outfile: string): Promise<void> {
  await fs.rm(path.dirname(outfile), { recursive: true, force: true });
}
