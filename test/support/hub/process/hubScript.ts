import { existsSync, rmSync } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
  const file = path.join(folder, 'hub.js');
  if (!existsSync(file)) throw new Error(`${entry} was not bundled`);
  await usePortsOfThisProcess(file);
  return folder;
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
