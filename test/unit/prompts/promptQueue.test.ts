import assert from 'node:assert/strict';
import {
  changeQueue,
  markUncertain,
  emptyQueue,
  markHandedOver,
  lastDeliveryTime,
  nextPrompt,
  unconfirmedPrompt,
  markRead,
  type PromptQueue,
  type PromptChangeFault,
} from '../../../src/extension/hub/prompts/promptQueue';
import { maxPromptsInLine } from '../../../src/shared/protocol/prompts';

const fit = (queue: PromptQueue | PromptChangeFault): PromptQueue => {
  if (typeof queue === 'string') assert.fail(`unfit: ${queue}`);
  return queue;
};
const add = (queue: PromptQueue, id: string, text = `Do ${id}`): PromptQueue =>
  fit(changeQueue(queue, { kind: 'add', id, text }, 10));
const ids = ({ prompts }: PromptQueue): string => prompts.map(({ id }) => id).join(' ');
const states = ({ prompts }: PromptQueue): string => prompts.map(({ state }) => state).join(' ');

describe('The queue of prompts of a session', () => {
  const abc = ['a', 'b', 'c'].reduce<PromptQueue>((queue, id) => add(queue, id), emptyQueue);

  it('takes each prompt once, in order', () => {
    assert.equal(ids(abc), 'a b c');
    assert.equal(add(abc, 'b'), abc);
    assert.equal(nextPrompt(abc)?.id, 'a');
  });

  it('goes on with a prompt that a person adds, and not with one that is told again', () => {
    const added = fit(changeQueue(abc, { kind: 'add', id: 'd', text: 'Do d' }, 70));
    assert.equal(added.releasedAt, 70);
    assert.equal(
      fit(changeQueue(added, { kind: 'add', id: 'd', text: 'Do d' }, 80)).releasedAt,
      70,
    );
    assert.equal(fit(changeQueue(added, { kind: 'go' }, 90)).releasedAt, 90);
  });

  it('takes a prompt as it is written, or not at all', () => {
    const queue = add(emptyQueue, 'a', ' say “hé”\r\n\tto all \u200B\u00A0! ');
    assert.equal(queue.prompts[0]?.text, 'say “hé”\n\tto all \u200B\u00A0!');
    for (const text of ['a \u009D b', '\u001B[201~rm\u0003', 'a\u0000', 'a\uD800b']) {
      assert.equal(changeQueue(emptyQueue, { kind: 'add', id: 'a', text }, 0), 'untypable');
      assert.equal(changeQueue(abc, { kind: 'edit', id: 'a', text }, 0), 'untypable');
    }
    assert.equal(changeQueue(emptyQueue, { kind: 'add', id: 'a', text: ' \n' }, 0), 'empty');
    assert.equal(changeQueue(abc, { kind: 'edit', id: 'a', text: ' ' }, 0), 'empty');
  });

  it('is full at some point', () => {
    let queue = emptyQueue;
    for (let count = 0; count < maxPromptsInLine; count++) queue = add(queue, `p${count}`);
    assert.equal(changeQueue(queue, { kind: 'add', id: 'one-more', text: 'x' }, 0), 'full');
  });

  it('is reordered, edited and shortened', () => {
    const moved = fit(changeQueue(abc, { kind: 'move', id: 'c', by: -1 }, 0));
    assert.equal(ids(moved), 'a c b');
    assert.equal(changeQueue(moved, { kind: 'move', id: 'a', by: -1 }, 0), moved);
    const edited = fit(changeQueue(moved, { kind: 'edit', id: 'c', text: 'New' }, 0));
    assert.equal(edited.prompts[1]?.text, 'New');
    assert.equal(ids(fit(changeQueue(edited, { kind: 'remove', id: 'a' }, 0))), 'c b');
    assert.equal(changeQueue(abc, { kind: 'remove', id: 'z' }, 0), 'gone');
  });

  it('moves a prompt past another one in one change', () => {
    const move = (id: string, by: 1 | -1, past: string): string =>
      ids(fit(changeQueue(abc, { kind: 'move', id, by, past }, 0)));
    assert.equal(move('c', -1, 'a'), 'c a b');
    assert.equal(move('a', 1, 'c'), 'b c a');
    assert.equal(move('a', 1, 'b'), 'b a c');
    for (const past of ['a', 'b', 'z']) assert.equal(move('b', 1, past), 'a b c');
  });

  it('lets nobody touch what is on its way, nor pass it', () => {
    const queue = fit(markHandedOver(abc, 'a', 'terminal', 20));
    assert.equal(nextPrompt(queue), undefined);
    assert.equal(unconfirmedPrompt(queue)?.id, 'a');
    for (const change of [
      { kind: 'edit', id: 'a', text: 'x' },
      { kind: 'remove', id: 'a' },
      { kind: 'move', id: 'a', by: 1 },
      { kind: 'again', id: 'a' },
    ] as const) {
      assert.equal(changeQueue(queue, change, 0), 'gone', change.kind);
    }
    assert.equal(ids(fit(changeQueue(queue, { kind: 'move', id: 'b', by: -1 }, 0))), 'a b c');
    assert.equal(markHandedOver(queue, 'a', 'hook', 21), 'gone');
  });

  it('keeps the last one that was read, and no other', () => {
    let queue = fit(markRead(fit(markHandedOver(abc, 'a', 'terminal', 20)), 'a', 30));
    queue = fit(markRead(fit(markHandedOver(queue, 'b', 'hook', 40)), 'b', 50));
    assert.equal(ids(queue), 'b c');
  });

  it('knows when the last one was taken: before its hook, which may run late, and by the earlier of two clocks', () => {
    const handed = fit(markHandedOver(abc, 'a', 'terminal', 20));
    assert.equal(lastDeliveryTime(fit(markRead(handed, 'a', 30))), 20);
    assert.equal(lastDeliveryTime(fit(markRead(handed, 'a', 15))), 15);
    assert.equal(lastDeliveryTime(handed), 0);
  });

  it('stands still behind one that is uncertain, until a person sends it again or takes it out', () => {
    const queue = fit(markUncertain(fit(markHandedOver(abc, 'a', 'terminal', 20)), 'a', 30));
    assert.equal(states(queue), 'uncertain queued queued');
    assert.equal(nextPrompt(queue), undefined);
    const again = fit(changeQueue(queue, { kind: 'again', id: 'a' }, 40));
    assert.deepEqual([nextPrompt(again)?.id, again.releasedAt], ['a', 40]);
    assert.equal(nextPrompt(fit(changeQueue(queue, { kind: 'remove', id: 'a' }, 40)))?.id, 'b');
    assert.equal(states(fit(markRead(queue, 'a', 50))), 'read queued queued');
  });

  it('is not released by a prompt that starts a session and is sent again', () => {
    const newSession = { folder: '/home/dev/shop' };
    const add = {
      kind: 'add',
      id: 'n',
      text: 'Go',
      when: { kind: 'time', at: 1 },
      newSession,
    } as const;
    const queue = fit(markHandedOver(fit(changeQueue(abc, add, 5)), 'n', 'runner', 20));
    const again = fit(
      changeQueue(fit(markUncertain(queue, 'n', 30)), { kind: 'again', id: 'n' }, 40),
    );
    assert.deepEqual(
      [states(again), again.releasedAt],
      ['queued queued queued queued', abc.releasedAt],
    );
  });

  it('keeps with each prompt who signed its words last, also when it goes back into queue', () => {
    const by = (nonce: string) => ({
      hub: 'h',
      window: 'w',
      seal: { key: 'k', at: 1, nonce, signature: 's' },
    });
    const added = fit(changeQueue(emptyQueue, { kind: 'add', id: 'a', text: 'Do a' }, 1, by('1')));
    const edited = fit(changeQueue(added, { kind: 'edit', id: 'a', text: 'Do it' }, 2, by('2')));
    const sent = fit(markUncertain(fit(markHandedOver(edited, 'a', 'terminal', 3)), 'a', 4));
    const again = fit(changeQueue(sent, { kind: 'again', id: 'a' }, 5, by('3')));
    const signatures = [added, edited, again].map(({ prompts: [prompt] }) => [
      prompt?.signed?.kind,
      prompt?.signed?.seal.nonce,
    ]);
    assert.deepEqual(signatures, [
      ['add', '1'],
      ['edit', '2'],
      ['edit', '2'],
    ]);
  });
});
