import assert from 'node:assert/strict';
import * as path from 'node:path';
import type { SignalFact } from '../../../../src/extension/hub/domain/facts/signals';
import { signalsOf } from '../../../../src/extension/transcript/fold/fold';
import { folded } from '../../../support/transcript/foldedTranscript';

const folder = path.join(__dirname, '../../../fixtures/deliveries');
const session = { path: path.join(folder, 'session.jsonl'), sessionId: 's' };
const subagent = { path: path.join(folder, 'subagent.jsonl'), sessionId: 's', agentId: 'a' };
const ofGit = new Set(['commit', 'push', 'merge', 'branch', 'pr']);

function shown({ turn, kind, ok, data }: SignalFact): string {
  const values = Object.values(data).join(' ');
  return `${turn} ${kind} ${ok ?? 'unknown'} ${values}`.trim();
}

describe('The signals of a recorded session', () => {
  it('tell what git did, by the client’s word or by the command, see test/support/claude/deliveries.ts', () => {
    const { signals, awaited } = signalsOf(folded(session));
    assert.deepEqual(signals.filter(({ kind }) => ofGit.has(kind)).map(shown), [
      '1 commit true fad9f6b committed main',
      '1 commit true committed',
      '1 commit true c27df9d amended main',
      '1 commit unknown committed',
      '2 push true main',
      '2 push false',
      '2 push true tags',
      '3 merge false other merged',
      '3 merge true clean merged',
      '3 commit true committed',
      '3 push true feature/auth',
      '3 branch true feature/auth switched',
      '4 pr true 41 https://github.com/dev/proj/pull/41 dev/proj merged',
      '5 commit unknown committed',
      '5 push false',
      '6 commit true committed',
    ]);
    assert.deepEqual(awaited.calls, []);
  });

  it('tell how tests ended at last in a turn that mended them, and in the background', () => {
    const { signals } = signalsOf(folded(session));
    assert.deepEqual(signals.filter(({ kind }) => kind === 'tests').map(shown), [
      '5 tests true node:test 1',
      '6 tests true node:test 1',
    ]);
  });

  it('tell what the work tree was taken to', () => {
    const sweeps = signalsOf(folded(session)).signals.filter(({ kind }) => kind === 'sweep');
    assert.deepEqual(
      sweeps.map(({ turn, ok, at, data: { since, ...data } }) => {
        assert.ok(typeof since === 'number' && since < at);
        return [turn, ok, ...Object.values(data)];
      }),
      [
        [3, true, 'switch', 'git switch -c feature/auth', '/home/dev/proj', 'feature/auth'],
        [3, true, 'switch', 'git checkout -q -b topic', '/home/dev/proj', 'topic'],
        [3, true, 'switch', 'git switch feature/auth', '/home/dev/proj', 'feature/auth'],
      ],
    );
  });

  it('are those of a subagent in its own transcript', () => {
    const { signals } = signalsOf(folded(subagent));
    assert.deepEqual(signals.map(shown), ['0 commit true a0e78c7 committed feature/auth']);
  });
});
