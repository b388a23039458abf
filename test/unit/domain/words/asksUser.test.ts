import assert from 'node:assert/strict';
import { asksUser } from '../../../../src/extension/hub/domain/words/asksUser';

const table: readonly (readonly [answer: string, asks: boolean])[] = [
  ['Shall I go on?', true],
  ['All tests pass. Shall I commit?', true],
  ['Is it this?\n\nI have changed it.', false],
  ['Done.', false],
  ['', false],
  ['   \n\n', false],
  ['Which one?\n\n1. The first\n2. The second', true],
  ['Which one?\n- left\n- right', true],
  ['Which one do you prefer:\na) left?\nb) right?', true],
  ['I did:\n- one\n- two', false],
  ['Should I? (I would say "yes".)', false],
  ['Do you want me to **continue?**', true],
  ['He asked "why?"', true],
  ['¿Sigo?', true],
  ['続けますか？', true],
  ['هل أستمر؟', true],
  ['Ready:\n```sh\nls file?\n```', false],
  ['Shall I run this?\n```sh\nrm -rf dist\n```', true],
  ['~~~\nwhat?\n~~~\nIt says so.', false],
  ['It ends with `a?`', false],
  ['See https://example.com/?', true],
  ['Anything else?   \n', true],
  ['\r\nShall I?\r\n', true],
];

describe('An answer', () => {
  for (const [answer, asks] of table) {
    it(`${asks ? 'asks' : 'does not ask'}: ${JSON.stringify(answer)}`, () => {
      assert.equal(asksUser(answer), asks);
    });
  }

  // A rule that scans back at each mark would take minutes and hit the test's timeout.
  it('of a megabyte is evaluated in linear time', () => {
    const long = `${'- word? '.repeat(100_000)}\n`.repeat(2);
    asksUser(long);
    asksUser('?'.repeat(1_000_000));
    asksUser('`'.repeat(1_000_001));
    asksUser(`${'`a'.repeat(300_000)}\n?${' '.repeat(300_000)}x`);
    asksUser('```\n'.repeat(100_001));
    assert.equal(asksUser(`${'word '.repeat(200_000)}?`), true);
  });
});
