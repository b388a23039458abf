import assert from 'node:assert/strict';
import { canReceivePrompts } from '../../../../src/shared/actions/cardFacts';
import { rowFacts } from '../../../../src/shared/actions/facts';
import { agentLabel, hasRegistry } from '../../../../src/shared/agents/agentLabels';
import { aSession } from '../../../support/sessionBuilder';

describe('A session of another agent', () => {
  const { pid: _none, ...session } = aSession({
    transcriptPath: '/home/dev/one.jsonl',
    agentState: { group: 'delivered', state: 'session_ended', label: 'Ended' },
  });

  it('cannot be resumed or prompted unless the agent supports that', () => {
    const offers = ['toy', undefined].map((agent) => {
      const one = agent === undefined ? session : { ...session, agent };
      return [rowFacts.resumable(one), canReceivePrompts(one)];
    });
    assert.deepEqual(offers, [
      [false, false],
      [true, true],
    ]);
  });

  it('can be resumed in a terminal while a server runs it, and not while a process runs it', () => {
    const prompting = { way: 'hook' as const, prompts: [] };
    const agentState = { group: 'needs_you', state: 'idle', label: 'Waiting' } as const;
    const offers = [undefined, 1234].map((pid) =>
      rowFacts.resumable(aSession({ agent: 'codex', pid, agentState, prompting })),
    );
    assert.deepEqual(offers, [true, false]);
  });

  it('is always in a registry only if its agent and version write one', () => {
    const versions = ['2.1.84', '2.1.85', '2.1.332-beta', 'latest', undefined];
    assert.deepEqual(
      versions.map((version) => hasRegistry(undefined, version)),
      [false, true, true, false, false],
    );
    assert.equal(hasRegistry('toy', '2.1.85'), false);
  });

  it('shows the id of an agent that this version does not know', () => {
    assert.deepEqual([agentLabel('constructor'), agentLabel()], ['constructor', 'Claude Code']);
  });
});
