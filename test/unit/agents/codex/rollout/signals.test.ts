import assert from 'node:assert/strict';
import { codexFormat } from '../../../../../src/extension/agents/codex/transcripts';
import { newFold, withEntry } from '../../../../../src/extension/transcript/fold/fold';
import type { TranscriptFacts } from '../../../../../src/extension/hub/domain/facts/session';
import type { SignalFact } from '../../../../../src/extension/hub/domain/facts/signals';

const of = { path: '/rollout.jsonl', sessionId: 'one' };

type Payload = readonly [type: string, payload: object];

/** The facts of lines with these payloads. */
function factsOf(...payloads: readonly Payload[]): TranscriptFacts | undefined {
  let fold = newFold(of);
  for (const [type, payload] of payloads) {
    const line = { timestamp: '2026-11-26T18:00:00.000Z', ordinal: 1, type, payload };
    for (const entry of codexFormat.entries(JSON.stringify(line)))
      fold = withEntry(fold, of, entry);
  }
  return fold.facts;
}

function signalsOf(...payloads: readonly Payload[]): readonly SignalFact[] {
  return factsOf(...payloads)?.signals ?? [];
}

const start = ['session_meta', { id: 'one', cwd: '/home/dev/shop' }] as const;
const call = (cmd: string) =>
  [
    'response_item',
    {
      type: 'function_call',
      name: 'exec_command',
      arguments: JSON.stringify({ cmd }),
      call_id: 'c1',
    },
  ] as const;
const output = (text: string) =>
  ['response_item', { type: 'function_call_output', call_id: 'c1', output: text }] as const;

describe('Signals of Codex’s commands', () => {
  it('name the folder of a command that discards work', () => {
    const done = output('Wall time: 0 seconds\nProcess exited with code 0\nOutput:\n');
    const [signal] = signalsOf(start, call('git checkout -- .'), done);
    assert.equal(signal?.kind, 'sweep');
    assert.equal(signal.data['folder'], '/home/dev/shop');
  });

  it('tell how a command in the background ended', () => {
    const running = output(
      'Wall time: 0.5 seconds\nProcess running with session ID 7\nOutput:\nrunning 1 test\n',
    );
    const item = { type: 'CommandExecution', id: 'c1', process_id: '7', exit_code: 1 };
    const ended = ['event_msg', { type: 'item_completed', item }] as const;
    assert.deepEqual(signalsOf(start, call('cargo test'), running), []);
    const [signal] = signalsOf(start, call('cargo test'), running, ended);
    assert.deepEqual([signal?.kind, signal?.ok], ['tests', false]);
  });

  it('come from no command that was refused', () => {
    const refused = output(
      'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
    );
    assert.deepEqual(signalsOf(start, call('npx mocha'), refused), []);
  });
});

describe('The folder of a session of Codex', () => {
  const moved = ['turn_context', { cwd: '/home/dev/api' }] as const;

  it('is that of its last turn, also after its start was written again', () => {
    // Measured with 0.171.0: a change of the branch writes the first line once more.
    const again = ['session_meta', { ...start[1], git: { branch: 'other' } }] as const;
    const facts = factsOf(start, moved, again);
    assert.deepEqual([facts?.cwd, facts?.gitBranch], ['/home/dev/api', 'other']);
  });

  it('is that of a fork, and not that of the session whose lines it copied', () => {
    const parent = ['session_meta', { id: 'two', cwd: '/home/dev/site' }] as const;
    assert.equal(factsOf(start, parent)?.cwd, '/home/dev/shop');
  });
});
