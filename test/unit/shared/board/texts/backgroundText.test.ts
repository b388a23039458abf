import assert from 'node:assert/strict';
import { backgroundLines } from '../../../../../src/shared/board/texts/backgroundText';

describe('The lines about a background job', () => {
  const needs = [
    ['answer: Which colour? (Red · Blue)', 'Asks you: Which colour? (Red · Blue)'],
    [
      'answer: Shall I approve it? (A · approve B)',
      'Asks you: Shall I approve it? (A · approve B)',
    ],
    ['answer question', 'Asked you a question'],
    ['approve plan', 'Plan ready for review'],
    ['approve Bash: touch x', 'Needs permission: Bash: touch x'],
    ['approve Write', 'Needs permission: Write'],
    ['worker · approve Bash: touch x', 'Needs permission: Bash: touch x (worker subagent)'],
    ['awaiting input', 'Waits for your input'],
    ['awaiting input: sign in', 'Waits for your input: sign in'],
    ['a new word of a new client', 'Needs: a new word of a new client'],
  ] as const;
  for (const [told, shown] of needs) {
    it(`say “${shown}” where the client writes “${told}”`, () => {
      assert.deepEqual(backgroundLines({ jobId: '37269abb', needs: told }), [
        'Background job',
        shown,
        'Attach with “claude attach 37269abb”',
      ]);
    });
  }

  it('say what the job does while it needs nothing', () => {
    const lines = backgroundLines({ jobId: '37269abb', name: 'Build', detail: 'Compiles.' });
    assert.deepEqual(lines.slice(0, 2), ['Background job “Build”', 'Compiles.']);
  });
});
