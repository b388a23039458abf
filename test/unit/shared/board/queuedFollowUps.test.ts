import assert from 'node:assert/strict';
import {
  parseShownCondition,
  promptCondition,
  repeatedFields,
} from '../../../../src/shared/board/queuedFollowUps';
import { idAtHubOf, sessionAtHubOf } from '../../../../src/shared/board/hubIds';
import type { PromptCard } from '../../../../src/shared/protocol/prompts';
import { followUpSchema } from '../../../../src/shared/protocol/session/followUp';
import { aSession } from '../../../support/sessionBuilder';

const machine = 'm0123456789abcdef';

function prompt(change: Partial<PromptCard>): PromptCard {
  return { id: 'p', text: 'x', whole: true, state: 'queued', at: '', ...change };
}

describe('the condition of a queued follow-up', () => {
  it('is parsed only with a known kind and fact and all required fields', () => {
    for (const when of [
      { kind: 'time', at: 5 },
      { kind: 'finished' },
      { kind: 'finished', of: 'b' },
      { kind: 'ended', of: 'b' },
      { kind: 'fact', fact: 'pushed', of: 'b' },
    ])
      assert.deepEqual(parseShownCondition(when), when);
    for (const when of [
      { kind: 'moon' },
      { kind: 'time' },
      { kind: 'ended' },
      { kind: 'fact' },
      { kind: 'fact', fact: 'toString' },
    ])
      assert.equal(parseShownCondition(when), undefined, JSON.stringify(when));
  });

  it('is kept by an edit as it was signed, with maximum and author', () => {
    const when = { kind: 'fact', fact: 'pushed', of: 'b' };
    const fields = repeatedFields('a', prompt({ when, repeat: { max: 5, sent: 2 }, from: 'c' }));
    assert.deepEqual(fields, { when, repeat: { max: 5 }, from: 'c' });
    assert.ok(followUpSchema.safeParse(fields).success);
    assert.deepEqual(repeatedFields('a', prompt({})), {});
  });

  it('is kept by an edit with the session ids of its hub', () => {
    const when = { kind: 'finished', of: `${machine}/b` };
    const fields = repeatedFields(`${machine}/a`, prompt({ when, from: `${machine}/c` }));
    assert.deepEqual(fields, { when: { kind: 'finished', of: 'b' }, from: 'c' });
  });

  it('cannot be kept by an edit if the hub or this version does not know it', () => {
    const when = { kind: 'fact', fact: 'pushed' };
    assert.equal(repeatedFields('a', prompt({ when: { kind: 'moon' } })), undefined);
    assert.equal(repeatedFields('a', prompt({ when, waitsFor: 'unknownCondition' })), undefined);
    assert.equal(repeatedFields('a', prompt({ when, repeat: { max: 99, sent: 0 } })), undefined);
  });
});

describe('sessions of a follow-up on another machine', () => {
  it('have their local ids at its hub, and their addresses on the board', () => {
    const there = aSession({ sessionId: `${machine}/b`, title: 'Build' });
    const find = (id: string) => (id === there.sessionId ? there : undefined);
    assert.equal(idAtHubOf(`${machine}/a`, `${machine}/b`), 'b');
    assert.equal(idAtHubOf('a', 'b'), 'b');
    assert.equal(sessionAtHubOf(`${machine}/a`, 'b', find), there);
    assert.equal(sessionAtHubOf(`${machine}/a`, `${machine}/b`, find), there);
    assert.equal(sessionAtHubOf('a', 'b', find), undefined);
  });

  it('are named by title in the text of the condition', () => {
    const there = aSession({ sessionId: `${machine}/b`, title: 'Build' });
    const find = (id: string) => (id === there.sessionId ? there : undefined);
    const when = { kind: 'fact', fact: 'testsGreen', of: 'b' };
    assert.equal(promptCondition(`${machine}/a`, when, find, 0), 'when the tests of “Build” pass');
    assert.match(promptCondition('a', when, find, 0), /not on the board/);
  });
});
