import assert from 'node:assert/strict';
import { InterruptibleSleep } from '../../../../../src/extension/hub/phone/carriers/interruptibleSleep';
import { lapse } from '../../../../support/lapse';

const hour = 60 * 60_000;

describe('A nap between two looks at a carrier', () => {
  it('ends when the machine wakes up from sleep', async () => {
    let now = 0;
    const clock = (): number => (now += hour);
    await new InterruptibleSleep(clock, 10).sleep(hour);
  });

  it('ends at once when somebody wants it, even before it began', async () => {
    const nap = new InterruptibleSleep();
    const taken = nap.sleep(hour);
    nap.wake();
    await taken;
    nap.wake();
    await nap.sleep(hour);
  });

  it('takes its time otherwise, once it was woken', async () => {
    const nap = new InterruptibleSleep(() => 0, 5);
    nap.wake();
    await nap.sleep(hour);
    let isOver = false;
    const taken = nap.sleep(hour).then(() => (isOver = true));
    await lapse(50);
    assert.equal(isOver, false);
    nap.wake();
    await taken;
  });
});
