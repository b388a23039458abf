import assert from 'node:assert/strict';
import {
  draftFromFields,
  fieldsToSend,
  parseFollowUpDraft,
  suggestedTime,
  emptyDraft,
  whenChoices,
  type FollowUpDraft,
} from '../../../../src/webview/decide/followUpDraft';
import { followUpSchema } from '../../../../src/shared/protocol/session/followUp';

const draft = (change: Partial<FollowUpDraft>): FollowUpDraft => ({
  ...emptyDraft,
  at: suggestedTime(Date.UTC(2026, 0, 1)),
  ...change,
});
const machine = 'm0123456789abcdef';

describe('The draft of a follow-up', () => {
  it('becomes fields that the hub accepts, for every condition', () => {
    for (const when of whenChoices) {
      const fields = fieldsToSend('a', draft({ when, of: 'b', to: 'c', repeats: true }));
      assert.ok(followUpSchema.safeParse(fields).success, when);
      assert.equal(fields.when === undefined, when === 'turn');
    }
  });

  it('becomes no fields for a prompt without a condition, which is signed as a plain prompt', () => {
    assert.deepEqual(fieldsToSend('a', draft({ to: 'c', repeats: true })), {});
  });

  it('names no source session if the condition is about the session that receives the prompt', () => {
    const fields = fieldsToSend('a', draft({ when: 'pushed', of: 'c', to: 'c' }));
    assert.deepEqual(fields.when, { kind: 'fact', fact: 'pushed' });
    assert.equal(fields.from, 'a');
  });

  it('repeats only conditions that can come true again', () => {
    const repeat = (change: Partial<FollowUpDraft>) =>
      fieldsToSend('a', draft({ repeats: true, ...change })).repeat;
    assert.deepEqual(repeat({ when: 'testsRed', max: '5' }), { max: 5 });
    assert.equal(repeat({ when: 'time' }), undefined);
    assert.equal(repeat({ when: 'ended', of: 'b' }), undefined);
    assert.equal(repeat({ when: 'pullMerged' }), undefined);
  });

  it('names sessions of another machine by their ids there', () => {
    const change = { when: 'finished', of: `${machine}/b`, to: `${machine}/c` } as const;
    assert.deepEqual(fieldsToSend(`${machine}/a`, draft(change)), {
      when: { kind: 'finished', of: 'b' },
      from: 'a',
    });
  });

  it('is unchanged after it was stored and read, or sent and restored', () => {
    const one = draft({ when: 'testsRed', of: 'b', ofTitle: 'B', repeats: true, max: '7' });
    const stored: unknown = JSON.parse(JSON.stringify({ followUp: one }));
    assert.deepEqual(parseFollowUpDraft(stored), one);
    assert.equal(parseFollowUpDraft({ words: 'x' }), undefined);
    assert.deepEqual(parseFollowUpDraft({ followUp: {} }), emptyDraft);
    const again = draftFromFields('a', fieldsToSend('a', one), () => undefined);
    assert.deepEqual({ ...again, at: one.at, ofTitle: one.ofTitle }, one);
  });

  it('suggests a local time about an hour from now', () => {
    const now = Date.UTC(2026, 5, 1, 10, 2);
    assert.equal(new Date(suggestedTime(now)).getTime(), Date.UTC(2026, 5, 1, 11, 5));
  });
});
