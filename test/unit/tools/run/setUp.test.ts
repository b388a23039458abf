import assert from 'node:assert/strict';
import { setUp } from '../../../tools/run/setUp';
import { waitFixedTime } from '../../../support/waitFixedTime';

const never = new AbortController().signal;

describe('What is needed', () => {
  it('is seen to once, one thing at a time, and fails those alone who wait for it', async () => {
    const acts: string[] = [];
    const act =
      (name: string, fails = false) =>
      async (): Promise<void> => {
        acts.push(`${name} begins`);
        await waitFixedTime(5);
        acts.push(`${name} ends`);
        if (fails) throw new Error(`No ${name}`);
      };
    const there = setUp({ one: act('one', true), two: act('two'), three: act('three') }, never);
    const first = assert.rejects(there('one'), /No one/);
    await Promise.all([first, there('two'), assert.rejects(there('one'), /No one/)]);
    await there('two');
    assert.deepEqual(acts, ['one begins', 'one ends', 'two begins', 'two ends']);
  });

  it('is left alone once the run was stopped', async () => {
    const stop = new AbortController();
    const one = (): Promise<void> => Promise.resolve(stop.abort());
    const there = setUp({ one, two: () => assert.fail('It was begun') }, stop.signal);
    await there('one');
    await assert.rejects(there('two'), { name: 'AbortError' });
  });
});
