import { mkdir } from 'node:fs/promises';
import * as path from 'node:path';
import { buildBundle } from '../support/build/bundle';
import { nodeBundle } from '../support/build/bundleOptions';
import { projectRoot, testOutputFolder } from '../support/editor/paths';

/**
 * Bundles the tests that run inside the extension host; returns the path of the module that runs
 * them.
 */
export async function bundleHostTests(
  source = path.join(projectRoot, 'test/host'),
): Promise<string> {
  const outdir = path.join(projectRoot, 'dist/test/host');
  await buildBundle({
    ...nodeBundle,
    entryPoints: [path.join(source, 'run.ts'), path.join(source, 'suite/**/*.test.ts')],
    outbase: source,
    outdir,
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
  });
  return path.join(outdir, 'run.js');
}

/** Entry for the debugger, which starts the tests inside the extension host itself. */
async function main(): Promise<void> {
  await mkdir(testOutputFolder, { recursive: true });
  console.log(await bundleHostTests());
}

if (require.main === module) void main();
