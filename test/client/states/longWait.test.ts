import assert from 'node:assert/strict';
import { Answering } from '../../support/answering';
import { ask, bash, question, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { Decision } from '../../../src/shared/protocol/control';
import { waitFixedTime } from '../../support/waitFixedTime';

const minute = 60_000;
const minutes = 20;
/** Time in which the hub polls everything once, in ms of the real clock. */
const lookMs = 150;

describe('A request of the real client that waits for twenty minutes', function () {
  this.timeout(120_000);
  const realNow = Date.now;
  let one: Answering;
  let passed = 0;

  before('start the client', async () => {
    Date.now = () => realNow() + passed;
    one = await Answering.start();
  });
  after(async () => {
    Date.now = realNow;
    await one?.stop();
  });

  /**
   * Advances only the clock of the hub, which runs in this process; client and relay keep waiting.
   */
  async function timePasses(): Promise<void> {
    for (let count = 0; count < minutes; count++) {
      passed += minute;
      await waitFixedTime(lookMs);
    }
    await waitFixedTime(3_000); // At least one round of the hub's slowest poll.
  }

  async function waits(decision: Decision): Promise<void> {
    const asked = await one.request();
    const since = one.hub.board.get(one.id)?.stateSince;
    await timePasses();
    const still = await one.request();
    assert.equal(still.call?.id, asked.call?.id);
    assert.equal(one.hub.board.get(one.id)?.stateSince, since);
    assert.equal(one.hub.board.get(one.id)?.agentState.group, 'needs_you');
    // The client's clock, which was not advanced, also decides who was first, so the client's
    // effect is checked.
    await one.decide(decision);
    await one.session.waitFor('prompt');
    await one.settled();
  }

  it('for permission is still answered', async () => {
    one.api.add(script('long', [bash('touch late'), say('Made.')]));
    await one.session.turn('[[long]] go');
    await waits({ kind: 'allow' });
    assert.ok(one.home.hasFile('late'));
  });

  it('for an answer is still answered', async () => {
    one.api.add(script('ask', [ask(question('Which colour?', ['Red', 'Blue'])), say('Fine.')]));
    await one.session.turn('[[ask]] me');
    await waits({ kind: 'answer', answers: [['Blue']] });
    assert.match(one.api.lastTold('ask'), /Blue/);
  });
});
