import assert from 'node:assert/strict';
import { followUpOf } from '../../../src/extension/hub/prompts/followUps';
import { createPersonCheck } from '../../../src/extension/hub/prompts/fromPerson';
import { cardOfPrompt } from '../../../src/extension/hub/prompts/promptCard';
import {
  changeQueue,
  emptyQueue,
  toQueued,
  type Prompt,
  type PromptQueue,
  type PromptChangeFault,
} from '../../../src/extension/hub/prompts/promptQueue';
import { Seals } from '../../../src/extension/hub/signed/seals';
import { withSeal } from '../../../src/extension/util/keys/signing';
import { promptChangeSchema, type PromptChange } from '../../../src/shared/protocol/prompts';
import type { FollowUpCondition } from '../../../src/shared/protocol/session/followUp';
import { testKeys, testSigner } from '../../support/hub/testSigner';
import { aSession } from '../../support/sessionBuilder';

const [sessionId, hub, window] = ['one', 'hub', 'window'];
const when: FollowUpCondition = { kind: 'fact', fact: 'testsGreen', of: 'two' };
const followUp = { kind: 'add', id: 'a', text: 'Review it', when, repeat: { max: 3 } } as const;

function fit(queue: PromptQueue | PromptChangeFault): PromptQueue {
  if (typeof queue === 'string') assert.fail(`unfit: ${queue}`);
  return queue;
}

/** The queue after a change that a person signed. */
function change(queue: PromptQueue, by: PromptChange, now: number): PromptQueue {
  const about = { act: 'prompts', hub, session: sessionId } as const;
  const { seal } = withSeal(testSigner, about, { window, change: by });
  return fit(changeQueue(queue, by, now, { hub, window, seal }));
}

function first({ prompts }: PromptQueue): Prompt {
  assert.ok(prompts[0]);
  return prompts[0];
}

describe('A follow-up in the queue', () => {
  const keys = testKeys();
  const isFromPerson = createPersonCheck(new Seals({ keys, hub }), keys);
  const isSigned = (prompt: Prompt): boolean => isFromPerson(sessionId, prompt);
  const queue = change(emptyQueue, { ...followUp, from: 'two' }, 10);

  it('is signed with its condition, its maximum and its origin', () => {
    const prompt = first(queue);
    assert.equal(isSigned(prompt), true);
    assert.deepEqual(followUpOf(prompt), { when, max: 3 });
    for (const other of [
      { when: { ...when, fact: 'testsRed' } },
      { when: { kind: 'time', at: 1 } },
      { when: undefined },
      { repeat: { max: 20 } },
      { repeat: undefined },
      { from: 'three' },
    ]) {
      assert.equal(isSigned({ ...prompt, ...other }), false, JSON.stringify(other));
    }
    const plain = first(change(emptyQueue, { kind: 'add', id: 'a', text: 'Do it' }, 10));
    assert.equal(isSigned(plain), true);
    assert.equal(isSigned({ ...plain, when }), false);
  });

  it('keeps what happened to its condition when its text is edited with the same condition', () => {
    const met = { ...queue, prompts: [{ ...first(queue), metAt: 20, sent: 1 }] };
    const edit = { ...followUp, kind: 'edit', text: 'Review all of it' } as const;
    const edited = first(change(met, edit, 30));
    assert.equal(isSigned(edited), true);
    const { text, since, metAt, sent, from } = edited;
    assert.deepEqual([text, since, metAt, sent, from], ['Review all of it', 10, 20, 1, undefined]);
    const changed = first(change(met, { ...edit, when: { ...when, of: 'three' } }, 30));
    assert.equal(isSigned(changed), true);
    assert.deepEqual([changed.since, changed.metAt, changed.sent], [30, undefined, 1]);
  });

  it('is not edited without its condition, and no other prompt with one', () => {
    const edit = { kind: 'edit', id: 'a', text: 'Do it' } as const;
    assert.equal(changeQueue(queue, edit, 20), 'gone');
    const plain = fit(changeQueue(emptyQueue, { kind: 'add', id: 'a', text: 'Do it' }, 10));
    assert.equal(changeQueue(plain, { ...edit, when }, 20), 'gone');
  });

  it('is held back and released, which nothing else can be', () => {
    const held = fit(changeQueue(queue, { kind: 'hold', id: 'a', held: true }, 20));
    assert.equal(first(held).held, true);
    assert.equal(cardOfPrompt(first(held), aSession({ sessionId }), false).held, true);
    const released = fit(changeQueue(held, { kind: 'hold', id: 'a', held: false }, 20));
    assert.equal(first(released).held, false);
    const plain = fit(changeQueue(emptyQueue, { kind: 'add', id: 'a', text: 'Do it' }, 10));
    assert.equal(changeQueue(plain, { kind: 'hold', id: 'a', held: true }, 20), 'gone');
  });

  it('does not continue a queue that waits for its person', () => {
    assert.equal(queue.releasedAt, 0);
  });

  it('keeps its condition when it is queued again', () => {
    const again = toQueued({ ...first(queue), state: 'uncertain', way: 'hook', metAt: 20 }, 30);
    assert.deepEqual(followUpOf(again), { when, max: 3 });
    assert.deepEqual([again.metAt, again.way, again.state], [20, undefined, 'queued']);
  });

  it('is not understood if a field of it comes from another version', () => {
    const prompt = first(queue);
    for (const other of [
      { when: { kind: 'moon' } },
      { when: { ...when, fact: 'deployed' } },
      { when: { ...when, unless: 'three' } },
      { repeat: { max: 3, every: 5 } },
      { repeat: { max: 1_000 } },
      { from: 7 },
    ]) {
      assert.equal(followUpOf({ ...prompt, ...other }), 'unknown', JSON.stringify(other));
    }
    const card = cardOfPrompt(
      { ...prompt, when: { kind: 'moon' } },
      aSession({ sessionId }),
      false,
    );
    assert.deepEqual(card.when, { kind: 'moon' });
  });

  it('repeats at least twice and at most twenty times', () => {
    const isValid = (max: number): boolean =>
      promptChangeSchema.safeParse({ ...followUp, repeat: { max } }).success;
    assert.deepEqual([1, 2, 20, 21, 2.5].map(isValid), [false, true, true, false, false]);
  });
});
