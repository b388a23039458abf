import assert from 'node:assert/strict';
import { numberedLines } from '../../../../src/webview/decide/planLines';

const told = (plan: string): readonly string[] =>
  numberedLines(plan).map(({ kind, mark, text, depth }) =>
    [kind, depth === 0 ? '' : String(depth), mark, text].filter(Boolean).join('|'),
  );

describe('the lines of a plan', () => {
  it('are headings, items and words, and lose nothing of these', () => {
    const plan =
      '# Do it\n\n1. First\n   - [a](javascript:x) <b>\n\n\t* deep\n10) Tenth\n#hash **bold**';
    assert.deepEqual(told(plan), [
      'heading|Do it',
      'item|1.|First',
      'item|1.5|•|[a](javascript:x) <b>',
      'item|1|•|deep',
      'item|10)|Tenth',
      'text|#hash **bold**',
    ]);
  });

  it('keep code as it is, also where its end is missing', () => {
    assert.deepEqual(told('a\n```sh\n# no heading\n  rm -rf x\n```\nb\n~~~\n- no item'), [
      'text|a',
      'code|# no heading\n  rm -rf x',
      'text|b',
      'code|- no item',
    ]);
  });

  it('are there for what says nothing', () => assert.deepEqual(told('\n \n'), []));
});
