import assert from 'node:assert/strict';
import { Emitter } from '../../../src/extension/util/emitter';
import { TerminalOrders } from '../../../src/extension/views/prompt/terminalOrders';
import { asPaste } from '../../../src/extension/views/prompt/typing';
import type { Order } from '../../../src/shared/protocol/windows';
import { FakeBoard } from '../../support/fakes/fakeBoard';
import { aSession } from '../../support/sessionBuilder';
import { until } from '../../support/until';

const order = { order: 'o', sessionId: 'a', terminal: 7 } as const;

describe('The terminals of a window', () => {
  let typed: string[];
  let answers: boolean[];
  let granted: boolean;
  let against: string | undefined;
  let orders: TerminalOrders;
  const received = new Emitter<Order>();

  beforeEach(() => {
    [typed, answers, granted, against] = [[], [], true, undefined];
    orders = new TerminalOrders({
      board: new FakeBoard([aSession({ sessionId: 'a' })]),
      windowConnection: {
        onDidReceiveOrder: received.event,
        answer(_order, taken) {
          answers.push(taken);
          assert.deepEqual(typed, [], 'nothing is typed before it is granted');
          return Promise.resolve(granted);
        },
      },
      terminals: {
        withPid: (pid) =>
          pid === 7
            ? { sendText: (text, enters) => void typed.push(enters ? `${text}↵` : text) }
            : undefined,
      },
      control: { reasonAgainst: () => against },
    });
  });
  afterEach(() => orders.dispose());
  const types = (...expected: string[]): Promise<unknown> =>
    until(
      () => typed,
      (now) => assert.deepEqual(now, expected),
    );
  const answered = (taken: boolean): Promise<unknown> =>
    until(
      () => answers,
      (now) => assert.deepEqual(now, [taken]),
    );

  it('get a prompt as one paste, and then an Enter of its own', async () => {
    received.fire({ type: 'typePrompt', ...order, text: 'One\ntwo' });
    await types('\u001B[200~One\rtwo\u001B[201~', '\r');
  });

  it('get Escape, the way out with nothing before it, and /permissions with the draft stashed', async () => {
    received.fire({ type: 'interrupt', ...order });
    await types('\u001B');
    typed.length = 0;
    received.fire({ type: 'endSession', ...order });
    await types('\u0003', '\u001B[200~/exit\u001B[201~', '\r');
    typed.length = 0;
    received.fire({ type: 'openPermissions', ...order });
    await types('\u0013', '\u0003', '\u001B[200~/permissions\u001B[201~', '\r');
  });

  it('get nothing where control is off, where the terminal is gone, and for a stranger', async () => {
    against = 'Off.';
    received.fire({ type: 'typePrompt', ...order, text: 'One' });
    await answered(false);
    [answers, against] = [[], undefined];
    received.fire({ type: 'typePrompt', ...order, terminal: 8, text: 'One' });
    await answered(false);
    answers = [];
    received.fire({ type: 'typePrompt', ...order, sessionId: 'b', text: 'One' });
    await answered(false);
    assert.deepEqual(typed, []);
  });

  it('get no prompt that could end the paste and go on as keys', async () => {
    for (const text of ['One\u001B[201~\u0003', 'One \u009D']) {
      answers = [];
      received.fire({ type: 'typePrompt', ...order, text });
      await answered(false);
    }
    assert.deepEqual(typed, []);
  });

  it('get nothing that was granted too late', async () => {
    granted = false;
    received.fire({ type: 'typePrompt', ...order, text: 'One' });
    await answered(true);
    granted = true;
    received.fire({ type: 'interrupt', ...order });
    await types('\u001B');
  });

  it('get a name after @ closed, and a backslash, so that Enter sends', () => {
    assert.equal(asPaste('see @src/a.ts'), '\u001B[200~see @src/a.ts \u001B[201~');
    assert.equal(asPaste('mail a@b'), '\u001B[200~mail a@b\u001B[201~');
    assert.equal(asPaste('list C:\\src\\'), '\u001B[200~list C:\\src\\ \u001B[201~');
    assert.equal(asPaste('C:\\src'), '\u001B[200~C:\\src\u001B[201~');
  });
});
