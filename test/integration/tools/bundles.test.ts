import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { compileFunction, runInThisContext } from 'node:vm';
import { build, type Metafile } from 'esbuild';
import { unwrittenBundle } from '../../support/build/bundleOptions';
import { buildScript } from '../../support/build/buildScript';
import { projectRoot } from '../../support/editor/paths';

const programs = ['extension', 'hub/main', 'runner/main', 'commandLine/main'].map(
  (name) => `src/extension/${name}.ts`,
);
const pages = ['main', 'reader/main', 'phonePanel/main', 'phone/main'].map(
  (name) => `src/webview/${name}.tsx`,
);

/** All bundles are built in one call, so that files shared by several are read once. */
let metafile: Promise<Metafile> | undefined;

/** Files from which a bundle contains code, by their paths. */
async function partsOf(entryPoint: string): Promise<readonly string[]> {
  metafile ??= buildScript()
    .then(({ ownSdk }) =>
      build({ ...unwrittenBundle, entryPoints: [...programs, ...pages], plugins: [ownSdk] }),
    )
    .then((built) => built.metafile);
  const outputs = Object.values((await metafile).outputs);
  const output = outputs.find((one) => one.entryPoint === entryPoint);
  assert.ok(output);
  return Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [file] : [],
  );
}

describe('The bundles', () => {
  after(() => (metafile = undefined));

  for (const entry of programs) {
    it(`hold the small build of zod alone: ${entry}`, async () => {
      const parts = await partsOf(entry);
      const zod = parts.filter((file) => file.startsWith('node_modules/zod/'));
      assert.ok(zod.length > 0);
      assert.deepEqual(
        zod.filter((file) => file.includes('/classic/')),
        [],
      );
    });
  }

  for (const entry of ['extension', 'hub/main']) {
    it(`load the engine of expressions from a bundle of its own: ${entry}`, async () => {
      const { ownEngine } = await buildScript();
      const entryPoints = [`src/extension/${entry}.ts`];
      const { outputFiles } = await build({
        ...unwrittenBundle,
        entryPoints,
        plugins: [ownEngine],
      });
      const [{ text } = { text: '' }] = outputFiles;
      assert.ok(text.includes('require("./re2js.js")'));
      assert.ok(!text.includes('class RE2'));
    });
  }

  it('mean the same in ASCII, in which each character takes one byte of memory', async () => {
    const { inAscii } = await buildScript();
    const script = inAscii(
      '(text) => [/[À-ɏ]+|[😀-😎]/u, /ä|😀/].map((one) => one.exec(text)?.[0])',
    );
    assert.match(script, /^[\0-\x7f]*$/u);
    const found = runInThisContext(script) as (text: string) => readonly unknown[];
    assert.deepEqual(['Öä', '😃', '😀'].map(found), [
      ['Öä', 'ä'],
      ['😃', undefined],
      ['😀', '😀'],
    ]);
  });

  for (const entry of ['extension', 'hub/main', 'hub/reading/thread']) {
    it(`have nothing whose escape would mean something else: ${entry}`, async () => {
      const entryPoints = [`src/extension/${entry}.ts`];
      const { outputFiles } = await build({ ...unwrittenBundle, minify: true, entryPoints });
      assert.doesNotMatch(outputFiles[0]?.text ?? '', /\\[^\0-\x7f]/u);
    });
  }

  for (const entry of pages) {
    it(`ship no schemas to a page: ${entry}`, async () => {
      const parts = await partsOf(entry);
      assert.ok(parts.includes(entry));
      assert.deepEqual(
        parts.filter((file) => file.startsWith('node_modules/zod/')),
        [],
      );
    });
  }

  it('give each file its module, however it asks, where modules are copied once', async () => {
    const { copiedOnce } = await buildScript();
    const ways = {
      space: `import * as fs from 'node:fs'; module.exports = fs.readFileSync;`,
      name: `import { readFileSync } from 'node:fs'; module.exports = readFileSync;`,
      whole: `import fs from 'node:fs'; module.exports = fs.readFileSync;`,
      called: `module.exports = class extends require('node:events') {};`,
    };
    for (const [way, contents] of Object.entries(ways)) {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: projectRoot },
        bundle: true,
        write: false,
        format: 'cjs',
        platform: 'node',
        plugins: [copiedOnce],
        logLevel: 'silent',
      });
      const module = { exports: undefined as unknown };
      const run = compileFunction(outputFiles[0]?.text ?? '', ['require', 'module']) as (
        ...parts: readonly unknown[]
      ) => void;
      run(createRequire(path.join(projectRoot, 'package.json')), module);
      assert.equal(typeof (await module.exports), 'function', way);
    }
  });
});
