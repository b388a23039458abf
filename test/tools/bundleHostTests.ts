import * as path from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '../support/editor/paths';

/** Bundles the tests that run inside the extension host; gives back the module that runs them. */
export async function bundleHostTests(
  source = path.join(projectRoot, 'test/host'),
): Promise<string> {
  const outdir = path.join(projectRoot, 'dist/test/host');
  await build({
    entryPoints: [path.join(source, 'run.ts'), path.join(source, 'suite/**/*.test.ts')],
    outbase: source,
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return path.join(outdir, 'run.js');
}
