import { existsSync, rmSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { buildBundle } from '../../build/bundle';
import { nodeBundle } from '../../build/bundleOptions';
import { threadEntryPoints } from './threadScripts';

export interface HubScript {
  readonly file: string;
  remove(): Promise<void>;
}

/** The folders of the bundles that this process has built, by their entries. */
const built = new Map<string, Promise<string>>();

/** A bundle of one entry and the hub's sources, for a process or a worker: a copy of its own of what is built once a process. */
export async function bundleEntry(entry: string): Promise<HubScript> {
  const whole = built.get(entry) ?? build(entry);
  built.set(entry, whole);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hub-script-'));
  await cp(await whole, folder, { recursive: true });
  await chmod(folder, 0o755); // Some tests let another user run it.
  return {
    file: path.join(folder, 'hub.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function build(entry: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hub-built-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await buildBundle({
    ...nodeBundle,
    // The hub looks for the others beside its own.
    entryPoints: { hub: entry, ...threadEntryPoints },
    outdir: folder,
  });
  if (!existsSync(path.join(folder, 'hub.js'))) throw new Error(`${entry} was not bundled`);
  return folder;
}
