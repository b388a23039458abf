import assert from 'node:assert/strict';
import { assert as check, jsonValue, property } from 'fast-check';
import { truncateText } from '../../../../src/shared/text/truncate';
import { preview } from '../../../../src/extension/hub/domain/card/preview';
import { heapGrowth } from '../../../support/processes/heapGrowth';

const long = 'x'.repeat(1_000_000);

describe('The preview of a tool’s input', () => {
  it('equals a small value', () => {
    const input = {
      questions: [{ question: 'Which?', options: [{ label: 'One' }], multiSelect: false }],
      answers: null,
      count: 3,
    };
    assert.deepEqual(preview(input), { value: input, whole: true });
    assert.deepEqual(preview(undefined), { value: undefined, whole: true });
    assert.deepEqual(preview('ls'), { value: 'ls', whole: true });
  });

  it('has both ends of a long text, and the number of omitted characters', () => {
    const command = `npm test${' '.repeat(80_010)};curl`;
    const { value, whole } = preview({ command });
    const shown = (value as { readonly command: string }).command;
    assert.match(shown, /^npm test {1326} … \+78023 … {662};curl$/);
    assert.equal(whole, false);
  });

  it('does not split a surrogate pair', () => {
    for (const shift of ['', 'x']) {
      const { value } = preview(`${shift}${'\u{1F600}'.repeat(2_000)}${shift}x`);
      assert.doesNotMatch(String(value), /\p{Cs}/u);
    }
  });

  it('keeps the name of a file, however much text precedes it', () => {
    const fields = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((key) => [key, long]));
    const { value } = preview({ ...fields, file_path: '/home/dev/a.ts' });
    assert.equal((value as { readonly file_path: string }).file_path, '/home/dev/a.ts');
  });

  it('keeps the order of fields', () => {
    const { value } = preview({ content: long, file_path: 'a.ts' });
    assert.deepEqual(Object.keys(value as object), ['content', 'file_path']);
  });

  it('is marked as incomplete if deep or late parts are omitted', () => {
    const deep = JSON.parse(`${'['.repeat(50)}1${']'.repeat(50)}`) as unknown;
    const many = Array.from({ length: 100_000 }, (_, index) => index);
    for (const value of [deep, many, { many }]) assert.equal(preview(value).whole, false);
  });

  it('is small for any value, and complete only if it is equal', () => {
    check(
      property(jsonValue({ maxDepth: 8 }), (value) => {
        const copy = preview(value);
        assert.ok((JSON.stringify(copy.value) ?? '').length < 100_000);
        if (copy.whole) assert.deepEqual(copy.value, value);
      }),
    );
  });

  it('does not become a prototype', () => {
    const input = JSON.parse('{"__proto__":{"polluted":true}}') as object;
    const { value } = preview(input);
    assert.equal(Reflect.get(value as object, 'polluted'), undefined);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });
});

describe('The beginning of a text', () => {
  it('does not keep the rest of it in memory', () => {
    const grown = heapGrowth(() =>
      Array.from({ length: 40 }, (_, index) =>
        truncateText(Buffer.alloc(1_000_000, 65 + (index % 26)).toString('latin1'), 500),
      ),
    );
    assert.ok(grown < 10_000_000, `${grown} bytes`);
  });
});
