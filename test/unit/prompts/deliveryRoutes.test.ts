import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { ProvenTerminal } from '../../../src/extension/hub/attention/places';
import { DeliveryRoutes, type Reachable } from '../../../src/extension/hub/prompts/deliveryRoutes';

const inTerminal: ProvenTerminal = { window: 'w', terminal: 42 };

describe('How a prompt reaches a session', () => {
  let session: Reachable;
  let where: ProvenTerminal | undefined;
  let looks: number;
  let told: string[];
  let ways: DeliveryRoutes;

  beforeEach(() => {
    session = { sessionId: 'one', pid: 4711, entrypoint: 'cli' };
    [where, looks, told] = [inTerminal, 0, []];
    ways = new DeliveryRoutes({
      sessions: () => [session],
      places: {
        terminalOf: () => {
          looks += 1;
          return Promise.resolve(where);
        },
      },
      wakers: { has: (_session, pid) => pid === 4712 },
      runners: { has: (sessionId) => sessionId === 'run' },
      isGuess: (pid) => pid === 13,
      onChange: (sessionId) => told.push(sessionId),
    });
  });
  async function noted(one: Reachable = session): Promise<void> {
    ways.recordProcess(one);
    for (let turns = 0; turns < 5; turns += 1) await turn();
  }

  it('is its terminal, from when it is found there; told once', async () => {
    assert.equal(ways.routeOf(session), undefined);
    await noted();
    assert.equal(ways.routeOf(session), 'terminal');
    assert.deepEqual(told, ['one']);
    await noted();
    assert.deepEqual([told.length, looks], [1, 1], 'it looks where another process runs it');
  });

  it('is no terminal of a process that ran it before, nor one in which it does not run any more', async () => {
    await noted();
    const next = { ...session, pid: 4712 };
    assert.equal(ways.routeOf(next), 'hook');
    assert.equal(ways.routeOf({ ...session, pid: undefined }), undefined);
    where = undefined;
    session = next;
    await noted();
    assert.equal(ways.routeOf({ ...next, pid: 4711 }), undefined);
    session = { ...next, pid: 4711 };
    await noted();
    assert.equal(ways.routeOf(session), undefined);
  });

  it('is none for a run without an input box, nor for a process that is only a guess', async () => {
    for (const change of [{ entrypoint: 'sdk-cli' }, { pid: 13 }]) {
      session = { ...session, entrypoint: 'cli', ...change };
      await noted();
      assert.equal(ways.routeOf(session), undefined);
    }
    assert.equal(ways.routeOf({ ...session, entrypoint: undefined, pid: 4712 }), 'hook');
  });

  it('is its runner before all', async () => {
    assert.equal(ways.routeOf({ sessionId: 'run', pid: 4711, entrypoint: 'sdk-cli' }), 'runner');
    assert.equal(ways.routeOf({ sessionId: 'run', pid: undefined, entrypoint: 'cli' }), undefined);
  });

  it('is looked for again when windows hold other terminals', async () => {
    where = undefined;
    await noted();
    assert.equal(ways.routeOf(session), undefined);
    where = inTerminal;
    ways.refresh();
    for (let turns = 0; turns < 5; turns += 1) await turn();
    assert.equal(ways.routeOf(session), 'terminal');
  });
});
