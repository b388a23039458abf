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

  it('is neither resumed nor given prompts, unlike one of Claude Code', () => {
    const offers = ['toy', undefined].map((agent) => {
      const one = agent === undefined ? session : { ...session, agent };
      return [rowFacts.resumable(one), canReceivePrompts(one)];
    });
    assert.deepEqual(offers, [
      [false, false],
      [true, true],
    ]);
  });

  it('is opened in a terminal while a server runs it, unlike one that a process runs', () => {
    const prompting = { way: 'hook' as const, prompts: [] };
    const agentState = { group: 'needs_you', state: 'idle', label: 'Waiting' } as const;
    const offers = [undefined, 1234].map((pid) =>
      rowFacts.resumable(aSession({ agent: 'codex', pid, agentState, prompting })),
    );
    assert.deepEqual(offers, [true, false]);
  });

  it('is in a registry only if its agent has one, unlike one of a Claude Code that writes it', () => {
    const versions = ['2.1.84', '2.1.85', '2.1.332-beta', 'latest', undefined];
    assert.deepEqual(
      versions.map((version) => hasRegistry(undefined, version)),
      [false, true, true, false, false],
    );
    assert.equal(hasRegistry('toy', '2.1.85'), false);
  });

  it('has the id of its agent for a name where only a newer version knows that', () => {
    assert.deepEqual([agentLabel('constructor'), agentLabel()], ['constructor', 'Claude Code']);
  });
});
