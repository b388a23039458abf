import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { bundleEntry } from './hubScript';

/** A copy of the hub’s bundle as `dist/hub.js` is; its path. */
export async function bundleHub(): Promise<string> {
  return (await bundleEntry('src/extension/hub/main.ts')).file;
}

export async function removeBundle(outfile: string): Promise<void> {
  await fs.rm(path.dirname(outfile), { recursive: true, force: true });
}
