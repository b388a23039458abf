import { existsSync, rmSync } from 'node:fs';
import { chmod, copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

/** The bundles of each entry, which this process keeps until it ends. */
const kept = new Map<string, Promise<string>>();

/** The same for many starts: each but the first of this process finds the code compiled. */
export async function compiledEntry(entry: string): Promise<HubScript> {
  const bundles = await (kept.get(entry) ?? keepBundles(entry));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hub-script-'));
  await chmod(folder, 0o755);
  const run = JSON.stringify(path.join(bundles, 'compiledBundle.cjs'));
  for (const name of ['hub.js', ...Object.keys(threadEntryPoints).map((one) => `${one}.js`)]) {
    const bundle = JSON.stringify(path.join(bundles, name));
    const text = `require(${run})(${bundle}, exports, require, module, __filename, __dirname);\n`;
    await writeFile(path.join(folder, name), text);
  }
  const file = path.join(folder, 'hub.js');
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

function keepBundles(entry: string): Promise<string> {
  const made = bundleEntry(entry).then(async ({ file }) => {
    const folder = path.dirname(file);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const script = 'compiledBundle.cjs';
    await copyFile(path.join(__dirname, script), path.join(folder, script));
    return folder;
  });
  kept.set(entry, made);
  return made;
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
