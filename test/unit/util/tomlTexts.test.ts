import assert from 'node:assert/strict';
import { tomlTexts } from '../../../src/extension/util/tomlTexts';

describe('Texts in a TOML file', () => {
  const read = (...lines: readonly string[]): readonly (readonly [string, string])[] =>
    Array.from(tomlTexts(lines.join('\n')), ({ path: keys, value }) => [keys.join('|'), value]);

  it('are found below tables, dotted keys and tables in braces', () => {
    assert.deepEqual(
      read(
        'model = "gpt" # one',
        "[ a . 'b.c' ]",
        'd."e\\"f" = "x#y"',
        'g = { h = "1", \'i\' = false }',
        '[[hooks.Stop]]',
        'n = 7 # seven',
      ),
      [
        ['model', 'gpt'],
        ['a|b.c', ''],
        ['a|b.c|d|e"f', 'x#y'],
        ['a|b.c|g|h', '1'],
        ['a|b.c|g|i', 'false'],
        ['hooks|Stop', ''],
        ['hooks|Stop|n', '7'],
      ],
    );
  });

  it('are not found inside a text of several lines', () => {
    const inside = ['notes = """', '[hooks.state]', 'a = "b"', '"""', 'c = "d"'];
    assert.deepEqual(read(...inside), [['c', 'd']]);
  });

  it('are parsed from any input without an error', () => {
    const lines = ['[', '[[a', 'a =', '= b', '"open = 1', 'a = {', 'a = { b', '{}', ']', 'a."b'];
    assert.doesNotThrow(() => read(...lines));
  });
});
