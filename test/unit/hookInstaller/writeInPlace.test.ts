import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { syncBuiltinESMExports } from 'node:module';
import { writeInPlace } from '../../../src/extension/hookInstaller/writeInPlace';
import { removeHome, tempHome } from '../../support/hub/tempHome';

describe('A file that is written where it is', () => {
  let home: string;
  let file: string;
  beforeEach(async () => {
    home = await tempHome();
    file = path.join(home, 'settings.json');
  });
  afterEach(() => removeHome(home));
  const read = (): string => fs.readFileSync(file, 'utf8');

  for (const [before, after] of [
    ['{"a":1}', '{}'],
    ['{}', '{"a":"ä"}'],
    ['', '{}'],
  ] as const) {
    it(`has ${after} in place of ${before || 'nothing'}, and is the same file`, () => {
      fs.writeFileSync(file, before);
      const { ino } = fs.statSync(file);
      writeInPlace(file, after, () => undefined);
      assert.deepEqual([read(), fs.statSync(file).ino], [after, ino]);
    });
  }

  it('is whole JSON between any two of its steps', () => {
    const seen: string[] = [];
    const watched = ['writeSync', 'ftruncateSync', 'fsyncSync'] as const;
    const originals = watched.map((name) => fs[name]);
    const real = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
    const parts = require('node:fs') as typeof real;
    for (const [index, name] of watched.entries()) {
      const original = originals[index] as unknown as (...args: unknown[]) => unknown;
      parts[name] = (...args) => {
        const result = original(...args);
        seen.push(read());
        return result;
      };
    }
    syncBuiltinESMExports();
    try {
      for (const text of ['{"a":"long"}', '{}', '{"b":[1,2,3]}']) {
        fs.writeFileSync(file, '{"before":true}');
        writeInPlace(file, text, () => undefined);
      }
    } finally {
      for (const [index, name] of watched.entries()) parts[name] = originals[index] as never;
      syncBuiltinESMExports();
    }
    assert.ok(seen.length > 3);
    for (const text of seen) assert.doesNotThrow(() => JSON.parse(text), text);
  });

  it('is left alone where the check throws', () => {
    fs.writeFileSync(file, '{"a":1}');
    assert.throws(() =>
      writeInPlace(file, '{}', () => {
        throw new Error('changed');
      }),
    );
    assert.equal(read(), '{"a":1}');
  });
});
