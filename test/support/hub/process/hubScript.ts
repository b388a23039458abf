import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { buildBundle } from '../../build/bundle';
import { nodeBundle } from '../../build/bundleOptions';
import { threadEntryPoints } from './threadScripts';

export interface HubScript {
  readonly file: string;
  remove(): Promise<void>;
}

/** A bundle of one entry and the hub's sources as they are now, for a process or a worker. */
export async function bundleEntry(entry: string): Promise<HubScript> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hub-script-'));
  await chmod(folder, 0o755); // Some tests let another user run it.
  const file = path.join(folder, 'hub.js');
  await buildBundle({
    ...nodeBundle,
    // The hub looks for the others beside its own.
    entryPoints: { hub: entry, ...threadEntryPoints },
    outdir: folder,
  });
  if (!existsSync(file)) throw new Error(`${entry} was not bundled`);
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}
