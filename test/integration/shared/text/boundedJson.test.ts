import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { mock } from 'node:test';
import * as fc from 'fast-check';
import {
  foreignJson,
  isWithin,
  jsonIn,
  jsonSize,
  ownJson,
  parseJson,
} from '../../../../src/shared/text/boundedJson';
import { recording, recordingNames } from '../../../support/recordings/recording';

/** Levels and marks of a parsed value. */
function sizeOf(value: unknown): { levels: number; marks: number } {
  if (typeof value !== 'object' || value === null) return { levels: 0, marks: 0 };
  const inner = Object.values(value).map(sizeOf);
  const colons = Array.isArray(value) ? 0 : inner.length;
  return {
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
    marks:
      1 + Math.max(0, inner.length - 1) + colons + inner.reduce((sum, { marks }) => sum + marks, 0),
  };
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('The limits of a JSON text', () => {
  it('are measured by the size of its value, whatever its strings have in them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(jsonSize(JSON.stringify(value)), sizeOf(value));
      }),
    );
    const tricky = { 'a"]': '[{,\\":', b: ['\\', '"', ',}]:'] };
    assert.deepEqual(jsonSize(JSON.stringify(tricky)), sizeOf(tricky));
  });

  it('are measured in a text without an end, too', () => {
    assert.deepEqual(jsonSize('["abc'), { levels: 1, marks: 1 });
    assert.equal(jsonSize('['.repeat(100_000)).levels, 100_000);
  });

  it('let no value be nested deeper than they say, in lists, objects or behind a long text', () => {
    const object = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
    const late = (levels: number): string => `["${'x[{'.repeat(9_000)}",${nested(levels - 1)}]`;
    for (const text of [nested, object, late]) {
      assert.notEqual(jsonIn(text(foreignJson.levels)), undefined);
      assert.equal(jsonIn(text(foreignJson.levels + 1)), undefined);
      assert.throws(() => parseJson(text(foreignJson.levels + 1)), RangeError);
    }
  });

  it('let no more values through than they say, flat as they may be', () => {
    for (const one of ['{}', '[]', '1', '{"a":1}']) {
      const list = (count: number): string =>
        `[${Array.from({ length: count }, () => one).join(',')}]`;
      assert.ok(isWithin(list(foreignJson.marks / 4), foreignJson));
      assert.ok(!isWithin(list(foreignJson.marks + 1), foreignJson));
      assert.ok(isWithin(list(foreignJson.marks + 1), ownJson));
    }
  });

  it('let entries of many megabytes through that have few values: pictures and long texts', () => {
    const picture = { type: 'image', source: { data: 'iVBORw0KGgo'.repeat(1_200_000) } };
    const source = '  if (a[0]) { return ["x", {"y": \'[\'}]; } // "\\"\n'.repeat(200_000);
    for (const content of [[picture], source, source.split('\n')]) {
      const text = JSON.stringify({ type: 'user', message: { content } });
      assert.deepEqual(jsonIn(text), { type: 'user', message: { content } });
    }
  });

  it('are kept in the recordings by every line', () => {
    for (const row of recordingNames().flatMap(recording)) {
      const text = JSON.stringify(row.line ?? row.hook ?? {});
      assert.ok(isWithin(text, foreignJson), text.slice(0, 200));
    }
  });

  it('look at no letter of an ordinary line, which would take a part of the time that parsing takes', () => {
    const lines = recordingNames()
      .flatMap(recording)
      .flatMap(({ line }) => (line === undefined ? [] : [JSON.stringify(line)]));
    const letters = mock.method(String.prototype, 'charCodeAt');
    try {
      for (const line of lines) isWithin(line, foreignJson);
      assert.equal(letters.mock.callCount(), 0);
      isWithin(nested(600), foreignJson);
      assert.ok(letters.mock.callCount() > 0);
    } finally {
      letters.mock.restore();
    }
  });

  it('cannot be passed by: the lint finds every other use of the parser', () => {
    const root = path.resolve(__dirname, '../../../..');
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'linted-'));
    const lines = [
      'export const a = (text: string): unknown => JSON.parse(text);',
      "export const b = (text: string): unknown => JSON['parse'](text);",
      'export const c = (texts: string[]): unknown => texts.map(JSON.parse);',
      'export const d = (value: unknown): unknown => JSON.parse(JSON.stringify(value));',
    ];
    try {
      for (const part of ['.oxlintrc.json', 'test/tools/lint'])
        fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
      fs.mkdirSync(path.join(folder, 'src/extension'), { recursive: true });
      fs.writeFileSync(path.join(folder, 'src/extension/extension.ts'), lines.join('\n'));
      const { stdout } = spawnSync(
        process.execPath,
        [path.join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'unix', 'src'],
        { cwd: folder, encoding: 'utf8' },
      );
      const found = stdout.matchAll(/:(\d+):\d+:.*JSON\.parse has no limits/gu);
      assert.deepEqual(
        Array.from(found, ([, line]) => Number(line)),
        [1, 2, 3],
        stdout,
      );
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});
