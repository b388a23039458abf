import assert from 'node:assert/strict';
import { parsePlanLines, parsePlanSpans } from '../../../../src/webview/decide/planLines';

const linesOf = (plan: string): readonly string[] =>
  parsePlanLines(plan).map(({ kind, mark, text, depth }) =>
    [kind, depth === 0 ? '' : String(depth), mark, text].filter(Boolean).join('|'),
  );

describe('the lines of a plan', () => {
  it('are headings, items and words, and lose nothing of these', () => {
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

  it('keep code as it is, also where its end is missing', () => {
    assert.deepEqual(linesOf('a\n```sh\n# no heading\n  rm -rf x\n```\nb\n~~~\n- no item'), [
      'text|a',
      'code|# no heading\n  rm -rf x',
      'text|b',
      'code|- no item',
    ]);
  });

  it('are one with those that they were wrapped into', () => {
    const long = 'Row groups of 250,000 rows, so that the memory stays flat and';
    assert.deepEqual(linesOf(`1. ${long}\n   small.\n${long}\n\`code\` runs\nShort\nlist`), [
      `item|1.|${long}\nsmall.`,
      `text|${long}\n\`code\` runs`,
      'text|Short',
      'text|list',
    ]);
  });

  it('stay apart where a line begins something, or a break was meant', () => {
    const long = 'Row groups of 250,000 rows, so that the memory stays flat and';
    for (const next of ['- item', '# head', '| cell |', '---', '', '└── file', '```'])
      assert.equal(linesOf(`${long}\n${next}`)[0], `text|${long}`, next);
    for (const end of ['  ', '\\'])
      assert.equal(linesOf(`${long}${end}\nsmall.`)[1], 'text|small.');
    assert.deepEqual(linesOf(`# ${long}\nsmall.`), [`heading|${long}`, 'text|small.']);
  });

  it('are there for what says nothing', () => assert.deepEqual(linesOf('\n \n'), []));
});

describe('the words of a line of a plan', () => {
  const kinds = (line: string) => parsePlanSpans(line).map(({ kind, text }) => [kind, text]);

  it('stand out where they are bold or code', () => {
    assert.deepEqual(kinds('**Row groups.** `add` flushes **all** of it'), [
      ['strong', 'Row groups.'],
      ['text', ' '],
      ['code', 'add'],
      ['text', ' flushes '],
      ['strong', 'all'],
      ['text', ' of it'],
    ]);
  });

  it('stay as they were written where stars and ticks mean themselves', () => {
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
