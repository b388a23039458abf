import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { projectRoot } from '../../../support/editor/paths';

describe('Keys that come up', () => {
  it('are nothing that a page listens to, so the tests that press random keys leave them out', () => {
    const folder = path.join(projectRoot, 'src/webview');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const listening = sources.filter((name) =>
      /keyup/i.test(readFileSync(path.join(folder, name), 'utf8')),
    );
    assert.ok(sources.length > 100);
    assert.deepEqual(listening, []);
  });
});
