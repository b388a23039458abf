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

/** Bundles an entry and the hub's threads into a new folder, for a process or a worker. */
export async function bundleEntry(entry: string): Promise<HubScript> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hub-script-'));
  // The hub looks for the other bundles beside its own.
  const entryPoints = { hub: entry, ...threadEntryPoints };
  await cp(await bundledOnce({ ...nodeBundle, entryPoints }), folder, { recursive: true });
  await chmod(folder, 0o755); // Some tests let another user run it.
  const file = path.join(folder, 'hub.js');
  if (!existsSync(file)) throw new Error(`${entry} was not bundled`);
  await usePortsOfThisProcess(file);
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Bundles of each entry, which this process keeps until it exits. */
const bundlesByEntry = new Map<string, Promise<string>>();

/**
 * Variant of `bundleEntry` for many starts: all but the first of this process use compiled code.
 */
export async function compiledEntry(entry: string): Promise<HubScript> {
  const bundles = await (bundlesByEntry.get(entry) ?? keepBundles(entry));
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
  bundlesByEntry.set(entry, made);
  return made;
}

/**
 * Replaces the hub's ten fixed phone ports by ten that are unique to this process: otherwise a
 * restarted hub could find its port taken by a hub of another test.
 */
async function usePortsOfThisProcess(file: string): Promise<void> {
  const first = 21_000 + (process.pid % 1_000) * 10;
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll('47911', String(first)));
}
