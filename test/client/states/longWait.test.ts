import assert from 'node:assert/strict';
import { Answering } from '../../support/answering';
import { ask, bash, question, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { Decision } from '../../../src/shared/protocol/control';
import { waitFixedTime } from '../../support/waitFixedTime';

const minuteMs = 60_000;
const waitMinutes = 20;
/** Real time, in ms, that the fast polls of the hub get after each minute of its clock. */
const pollsMs = 150;

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
    for (let count = 0; count < waitMinutes; count++) {
      passed += minuteMs;
      await waitFixedTime(pollsMs);
    }
    await waitFixedTime(3_000); // At least one round of the hub's slowest poll.
  }

  async function decideAfterLongWait(decision: Decision): Promise<void> {
    const asked = await one.request();
    const since = one.hub.board.get(one.id)?.stateSince;
    await timePasses();
    const still = await one.request();
    assert.equal(still.call?.id, asked.call?.id);
    assert.equal(one.hub.board.get(one.id)?.stateSince, since);
    assert.equal(one.hub.board.get(one.id)?.agentState.group, 'needs_you');
    // The client decides by its own clock, which was not advanced, whether an answer came in time,
    // so the test checks what the client did.
    await one.decide(decision);
    await one.session.waitFor('prompt');
    await one.settled();
  }

  it('for permission is still answered', async () => {
    one.api.add(script('long', [bash('touch late'), say('Made.')]));
    await one.session.turn('[[long]] go');
    await decideAfterLongWait({ kind: 'allow' });
    assert.ok(one.home.hasFile('late'));
  });

  it('for an answer is still answered', async () => {
    one.api.add(script('ask', [ask(question('Which colour?', ['Red', 'Blue'])), say('Fine.')]));
    await one.session.turn('[[ask]] me');
    await decideAfterLongWait({ kind: 'answer', answers: [['Blue']] });
    assert.match(one.api.lastTold('ask'), /Blue/);
  });
});
