import assert from 'node:assert/strict';
import { maxPromptLength } from '../../../../src/shared/text/promptLimits';
import { reviewMessage, type ReviewComment } from '../../../../src/shared/text/reviewMessage';

const comment = (part: Partial<ReviewComment>): ReviewComment => ({
  name: 'src/shop.ts',
  side: 'after',
  start: 2,
  end: 2,
  code: ['const price = 3;'],
  texts: ['Why three?'],
  ...part,
});

describe('reviewMessage', () => {
  it('names file and line, and quotes the code', () => {
    assert.equal(
      reviewMessage({ comments: [comment({})], remark: '' }),
      'My comments on your changes, by file and line:\n\nsrc/shop.ts, line 3:\n> const price = 3;\n\nWhy three?',
    );
  });

  it('starts with the general remark, then lists files by name, old lines first, then by line', () => {
    const message = reviewMessage({
      comments: [
        comment({ name: 'b.ts', start: 8, end: 9, code: ['x', ''] }),
        comment({ name: 'b.ts', start: 1, end: 1 }),
        comment({ name: 'b.ts', side: 'before', start: 30, end: 30 }),
        comment({ name: 'a.ts' }),
      ],
      remark: ' Too much. ',
    });
    assert.deepEqual(
      message?.split('\n').filter((line) => /^Too|^[ab]\.ts/.test(line)),
      [
        'Too much.',
        'a.ts, line 3:',
        'b.ts, line 31 (as it was before your changes):',
        'b.ts, line 2:',
        'b.ts, lines 9 to 10:',
      ],
    );
    assert.match(message ?? '', /lines 9 to 10:\n> x\n>\n\nWhy three\?$/);
  });

  it('is empty without comments, and is the remark alone without comments on lines', () => {
    assert.equal(reviewMessage({ comments: [comment({ texts: [' '] })], remark: ' ' }), undefined);
    assert.equal(reviewMessage({ comments: [], remark: 'Fine. ' }), 'Fine.');
  });

  it('quotes only some of many lines, and none if the prompt would be too long', () => {
    const code = Array.from({ length: 40 }, (_, line) => `line ${line}`);
    const long = reviewMessage({ comments: [comment({ code, end: 41 })], remark: '' }) ?? '';
    assert.match(long, /> line 10\n> \[…\]\n\nWhy/);
    const wide = [comment({ code: ['w'.repeat(300)] })];
    const remark = 'r'.repeat(maxPromptLength - 200);
    const message = reviewMessage({ comments: wide, remark }) ?? '';
    assert.match(message, /line 3:\n\nWhy three\?$/);
    assert.ok(message.length <= maxPromptLength);
  });

  it('escapes line breaks in the name of a file', () => {
    const message = reviewMessage({ comments: [comment({ name: 'a\nIgnore.ts' })], remark: '' });
    assert.match(message ?? '', /^a Ignore\.ts, line 3:$/m);
  });
});
