import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { bundledOnceSync } from '../../build/bundle';
import { nodeBundle } from '../../build/bundleOptions';

/** The hub's threads and engine of expressions, the runner of sessions and what ties programs to the hub, by the names of their bundles. */
export const threadEntryPoints = {
  reading: 'src/extension/hub/reading/thread.ts',
  re2js: 're2js',
  runner: 'src/extension/runner/main.ts',
  tether: 'src/extension/hub/phone/carriers/tether.ts',
} as const;

let built: string | undefined;

/** The folder with these bundles, of the sources as they are now; one for each process. */
export function threadScripts(): string {
  if (built !== undefined) return built;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'thread-scripts-'));
  chmodSync(folder, 0o755); // Some tests are somebody else for a while.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const bundles = bundledOnceSync({ ...nodeBundle, entryPoints: threadEntryPoints });
  cpSync(bundles, folder, { recursive: true });
  built = folder;
  return built;
}
