import assert from 'node:assert/strict';
import { HubRefusal } from '../../../src/extension/link/hubClient';
import { RepeatedCalls } from '../../../src/extension/link/repeatedCalls';
import { silentLog } from '../../../src/extension/util/log';
import { until } from '../../support/until';

describe('A setting that a window repeats to every hub', () => {
  const settings = { pushAfterSeconds: 10, pushText: false, pingUrl: '' };

  it('is reported as unsaved if the disk of the hub is full, and not after a different refusal', async () => {
    const problems: string[] = [];
    const refusals = [
      new HubRefusal('Not saved: the disk is full.', 'disk_full'),
      new HubRefusal('Open the stream first.', 'no_such_window'),
    ];
    let calls = 0;
    const storedCalls = new RepeatedCalls({
      hub: { call: () => Promise.reject(refusals[calls++] ?? new Error('too often')) } as never,
      isConnected: () => true,
      onUnsaved: (problem) => problems.push(problem),
      log: silentLog,
    });
    for (const count of [1, 2]) {
      storedCalls.storeCall('setPhoneSettings', settings);
      await until(
        () => calls,
        (made) => assert.equal(made, count),
      );
    }
    assert.deepEqual(problems, ['Not saved: the disk is full.']);
  });

  it('is sent again if the hub gave no answer, and not if the hub refused it', async () => {
    const received: unknown[] = [];
    const answers = [new Error('reconnecting'), new Error('reconnecting'), undefined];
    const storedCalls = new RepeatedCalls({
      hub: {
        call: (_name: string, request: unknown) => {
          received.push(request);
          const answer = answers[received.length - 1];
          return answer === undefined ? Promise.resolve() : Promise.reject(answer);
        },
      } as never,
      isConnected: () => true,
      onUnsaved: (problem) => assert.fail(problem),
      log: silentLog,
    });
    const machines = [{ name: 'gpu', ssh: 'gpu-box' }];
    storedCalls.storeCall('setMachines', { machines, label: 'Window' });
    await until(
      () => received.length,
      (count) => assert.equal(count, 3),
    );
    assert.deepEqual(received.at(-1), { machines, label: 'Window' });
    answers.push(new HubRefusal('Open the stream first.', 'no_such_window'));
    storedCalls.storeCall('setMachines', { machines: [], label: 'Window' });
    storedCalls.storeCall('setBudget', {});
    await until(
      () => received.length,
      (count) => assert.equal(count, 5),
    );
    assert.deepEqual(received.slice(3), [{ machines: [], label: 'Window' }, {}]);
  });
});
