import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { projectRoot } from '../../../support/editor/paths';

describe('The release of a key', () => {
  it('is handled by no page, so tests that press random keys omit it', () => {
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
