import assert from 'node:assert/strict';
import { silentLog } from '../../../src/extension/util/log';
import type { Agent } from '../../../src/extension/agents/agent';
import { claude } from '../../../src/extension/agents/claude/claude';
import { SessionRegistries } from '../../../src/extension/agents/sessionRegistries';
import type { AgentSourcesParts } from '../../../src/extension/agents/sources';
import type { DomainEvent } from '../../../src/extension/hub/domain/facts/event';
import { linuxProcesses } from '../../../src/extension/hub/ingest/processes';
import { ClosableStore } from '../../../src/extension/util/closableStore';
import { Emitter } from '../../../src/extension/util/emitter';
import { toyAgent } from '../../support/agents/toyAgent';

const gone = (sessionId: string): DomainEvent => {
  return { type: 'processGone', sessionId, at: 1, pid: 1, how: 'exited' };
};

describe('The registries of the agents of a hub', () => {
  let calls: string[];
  let heard: string[];
  let emitted: DomainEvent[];
  let applied: Emitter<DomainEvent>;
  let parts: Map<string, AgentSourcesParts>;
  let registries: SessionRegistries;

  beforeEach(() => {
    calls = [];
    heard = [];
    emitted = [];
    applied = new Emitter();
    parts = new Map();
    registries = new SessionRegistries([agent(claude, 1), agent(toyAgent, 2)], {
      configHome: '/home/dev/.claude',
      processes: linuxProcesses,
      emit: (event) => emitted.push(event),
      holdRequest: () => undefined,
      log: silentLog,
      onDidApply: applied.event,
      onDidDiscoverSession: new Emitter<string>().event,
      agentOf: (sessionId) => (sessionId.startsWith('toy') ? 'toy' : undefined),
      folderOf: () => undefined,
      transcriptWithoutProcess: () => undefined,
      isFollowed: () => false,
      closing: new ClosableStore(),
    });
  });

  /** An agent with one running session and one that its process left behind. */
  function agent(one: Agent, pid: number): Agent {
    return {
      ...one,
      sources(given) {
        const { id } = one;
        parts.set(id, given);
        given.onDidApply(({ sessionId }) => heard.push(`${id} ${sessionId}`));
        return {
          start: async () => void calls.push(`start ${id}`),
          sessionIds: () => new Set([`${id}-runs`]),
          leftBehind: async () => [
            { sessionId: `${id}-left`, process: { pid, statusAt: 1, startedAt: 1 } },
          ],
          trackProcess: async (pid, sessionId) => void calls.push(`${id} has ${sessionId} ${pid}`),
          isGuess: (asked) => asked === pid,
          terminate: async (sessionId) => sessionId === `${id}-runs`,
        };
      },
    };
  }

  it('start, list and assume the sessions of all agents', async () => {
    await registries.start();
    assert.deepEqual(calls, ['start claude', 'start toy']);
    assert.deepEqual([...registries.sessionIds()], ['claude-runs', 'toy-runs']);
    assert.deepEqual(
      (await registries.leftBehind()).map(({ sessionId }) => sessionId),
      ['claude-left', 'toy-left'],
    );
    assert.deepEqual(
      [1, 2, 3].map((pid) => registries.isGuess(pid)),
      [true, true, false],
    );
  });

  it('pass a process and its end to the agent of its session', async () => {
    await registries.trackProcess('toy', 7, 'toy-runs');
    await registries.trackProcess('claude', 8, 'claude-runs');
    assert.deepEqual(calls, ['toy has toy-runs 7', 'claude has claude-runs 8']);
    assert.equal(await registries.terminate('toy', 'toy-runs'), true);
    assert.equal(await registries.terminate(undefined, 'toy-runs'), false);
    assert.equal(await registries.terminate(undefined, 'claude-runs'), true);
  });

  it('mark what an agent emits, and notify it only of its own sessions', () => {
    for (const { emit } of parts.values()) emit(gone('one'));
    assert.deepEqual(
      emitted.map(({ agent: id }) => id),
      [undefined, 'toy'],
    );
    applied.fire(gone('toy-one'));
    applied.fire(gone('one'));
    assert.deepEqual(heard, ['toy toy-one', 'claude one']);
  });
});
