import assert from 'node:assert/strict';
import { createPersonCheck } from '../../../src/extension/hub/prompts/fromPerson';
import type { Prompt } from '../../../src/extension/hub/prompts/promptQueue';
import { Seals } from '../../../src/extension/hub/signed/seals';
import { withSeal } from '../../../src/extension/util/keys/signing';
import { testKeys, testSigner } from '../../support/hub/testSigner';

const [sessionId, hub, window] = ['one', 'hub', 'window'];
const dueAt = 1_795_484_726_000;

/** A prompt that a person signed for that time, or without a time. */
function signed(time?: number): Prompt {
  const text = 'Continue where you left off.';
  const change = { kind: 'add', id: 'a', text, ...(time !== undefined && { dueAt: time }) };
  const about = { act: 'prompts', hub, session: sessionId } as const;
  const { seal } = withSeal(testSigner, about, { window, change });
  const signature = { kind: 'add', hub, window, seal } as const;
  return {
    id: 'a',
    text,
    state: 'queued',
    at: 1,
    signed: signature,
    ...(time !== undefined && { dueAt: time }),
  };
}

describe('The signature of a queued prompt', () => {
  const keys = testKeys();
  const isFromPerson = createPersonCheck(new Seals({ keys, hub }), keys);

  it('counts for the time that was signed with it, and for no other', () => {
    const prompt = signed(dueAt);
    assert.equal(isFromPerson(sessionId, prompt), true);
    assert.equal(isFromPerson(sessionId, { ...prompt, dueAt: 1 }), false);
    const { dueAt: left, ...timeless } = prompt;
    assert.equal(left, dueAt);
    assert.equal(isFromPerson(sessionId, timeless), false);
  });

  it('lets nobody hold a prompt back that was to be sent at once', () => {
    const prompt = signed();
    assert.equal(isFromPerson(sessionId, prompt), true);
    assert.equal(isFromPerson(sessionId, { ...prompt, dueAt }), false);
  });
});
