import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod';
import { unwrittenBundle } from '../../support/build/bundleOptions';
import { buildScript } from '../../support/build/buildScript';
import { projectRoot } from '../../support/editor/paths';

const namedSchema = z.object({ name: z.string(), version: z.string() });

describe('The notices of third parties', () => {
  it('name every package that is in a bundle, with its licence', async () => {
    const { thirdPartyNotices } = await buildScript();
    const { metafile } = await build({
      ...unwrittenBundle,
      entryPoints: [
        'src/extension/extension.ts',
        'src/webview/main.tsx',
        'src/webview/reader/main.tsx',
        'src/webview/phone/main.tsx',
      ],
    });
    const inputs = Object.keys(metafile.inputs);
    const text = thirdPartyNotices(inputs, projectRoot);
    const folders = new Set(
      inputs
        .filter((input) => input.includes('node_modules/'))
        .map((input) =>
          input
            .split('/')
            .slice(0, input.includes('/@') ? 3 : 2)
            .join('/'),
        ),
    );
    assert.ok(folders.size >= 5, [...folders].join());
    for (const folder of folders) {
      const file = path.join(projectRoot, folder, 'package.json');
      const { name, version } = namedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      const [, after = ''] = text.split(`\n${name} ${version} (`);
      assert.match(after.slice(0, 3000), /Permission|permission|Licen[sc]e/, name);
    }
    assert.throws(() => thirdPartyNotices(['node_modules/.bin/x'], projectRoot));
  });
});
