import assert from 'node:assert/strict';
import { InterruptibleSleep } from '../../../../../src/extension/hub/phone/carriers/interruptibleSleep';
import { waitFixedTime } from '../../../../support/waitFixedTime';

const hour = 60 * 60_000;

describe('A nap between two looks at a carrier', () => {
  it('ends when the machine wakes up from sleep', async () => {
    let now = 0;
    const clock = (): number => (now += hour);
    await new InterruptibleSleep(clock, 10).sleep(hour);
  });

  it('ends at once when somebody wants it, even before it began', async () => {
    const sleeper = new InterruptibleSleep();
    const taken = sleeper.sleep(hour);
    sleeper.wake();
    await taken;
    sleeper.wake();
    await sleeper.sleep(hour);
  });

  it('takes its time otherwise, once it was woken', async () => {
    const other = new InterruptibleSleep(() => 0, 5);
    other.wake();
    await other.sleep(hour);
    let hasWoken = false;
    const taken = other.sleep(hour).then(() => (hasWoken = true));
    await waitFixedTime(50);
    assert.equal(hasWoken, false);
    other.wake();
    await taken;
  });
});
