import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { bundledOnce } from '../../build/bundle';
import { nodeBundle } from '../../build/bundleOptions';
import { threadEntryPoints } from './threadScripts';

export interface HubScript {
  readonly file: string;
  remove(): Promise<void>;
}

/** A copy of its own of the bundle of one entry and the hub's sources, for a process or a worker. */
export async function bundleEntry(entry: string): Promise<HubScript> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hub-script-'));
  // The hub looks for the others beside its own.
  const entryPoints = { hub: entry, ...threadEntryPoints };
  await cp(await bundledOnce({ ...nodeBundle, entryPoints }), folder, { recursive: true });
  await chmod(folder, 0o755); // Some tests let another user run it.
  const file = path.join(folder, 'hub.js');
  if (!existsSync(file)) throw new Error(`${entry} was not bundled`);
  await usePortsOfThisProcess(file);
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Hubs take the first of ten fixed ports for phones that is free. Each test process has ten of its own:
 * else a hub that starts again finds its port taken by one of another test.
 */
async function usePortsOfThisProcess(file: string): Promise<void> {
  const first = 21_000 + (process.pid % 1_000) * 10;
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll('47911', String(first)));
}
