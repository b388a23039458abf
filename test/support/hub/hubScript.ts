import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { build } from 'esbuild';

export interface HubScript {
  readonly file: string;
  remove(): Promise<void>;
}

/** A bundle of one entry and the hub's sources as they are now, for a process or a worker. */
export async function bundleEntry(entry: string): Promise<HubScript> {
  const root = path.resolve(__dirname, '../../..');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hub-script-'));
  const file = path.join(folder, 'hub.js');
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  if (!existsSync(file)) throw new Error(`${entry} was not bundled`);
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}
