import assert from 'node:assert/strict';
import { playKills } from '../../support/hub/followUpKills';
import { MortalHubs } from '../../support/hub/mortalHubs';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { waitFixedTime } from '../../support/waitFixedTime';
import { until } from '../../support/until';

describe('Follow-ups of a hub that is killed', () => {
  it('are sent once at most, and never before their condition', async function () {
    this.timeout(120_000);
    const { sent } = await playKills('follow-ups', 40);
    assert.ok(sent > 10, `${sent} were sent`);
  });
});

describe('Two sessions whose follow-ups wake each other', () => {
  let home: string;
  let hubs: MortalHubs;

  beforeEach(async () => {
    home = await tempHome();
    hubs = new MortalHubs(home, ['one', 'two']);
    await hubs.start();
    await hubs.write('a', 'one', { kind: 'finished', of: 'two' }, 4);
    await hubs.write('b', 'two', { kind: 'finished', of: 'one' }, 4);
  });
  afterEach(async () => {
    await hubs.close();
    await removeHome(home);
  });

  const sent = (): number => [...hubs.written.values()].reduce((sum, one) => sum + one.sent, 0);
  /** Makes both sessions idle, and updates the hub. */
  const rest = (): void => {
    hubs.now += 3_000;
    hubs.tell();
    for (const sessionId of hubs.sessions.keys()) hubs.finish(sessionId);
    hubs.update();
  };
  const sends = (isEnough: (all: number) => boolean): Promise<number> =>
    until(
      () => {
        rest();
        return sent();
      },
      (all) => assert.ok(isEnough(all), `${all} were sent`),
    );
  const assertStaysAt = async (expected: number): Promise<void> => {
    for (let time = 0; time < 10; time++) {
      rest();
      await waitFixedTime(50);
    }
    assert.equal(sent(), expected);
  };
  const start = (): void => {
    hubs.now += 1_000;
    hubs.begin('one');
    hubs.now += 1_000;
    hubs.finish('one');
  };

  it('stop at their maximum', async () => {
    start();
    await sends((all) => all === 8);
    await assertStaysAt(8);
  });

  it('stop at a budget', async () => {
    start();
    await sends((all) => all >= 2);
    hubs.exceeded = 'session';
    // A follow-up that was being sent when the budget was reached still arrives.
    await waitFixedTime(100);
    await assertStaysAt(sent());
    hubs.exceeded = undefined;
    await sends((all) => all === 8);
  });
});
