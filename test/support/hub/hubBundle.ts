import * as os from 'node:os';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { build } from 'esbuild';
import { threadEntryPoints } from './threadScripts';

/** The hub's bundle as `dist/hub.js` is, of the sources as they are now; its path. */
export async function bundleHub(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'hub-bundle-'));
  const outfile = path.join(folder, 'hub.js');
  await build({
    absWorkingDir: path.resolve(__dirname, '../../..'),
    entryPoints: { hub: 'src/extension/hub/main.ts', ...threadEntryPoints },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    define: { navigator: 'undefined' },
    logLevel: 'error',
  });
  return outfile;
}

export async function removeBundle(outfile: string): Promise<void> {
  await fs.rm(path.dirname(outfile), { recursive: true, force: true });
}
