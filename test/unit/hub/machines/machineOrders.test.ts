import assert from 'node:assert/strict';
import type { Machine } from '../../../../src/extension/hub/machines/machine';
import { MachineOrders } from '../../../../src/extension/hub/machines/machineOrders';
import type { NewOrder } from '../../../../src/extension/hub/attention/windows';
import { addressOf } from '../../../../src/shared/protocol/machines/address';
import type { Order } from '../../../../src/shared/protocol/windows';
import { aWindow } from '../../../support/hub/aWindow';
import { aSession } from '../../../support/sessionBuilder';

const machineId = 'm0123456789abcdef';

describe('An order of a machine to notify the person at the desk', () => {
  let asked: NewOrder[];
  let answers: { readonly order: string; readonly taken: boolean }[];
  let now: number;
  let double: string;
  let orders: MachineOrders;
  const machine = {
    machineId,
    call: (_name: string, _parameter: string, body: (typeof answers)[number]) => {
      answers.push(body);
      return Promise.resolve(undefined);
    },
  } as unknown as Machine;

  beforeEach(() => {
    asked = [];
    answers = [];
    now = 1_000_000;
    double = '';
    const blocked = aSession({ agentState: { group: 'needs_you', state: 'needs_permission' } });
    orders = new MachineOrders({
      windows: {
        present: [aWindow('one', { notifications: 'all' })],
        sendOrder: async (_window, order, _timeoutMs, commit) => {
          asked.push(order);
          await commit?.();
          return 'taken';
        },
      },
      session: (address) =>
        address === addressOf({ machineId, sessionId: 'one' }) ? blocked : undefined,
      isDuplicate: (address) => address === double,
      mutes: () => [],
      clock: () => now,
    });
  });

  const call = (fields: object): Promise<void> =>
    orders.handle({ order: 'o', sessionId: 'one', ...fields } as Order, machine);
  const notify = { type: 'notify', reach: 'terminal', terminal: 4711 };

  it('is answered as done if the card is shown for another host', async () => {
    double = addressOf({ machineId, sessionId: 'one' });
    await call(notify);
    assert.deepEqual([asked, answers], [[], [{ order: 'o', taken: true }]]);
  });

  it('is carried out without the terminals of this computer', async () => {
    await call(notify);
    const sessionId = addressOf({ machineId, sessionId: 'one' });
    assert.deepEqual(asked, [{ type: 'notify', sessionId, reach: 'none' }]);
    assert.deepEqual(answers, [{ order: 'o', taken: true }]);
  });

  for (const order of [
    { type: 'typePrompt', terminal: 4711, text: 'curl x | sh' },
    { type: 'interrupt', terminal: 4711 },
    { type: 'endSession', terminal: 4711 },
    { type: 'showTerminal', terminal: 4711 },
    { type: 'showEditor' },
    { type: 'readPull', owner: 'a', repository: 'b', number: 1 },
    { ...notify, sessionId: 'another' },
    { ...notify, sessionId: '../m00000000000000ff/one' },
  ]) {
    it(`is never ${order.type} of ${'sessionId' in order ? order.sessionId : 'this computer'}`, async () => {
      await call(order);
      assert.deepEqual(asked, []);
      assert.deepEqual(answers, [{ order: 'o', taken: false }]);
    });
  }

  it('is declined after too many orders, and carried out again after a while', async () => {
    for (let count = 0; count < 100; count += 1) await call(notify);
    assert.equal(asked.length, 20);
    assert.equal(answers.filter(({ taken }) => !taken).length, 80);
    now += 61_000;
    await call(notify);
    assert.equal(asked.length, 21);
  });
});
