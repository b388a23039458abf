import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { bundledOnceSync } from '../../build/bundle';
import { nodeBundle } from '../../build/bundleOptions';

/**
 * Entries of the hub's threads, its regular expression engine, the runner and the tether, by bundle
 * name.
 */
export const threadEntryPoints = {
  reading: 'src/extension/hub/reading/thread.ts',
  re2js: 're2js',
  runner: 'src/extension/runner/main.ts',
  tether: 'src/extension/util/tether/tether.ts',
} as const;

let built: string | undefined;

/** Folder with these bundles of the current sources, created once per process. */
export function threadScripts(): string {
  if (built !== undefined) return built;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'thread-scripts-'));
  chmodSync(folder, 0o755); // Some tests run as another user for a while.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const bundles = bundledOnceSync({ ...nodeBundle, entryPoints: threadEntryPoints });
  cpSync(bundles, folder, { recursive: true });
  built = folder;
  return built;
}
