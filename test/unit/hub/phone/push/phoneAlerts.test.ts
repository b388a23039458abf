import assert from 'node:assert/strict';
import { NotificationSchedule } from '../../../../../src/extension/hub/attention/notificationSchedule';
import { CallRate } from '../../../../../src/extension/hub/phone/push/callRate';
import {
  PhoneAlerts,
  type Alert,
  type AlertEnd,
} from '../../../../../src/extension/hub/phone/push/phoneAlerts';
import type { LiveSession } from '../../../../../src/shared/protocol/protocol';
import { HandClock } from '../../../../support/handClock';
import { aSession } from '../../../../support/sessionBuilder';

/** A hub that has run for some minutes and completed its first reading. */
class Hub {
  readonly clock = new HandClock();
  private readonly calls = new NotificationSchedule(this.clock);
  private readonly rate = new CallRate();
  readonly called: string[][] = [];
  readonly endedAlerts: (readonly [tag: string, left: number, ending: AlertEnd])[] = [];
  readonly inHand = new Set<string>();
  readonly muted = new Set<string>();
  readonly notifiedAt = new Map<string, number>();
  delaySeconds = 10;
  isWanted = true;
  private readonly sessions = new Map<string, LiveSession>();
  private readonly alerts: PhoneAlerts;

  constructor(warm = true) {
    this.alerts = new PhoneAlerts({
      session: (id) => this.sessions.get(id),
      isPersonAtCard: (id) => this.inHand.has(id),
      isMuted: ({ sessionId }) => this.muted.has(sessionId),
      told: {
        includes: ({ sessionId, startedAt }) => startedAt <= (this.notifiedAt.get(sessionId) ?? 0),
        add: (sessionId, at) => {
          this.notifiedAt.set(sessionId, at);
          return Promise.resolve();
        },
      },
      canCallPhone: () => this.isWanted,
      delayMs: () => this.delaySeconds * 1_000,
      call: (alert: Alert) => this.called.push(alert.sessions.map(({ sessionId }) => sessionId)),
      onOver: ({ tag }, left, ending) => this.endedAlerts.push([tag, left.length, ending]),
      rate: this.rate,
      calls: this.calls,
    });
    this.calls.add(this.alerts, this.rate);
    if (warm) this.clock.go(3_000);
  }

  blocks(...ids: readonly string[]): void {
    this.become(ids, { group: 'needs_you', state: 'needs_permission' });
  }

  works(...ids: readonly string[]): void {
    this.become(ids, { group: 'autonomous', state: 'acting' });
  }

  ends(id: string): void {
    this.sessions.delete(id);
    this.alerts.update([], [id]);
  }

  answered(id: string, by: string): void {
    this.alerts.answered(id, by);
  }

  /** Marks that a person uses a card, or has left it. */
  attend(id: string, at: boolean): void {
    if (at) this.inHand.add(id);
    else this.inHand.delete(id);
    this.calls.check(this.alerts);
  }

  become(ids: readonly string[], agentState: Partial<LiveSession['agentState']>): void {
    const stateSince = new Date(this.clock.now()).toISOString();
    this.find(ids.map((sessionId) => aSession({ sessionId, stateSince, agentState })));
  }

  find(changed: readonly LiveSession[]): void {
    for (const one of changed) this.sessions.set(one.sessionId, one);
    this.alerts.update(changed, []);
  }
}

describe('Phones', () => {
  it('are called once for what nobody dealt with at the desk in time', () => {
    const hub = new Hub();
    hub.blocks('one');
    hub.clock.go(9_900);
    assert.deepEqual(hub.called, []);
    hub.clock.go(200);
    assert.deepEqual(hub.called, [['one']]);
    hub.blocks('one');
    hub.clock.go(60 * 60_000);
    assert.deepEqual(hub.called, [['one']]);
  });

  it('are not called for what was answered in time, nor for what never asked', () => {
    const hub = new Hub();
    hub.blocks('one');
    hub.clock.go(5_000);
    hub.works('one');
    hub.become(['two'], { group: 'needs_you', state: 'idle' });
    hub.become(['three'], { group: 'needs_you', state: 'interrupted' });
    hub.clock.go(60_000);
    assert.deepEqual(hub.called, []);
  });

  it('are called at once where the person wants that, though not for what is decided at once', () => {
    const hub = new Hub();
    hub.delaySeconds = 0;
    hub.blocks('one');
    hub.clock.go(500);
    hub.works('one');
    hub.clock.go(5_000);
    assert.deepEqual(hub.called, []);
    hub.blocks('one');
    hub.clock.go(1_100);
    assert.deepEqual(hub.called, [['one']]);
  });

  it('are called anew when the session needs a person again', () => {
    const hub = new Hub();
    hub.blocks('one');
    hub.clock.go(11_000);
    hub.works('one');
    hub.clock.go(11_000);
    hub.blocks('one');
    hub.clock.go(11_000);
    assert.deepEqual(hub.called, [['one'], ['one']]);
  });

  it('are not called while somebody is at that very card, and soon after they left', () => {
    const hub = new Hub();
    hub.attend('one', true);
    hub.blocks('one', 'two');
    hub.clock.go(30_000);
    assert.deepEqual(hub.called, [['two']]);
    hub.attend('one', false);
    assert.deepEqual(hub.called, [['two'], ['one']]);
  });

  it('are called after a minute where a pointer was merely left on the card', () => {
    const hub = new Hub();
    hub.attend('one', true);
    hub.blocks('one');
    hub.clock.go(61_000);
    assert.deepEqual(hub.called, [['one']]);
  });

  it('stay quiet for what is muted, then and later', () => {
    const hub = new Hub();
    hub.muted.add('one');
    hub.blocks('one');
    hub.clock.go(11_000);
    hub.muted.clear();
    hub.attend('two', false);
    hub.clock.go(60_000);
    assert.deepEqual(hub.called, []);
  });

  it('are called together for what becomes due together', () => {
    const hub = new Hub();
    hub.blocks('one', 'two');
    hub.clock.go(1_500);
    hub.blocks('three');
    hub.clock.go(20_000);
    assert.deepEqual(hub.called, [['one', 'two', 'three']]);
  });

  it('are called ten times in a minute at most, and told of the rest together', () => {
    const hub = new Hub();
    hub.delaySeconds = 0;
    for (let at = 0; at < 15; at += 1) {
      hub.blocks(`s${at}`);
      hub.clock.go(3_000);
    }
    assert.equal(hub.called.length, 10);
    hub.clock.go(60_000);
    assert.equal(hub.called.length, 11);
    assert.deepEqual(hub.called[10], ['s10', 's11', 's12', 's13', 's14']);
  });

  it('are told by whom it was answered, and of no answer to what they were not called for', () => {
    const hub = new Hub();
    hub.blocks('one', 'two');
    hub.clock.go(3_000);
    hub.answered('two', 'desk');
    hub.works('two');
    hub.clock.go(11_000);
    hub.answered('one', 'phone-x');
    hub.works('one');
    assert.deepEqual(hub.called, [['one']]);
    assert.deepEqual(hub.endedAlerts, [['session/one', 0, { session: 'one', by: 'phone-x' }]]);
  });

  it('are told of each part of what they were called for together', () => {
    const hub = new Hub();
    hub.blocks('one', 'two');
    hub.clock.go(11_000);
    hub.works('one');
    hub.ends('two');
    assert.deepEqual(
      hub.endedAlerts.map(([tag, left, { session, by }]) => [
        tag === hub.endedAlerts[0]?.[0],
        left,
        session,
        by,
      ]),
      [
        [true, 1, 'one', undefined],
        [true, 0, 'two', undefined],
      ],
    );
  });

  it('do not take an earlier answer for that of the next request', () => {
    const hub = new Hub();
    hub.blocks('one');
    hub.clock.go(2_000);
    hub.answered('one', 'desk');
    hub.works('one');
    hub.blocks('one');
    hub.clock.go(12_000);
    hub.works('one');
    assert.deepEqual(hub.endedAlerts, [['session/one', 0, { session: 'one' }]]);
  });

  it('are not called for what a new hub finds from long ago, nor for what the last one told', () => {
    const hub = new Hub(false);
    const old = new Date(hub.clock.now() - 16 * 60_000).toISOString();
    const recent = new Date(hub.clock.now() - 5 * 60_000).toISOString();
    const state = { group: 'needs_you', state: 'needs_permission' } as const;
    hub.notifiedAt.set('told', hub.clock.now() - 60_000);
    hub.delaySeconds = 0;
    const found = (sessionId: string, stateSince: string): LiveSession =>
      aSession({ sessionId, stateSince, agentState: state });
    hub.find([found('old', old), found('told', recent), found('new', recent)]);
    hub.clock.go(2_900);
    assert.deepEqual(hub.called, []); // The hub is still in its first reading.
    hub.clock.go(60_000);
    assert.deepEqual(hub.called, [['new']]);
  });

  it('are not called while the machine is away, nor later for what began long before it came', () => {
    const hub = new Hub();
    const state = { group: 'needs_you', state: 'needs_permission' } as const;
    const gpu = { id: 'm0123456789abcdef', name: 'gpu-box' };
    const since = (minutes: number) => new Date(hub.clock.now() - minutes * 60_000).toISOString();
    const asks = (sessionId: string, minutes: number, away?: string): LiveSession => {
      const machine = { ...gpu, ...(away !== undefined && { away }) };
      return aSession({ sessionId, stateSince: since(minutes), agentState: state, machine });
    };
    hub.find([asks('old', 20), asks('new', 0, since(0))]);
    hub.clock.go(60_000);
    assert.deepEqual(hub.called, []);
    hub.find([asks('new', 1)]);
    hub.clock.go(1_000);
    assert.deepEqual(hub.called, [['new']]);
  });

  it('are called for nothing where there is nobody to call', () => {
    const hub = new Hub();
    hub.isWanted = false;
    hub.blocks('one');
    hub.clock.go(60_000);
    assert.equal(hub.notifiedAt.size, 0); // Nothing is stored for it, either.
    hub.isWanted = true;
    hub.attend('one', false);
    hub.clock.go(60_000);
    assert.deepEqual(hub.called, []);
  });
});
