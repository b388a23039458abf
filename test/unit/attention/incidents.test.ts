import assert from 'node:assert/strict';
import { Incidents } from '../../../src/extension/hub/attention/incidents';
import type { AgentState } from '../../../src/shared/protocol/protocol';
import { aSession } from '../../support/sessionBuilder';

const start = Date.parse('2026-03-02T10:00:00.000Z');
const sessionId = 'one';

/**
 * Events of one session: each step happens `at` ms after the start, and its evidence dates from
 * `since`.
 */
class Life {
  private readonly incidents: Incidents;
  constructor(trustedFrom = 0) {
    this.incidents = new Incidents(start + trustedFrom);
  }

  enter(at: number, group: AgentState['group'], state: string, since = at): this {
    const stateSince = new Date(start + since).toISOString();
    const session = aSession({ sessionId, stateSince, agentState: { group, state } });
    this.incidents.update(session, start + at);
    return this;
  }

  gone(): this {
    this.incidents.remove(sessionId);
    return this;
  }

  /** Kind and start of the open incidents. */
  get open(): readonly (readonly [string, number])[] {
    return this.incidents.open.map(({ kind, startedAt }) => [kind, startedAt - start] as const);
  }
}

describe('An incident', () => {
  for (const state of ['needs_permission', 'awaiting_input', 'awaiting_approval', 'error', 'odd'])
    it(`begins when a session is in ${state}, by the time of the evidence`, () => {
      const life = new Life()
        .enter(0, 'autonomous', 'thinking')
        .enter(900, 'needs_you', state, 800);
      assert.deepEqual(life.open, [['blocked', 800]]);
    });

  for (const state of ['idle', 'interrupted'])
    it(`does not begin when a session is ${state} after a short turn`, () => {
      const life = new Life().enter(0, 'autonomous', 'thinking').enter(29_000, 'needs_you', state);
      assert.deepEqual(life.open, []);
    });

  it('does not begin when a client wakes by itself for a short run', () => {
    const life = new Life()
      .enter(0, 'autonomous', 'sleeping')
      .enter(60_000, 'autonomous', 'thinking');
    assert.deepEqual(life.enter(61_000, 'needs_you', 'idle').open, []);
  });

  it('does not begin when a client has compacted for long while it rested', () => {
    const life = new Life().enter(0, 'needs_you', 'idle').enter(1_000, 'autonomous', 'compacting');
    assert.deepEqual(life.enter(61_000, 'needs_you', 'idle').open, []);
  });

  it('goes on while a client compacts at rest, and calls nobody again', () => {
    const life = new Life()
      .enter(0, 'needs_you', 'awaiting_input')
      .enter(9, 'autonomous', 'compacting');
    assert.deepEqual(life.enter(61_000, 'needs_you', 'awaiting_input', 0).open, [['blocked', 0]]);
  });

  it('does not begin when a client without hooks rests on after it looked busy', () => {
    const life = new Life().enter(0, 'needs_you', 'idle').enter(9_000, 'autonomous', 'thinking');
    assert.deepEqual(life.enter(61_000, 'needs_you', 'idle', 0).open, []);
  });

  it('begins after a long turn that compacted meanwhile', () => {
    const life = new Life()
      .enter(0, 'autonomous', 'thinking')
      .enter(20_000, 'autonomous', 'compacting');
    assert.deepEqual(life.enter(31_000, 'needs_you', 'idle').open, [['idle', 31_000]]);
  });

  it('is due a moment later, so that what is answered at once calls nobody', () => {
    const incidents = new Incidents(0);
    const stateSince = new Date(start).toISOString();
    const agentState = { group: 'needs_you', state: 'error' } as const;
    incidents.update(aSession({ stateSince, agentState }), start + 50);
    assert.equal(incidents.open[0]?.dueAt, start + 1_050);
  });

  it('ends with the need', () => {
    const life = new Life()
      .enter(0, 'needs_you', 'needs_permission')
      .enter(10, 'autonomous', 'acting');
    assert.deepEqual(life.open, []);
    assert.deepEqual(
      new Life().enter(0, 'needs_you', 'error').enter(9, 'needs_you', 'idle').open,
      [],
    );
    assert.deepEqual(
      new Life().enter(0, 'needs_you', 'error').enter(9, 'delivered', 'archived').open,
      [],
    );
    assert.deepEqual(new Life().enter(0, 'needs_you', 'error').gone().open, []);
  });

  it('stays the same while its reason is only worded anew', () => {
    const life = new Life()
      .enter(0, 'autonomous', 'thinking')
      .enter(100, 'needs_you', 'needs_permission')
      .enter(150, 'needs_you', 'awaiting_input', 140);
    assert.deepEqual(life.open, [['blocked', 100]]);
  });

  it('is another one after the session went on', () => {
    const life = new Life()
      .enter(0, 'needs_you', 'needs_permission')
      .enter(200, 'autonomous', 'acting')
      .enter(300, 'needs_you', 'needs_permission');
    assert.deepEqual(life.open, [['blocked', 300]]);
  });

  it('begins after the last calm moment, though its evidence is older', () => {
    const life = new Life()
      .enter(5_000, 'autonomous', 'acting', 0)
      .enter(6_000, 'needs_you', 'budget_exceeded', 0);
    assert.deepEqual(life.open, [['blocked', 5_000]]);
  });

  it('is as old as its evidence while the hub still reads what there is', () => {
    const life = new Life(3_000)
      .enter(10, 'autonomous', 'acting', -60_000)
      .enter(200, 'needs_you', 'needs_permission', -50_000);
    assert.deepEqual(life.open, [['blocked', -50_000]]);
  });

  it('is a long turn that is over, permissions in between included', () => {
    const life = new Life()
      .enter(0, 'autonomous', 'thinking')
      .enter(20_000, 'needs_you', 'needs_permission')
      .enter(25_000, 'autonomous', 'acting')
      .enter(31_000, 'needs_you', 'idle');
    assert.deepEqual(life.open, [['idle', 31_000]]);
    assert.deepEqual(life.enter(32_000, 'needs_you', 'idle', 31_000).open, [['idle', 31_000]]);
  });

  it('is measured turn by turn', () => {
    const life = new Life()
      .enter(0, 'autonomous', 'thinking')
      .enter(31_000, 'needs_you', 'idle')
      .enter(40_000, 'autonomous', 'thinking')
      .enter(50_000, 'needs_you', 'idle');
    assert.deepEqual(life.open, []);
  });

  it('is told once more when a turn that was over turns out to block', () => {
    const life = new Life()
      .enter(0, 'autonomous', 'thinking')
      .enter(31_000, 'needs_you', 'idle')
      .enter(31_200, 'needs_you', 'awaiting_input', 31_000);
    assert.deepEqual(life.open, [['blocked', 31_000]]);
  });

  it('is none when a session is seen at rest for the first time', () => {
    assert.deepEqual(new Life().enter(0, 'needs_you', 'idle', -90_000).open, []);
  });
});
