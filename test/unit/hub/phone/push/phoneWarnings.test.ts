import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { NotificationSchedule } from '../../../../../src/extension/hub/attention/notificationSchedule';
import { CallRate } from '../../../../../src/extension/hub/phone/push/callRate';
import {
  PhoneWarnings,
  type WarningCall,
} from '../../../../../src/extension/hub/phone/push/phoneWarnings';
import {
  endedWarningText,
  warningText,
} from '../../../../../src/extension/hub/phone/push/pushTexts';
import type { LiveSession } from '../../../../../src/shared/protocol/protocol';
import type { Collision } from '../../../../../src/shared/protocol/work/collisions';
import { ownTranslator } from '../../../../../src/shared/words/l10n';
import {
  carriedCollision,
  collisions,
  lostCollision,
} from '../../../../support/board/collisionBuilder';
import { HandClock } from '../../../../support/handClock';
import { aSession } from '../../../../support/sessionBuilder';

class Hub {
  readonly clock = new HandClock();
  private readonly calls = new NotificationSchedule(this.clock);
  private readonly rate = new CallRate();
  readonly called: WarningCall[] = [];
  readonly endedCalls: WarningCall[] = [];
  readonly inHand = new Set<string>();
  readonly muted = new Set<string>();
  readonly back = new Set<string>();
  isWanted = true;
  private readonly sessions = new Map<string, LiveSession>();
  readonly warnings = new PhoneWarnings({
    session: (id) => this.sessions.get(id),
    isPersonAtCard: (id) => this.inHand.has(id),
    isMuted: ({ sessionId }) => this.muted.has(sessionId),
    canCallPhone: () => this.isWanted,
    delayMs: () => 10_000,
    stands: (collision) => Promise.resolve(!this.back.has(collision)),
    call: (call) => this.called.push(call),
    onOver: (call) => this.endedCalls.push(call),
    onError: (error) => assert.fail(String(error)),
    rate: this.rate,
    calls: this.calls,
  });

  private readonly added = this.calls.add(this.warnings, this.rate);

  close(): void {
    this.added.dispose();
  }

  /** Shows these collisions on the session's card, and reports the first as a new loss. */
  loses(sessionId: string, ...found: readonly Collision[]): void {
    this.showCollisions(sessionId, ...found);
    const [first] = found;
    if (first !== undefined) this.warnings.addWarning({ sessionId, collision: first.id });
  }

  showCollisions(sessionId: string, ...found: readonly Collision[]): void {
    const title = `Title of ${sessionId}`;
    const fields = found.length === 0 ? {} : { collisions: collisions(...found) };
    this.sessions.set(sessionId, aSession({ sessionId, title, projectName: 'shop', ...fields }));
    this.calls.check(this.warnings);
  }

  attend(sessionId: string, at: boolean): void {
    if (at) this.inHand.add(sessionId);
    else this.inHand.delete(sessionId);
    this.calls.check(this.warnings);
  }

  async go(ms: number): Promise<void> {
    this.clock.go(ms);
    await turn();
  }

  get calledSessions(): readonly (readonly string[])[] {
    return this.called.map(({ all }) => all.map(({ session }) => session.sessionId));
  }
}

const lost = (id: string): Collision => lostCollision({ id });

describe('Phones, of work that was taken,', () => {
  let hub: Hub;
  beforeEach(() => {
    hub = new Hub();
  });

  it('are warned once, where nobody dealt with it at the desk in time', async () => {
    hub.loses('one', lost('a'));
    await hub.go(9_900);
    assert.deepEqual(hub.calledSessions, []);
    await hub.go(200);
    assert.deepEqual(hub.calledSessions, [['one']]);
    hub.showCollisions('one', lost('a'));
    await hub.go(60 * 60_000);
    assert.deepEqual(hub.calledSessions, [['one']]);
  });

  it('are not counted as called where all of it came back, so that others are called at once', async () => {
    for (let index = 0; index < 12; index += 1) {
      hub.loses(`session ${index}`, lost(`back ${index}`));
      hub.back.add(`back ${index}`);
      await hub.go(2_500);
    }
    await hub.go(12_000);
    hub.loses('one', lost('a'));
    await hub.go(10_100);
    assert.deepEqual(hub.calledSessions, [['one']]);
  });

  for (const [why, arrange] of [
    ['it was dismissed in time', () => hub.showCollisions('one')],
    ['all of it came back', () => hub.back.add('a')],
    ['the session is muted', () => hub.muted.add('one')],
    ['there is nobody to call', () => (hub.isWanted = false)],
    [
      'somebody came to the card meanwhile',
      () => {
        hub.attend('one', true);
        hub.attend('one', false);
      },
    ],
  ] as const) {
    it(`are not warned where ${why}`, async () => {
      hub.loses('one', lost('a'));
      await hub.go(5_000);
      arrange();
      await hub.go(5_100);
      hub.muted.clear();
      hub.isWanted = true;
      await hub.go(60 * 60_000);
      assert.deepEqual(hub.calledSessions, []);
    });
  }

  it('are not warned by a hub that closed, also while it checked whether the work is back', async () => {
    hub.loses('one', lost('a'));
    hub.clock.go(10_100);
    hub.loses('two', lost('b'));
    hub.close();
    hub.showCollisions('one', lost('a'));
    await hub.go(60_000);
    hub.showCollisions('two', lost('b'));
    await hub.go(60_000);
    assert.deepEqual(hub.calledSessions, []);
  });

  it('are not warned of a session that was muted before, whatever comes later', async () => {
    hub.muted.add('one');
    hub.loses('one', lost('a'));
    hub.muted.clear();
    await hub.go(60_000);
    assert.deepEqual(hub.calledSessions, []);
  });

  it('are not warned where somebody was at the card, unless only their pointer is', async () => {
    hub.attend('one', true);
    hub.attend('two', true);
    hub.loses('one', lost('a'));
    hub.loses('two', lost('b'));
    await hub.go(30_000);
    hub.attend('one', false);
    await hub.go(29_000);
    assert.deepEqual(hub.calledSessions, []);
    await hub.go(2_000);
    assert.deepEqual(hub.calledSessions, [['two']]);
  });

  it('are warned together of what was taken together, and told when no card tells of it', async () => {
    hub.loses('one', lost('a'));
    await hub.go(500);
    hub.loses('two', carriedCollision({ id: 'b' }));
    await hub.go(11_000);
    assert.deepEqual(hub.calledSessions, [['one', 'two']]);
    const [call] = hub.called;
    assert.ok(call);
    assert.deepEqual(warningText(call, true, ownTranslator), {
      title: '2 sessions lost work',
      body: 'shop: Title of one\nshop: Title of two',
    });
    hub.showCollisions('one');
    assert.deepEqual(hub.endedCalls, []);
    hub.showCollisions('two');
    hub.showCollisions('two');
    assert.deepEqual(hub.endedCalls, [call]);
    assert.equal(endedWarningText(call, ownTranslator).title, '2 sessions');
  });

  it('are told by few words, and by whom and what only where the person wants that', async () => {
    const textOf = async (collision: Collision): Promise<unknown> => {
      const call = { tag: 'x', all: [{ session: aSession({ title: 'T' }), collision }] } as const;
      return [false, true].map((withFacts) => warningText(call, withFacts, ownTranslator).body);
    };
    const { projectName } = aSession({});
    assert.deepEqual(await textOf(lost('a')), [
      `${projectName}\nAnother session took its uncommitted work`,
      `${projectName}\n“Rename the client” ran git reset --hard over uncommitted work: src/a.ts and 2 more`,
    ]);
    assert.deepEqual(await textOf(carriedCollision()), [
      `${projectName}\nAnother session switched its branch`,
      `${projectName}\n“Rename the client” switched the branch to other with uncommitted changes of this session: src/a.ts and 2 more`,
    ]);
  });

  it('are not rung on and on by two sessions that fight', async () => {
    for (let at = 0; at < 15; at += 1) {
      hub.loses('one', lost(`loss-${at}`));
      await hub.go(3_000);
      hub.showCollisions('one', lost(`loss-${at}`));
    }
    await hub.go(20_000);
    assert.ok(hub.called.length <= 11, String(hub.called.length));
  });
});
