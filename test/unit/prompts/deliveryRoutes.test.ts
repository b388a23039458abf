import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { ProvenTerminal } from '../../../src/extension/hub/attention/places';
import { DeliveryRoutes, type Reachable } from '../../../src/extension/hub/prompts/deliveryRoutes';
import { noLine } from '../../support/fakes/noLine';

const inTerminal: ProvenTerminal = { window: 'w', terminal: 42 };

describe('How a prompt reaches a session', () => {
  let session: Reachable;
  let where: ProvenTerminal | undefined;
  let lookups: number;
  let sent: string[];
  let routes: DeliveryRoutes;

  beforeEach(() => {
    session = { sessionId: 'one', pid: 4711, entrypoint: 'cli' };
    [where, lookups, sent] = [inTerminal, 0, []];
    routes = new DeliveryRoutes({
      sessions: () => [session],
      places: {
        terminalOf: () => {
          lookups += 1;
          return Promise.resolve(where);
        },
      },
      wakers: { has: (_session, pid) => pid === 4712 },
      line: noLine,
      runners: { has: (sessionId) => sessionId === 'run' },
      isGuess: (pid) => pid === 13,
      onChange: (sessionId) => sent.push(sessionId),
    });
  });
  async function recordAndWait(one: Reachable = session): Promise<void> {
    routes.recordProcess(one);
    for (let turns = 0; turns < 5; turns += 1) await turn();
  }

  it('is its terminal, from when it is found there; told once', async () => {
    assert.equal(routes.routeOf(session), undefined);
    await recordAndWait();
    assert.equal(routes.routeOf(session), 'terminal');
    assert.deepEqual(sent, ['one']);
    await recordAndWait();
    assert.deepEqual([sent.length, lookups], [1, 1], 'it looks where another process runs it');
  });

  it('is no terminal of a process that ran it before, nor one in which it does not run any more', async () => {
    await recordAndWait();
    const next = { ...session, pid: 4712 };
    assert.equal(routes.routeOf(next), 'hook');
    assert.equal(routes.routeOf({ ...session, pid: undefined }), undefined);
    where = undefined;
    session = next;
    await recordAndWait();
    assert.equal(routes.routeOf({ ...next, pid: 4711 }), undefined);
    session = { ...next, pid: 4711 };
    await recordAndWait();
    assert.equal(routes.routeOf(session), undefined);
  });

  it('is none for a run without an input box, nor for a process that is only a guess', async () => {
    for (const change of [{ entrypoint: 'sdk-cli' }, { pid: 13 }]) {
      session = { ...session, entrypoint: 'cli', ...change };
      await recordAndWait();
      assert.equal(routes.routeOf(session), undefined);
    }
    assert.equal(routes.routeOf({ ...session, entrypoint: undefined, pid: 4712 }), 'hook');
  });

  it('is its runner before all', async () => {
    assert.equal(routes.routeOf({ sessionId: 'run', pid: 4711, entrypoint: 'sdk-cli' }), 'runner');
    assert.equal(
      routes.routeOf({ sessionId: 'run', pid: undefined, entrypoint: 'cli' }),
      undefined,
    );
  });

  it('is looked for again when windows hold other terminals', async () => {
    where = undefined;
    await recordAndWait();
    assert.equal(routes.routeOf(session), undefined);
    where = inTerminal;
    routes.refresh();
    for (let turns = 0; turns < 5; turns += 1) await turn();
    assert.equal(routes.routeOf(session), 'terminal');
  });
});
