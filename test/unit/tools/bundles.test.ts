import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { projectRoot } from '../../support/editor/paths';

/** What esbuild puts into a bundle, by the paths of the files that anything is taken from. */
async function partsOf(entryPoint: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [entryPoint],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unwritten',
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['vscode'],
    logLevel: 'silent',
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [file] : [],
    ),
  );
}

describe('The bundles', () => {
  for (const entry of ['extension', 'hub/main', 'runner/main']) {
    it(`hold the small build of zod alone: ${entry}`, async () => {
      const parts = await partsOf(`src/extension/${entry}.ts`);
      const zod = parts.filter((file) => file.startsWith('node_modules/zod/'));
      assert.ok(zod.length > 0);
      assert.deepEqual(
        zod.filter((file) => file.includes('/classic/')),
        [],
      );
    });
  }

  for (const entry of ['main', 'reader/main']) {
    it(`ship no schemas to a page: ${entry}`, async () => {
      const parts = await partsOf(`src/webview/${entry}.tsx`);
      assert.deepEqual(
        parts.filter((file) => file.startsWith('node_modules/zod/')),
        [],
      );
    });
  }
});
