import assert from 'node:assert/strict';
import { PhonePage } from '../../../../src/extension/hub/phone/phonePage';
import { AttendedCards } from '../../../../src/extension/page/attendedCards';
import type { ToPage } from '../../../../src/shared/messages/pageMessages';
import type { Seal } from '../../../../src/shared/protocol/keys';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { FakeControl } from '../../../support/fakes/fakeControl';
import { FakeMutes } from '../../../support/fakes/fakeMutes';
import { aSession } from '../../../support/sessionBuilder';

const aSeal = (nonce: string): Seal => ({ key: 'k', at: 0, nonce, signature: 's' });

/** The page of a phone whose calls stay pending until `refuse` rejects all of them. */
function aPhonePage() {
  const sent: ToPage[] = [];
  const made: unknown[] = [];
  const board = new FakeBoard([aSession()]);
  let refuse = (): void => undefined;
  const waiting = new Promise<never>((_resolve, reject) => {
    refuse = () => reject(new Error('Not now'));
  });
  const page = new PhonePage({
    window: 'phone-x',
    board,
    control: new FakeControl(),
    muted: new FakeMutes(),
    cards: new AttendedCards(),
    calls: {
      call: (...call) => {
        made.push(call);
        return waiting;
      },
    },
    post: (message) => sent.push(message),
  });
  page.handle({ type: 'ready' });
  return { told: sent, made, board, page, refuse: () => refuse() };
}

describe('The page of a phone', () => {
  it('has the board that a call was refused on before it is told so', async () => {
    const { told, board, page, refuse } = aPhonePage();
    const refused = assert.rejects(page.call('pin', {}, undefined), /Not now/u);
    board.put(aSession({ title: 'Changed' }));
    refuse();
    await refused;
    assert.deepEqual(
      told.map(({ type }) => type),
      ['snapshot', 'update'],
    );
    page.dispose();
  });

  it('gets nothing of the board after the phone was removed, though a call of it is refused then', async () => {
    const { told, board, page, refuse } = aPhonePage();
    const refused = assert.rejects(page.call('pin', {}, undefined), /Not now/u);
    board.put(aSession({ title: 'Changed' }));
    page.dispose();
    refuse();
    await refused;
    assert.deepEqual(
      told.map(({ type }) => type),
      ['snapshot'],
    );
  });

  it('makes each of several calls in one tick under its own seal, and under none where it has none', async () => {
    const { made, page, refuse } = aPhonePage();
    const calls: readonly (readonly [string, object, Seal | undefined])[] = [
      ['changePrompts', { sessionId: 'a' }, aSeal('one')],
      ['changePrompts', { sessionId: 'b' }, undefined],
      ['act', { sessionId: 'a' }, aSeal('two')],
      ['act', { sessionId: 'b' }, undefined],
    ];
    const all = Promise.allSettled(calls.map((call) => page.call(...call)));
    refuse();
    await all;
    assert.deepEqual(made, calls);
    page.dispose();
  });
});
