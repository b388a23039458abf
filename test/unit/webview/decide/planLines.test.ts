import assert from 'node:assert/strict';
import { parsePlanLines, parsePlanSpans } from '../../../../src/webview/decide/planLines';

const linesOf = (plan: string): readonly string[] =>
  parsePlanLines(plan).map(({ kind, mark, text, depth }) =>
    [kind, depth === 0 ? '' : String(depth), mark, text].filter(Boolean).join('|'),
  );

describe('parsePlanLines', () => {
  it('parses headings, list items and text without losing a word', () => {
    const plan =
      '# Do it\n\n1. First\n   - [a](javascript:x) <b>\n\n\t* deep\n10) Tenth\n#hash **bold**';
    assert.deepEqual(linesOf(plan), [
      'heading|Do it',
      'item|1.|First',
      'item|1.5|•|[a](javascript:x) <b>',
      'item|1|•|deep',
      'item|10)|Tenth',
      'text|#hash **bold**',
    ]);
  });

  it('keeps a code block unchanged, even without a closing fence', () => {
    assert.deepEqual(linesOf('a\n```sh\n# no heading\n  rm -rf x\n```\nb\n~~~\n- no item'), [
      'text|a',
      'code|# no heading\n  rm -rf x',
      'text|b',
      'code|- no item',
    ]);
  });

  it('joins lines that were wrapped at the end of a row', () => {
    const long = 'Row groups of 250,000 rows, so that the memory stays flat and';
    assert.deepEqual(linesOf(`1. ${long}\n   small.\n${long}\n\`code\` runs\nShort\nlist`), [
      `item|1.|${long}\nsmall.`,
      `text|${long}\n\`code\` runs`,
      'text|Short',
      'text|list',
    ]);
  });

  it('joins no lines at a list item or an intended line break', () => {
    const long = 'Row groups of 250,000 rows, so that the memory stays flat and';
    for (const next of ['- item', '# head', '| cell |', '---', '', '└── file', '```'])
      assert.equal(linesOf(`${long}\n${next}`)[0], `text|${long}`, next);
    for (const end of ['  ', '\\'])
      assert.equal(linesOf(`${long}${end}\nsmall.`)[1], 'text|small.');
    assert.deepEqual(linesOf(`# ${long}\nsmall.`), [`heading|${long}`, 'text|small.']);
  });

  it('returns no lines for a blank plan', () => assert.deepEqual(linesOf('\n \n'), []));
});

describe('parsePlanSpans', () => {
  const kinds = (line: string) => parsePlanSpans(line).map(({ kind, text }) => [kind, text]);

  it('marks bold words and code', () => {
    assert.deepEqual(kinds('**Row groups.** `add` flushes **all** of it'), [
      ['strong', 'Row groups.'],
      ['text', ' '],
      ['code', 'add'],
      ['text', ' flushes '],
      ['strong', 'all'],
      ['text', ' of it'],
    ]);
  });

  it('leaves stars and backticks that are no markup as text', () => {
    for (const line of [
      'src/**/a and lib/**',
      '2**3 + 4**5',
      'a ** b',
      '** a **',
      'a ` b',
      '****',
    ]) {
      assert.deepEqual(kinds(line), [['text', line]]);
    }
    assert.deepEqual(kinds('`src/**/a` and **/b**'), [
      ['code', 'src/**/a'],
      ['text', ' and **/b**'],
    ]);
  });
});
