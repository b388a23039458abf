import assert from 'node:assert/strict';
import { examine, type Examination } from '../../../src/extension/hub/prompts/conditions';
import type { FollowUpSource } from '../../../src/extension/hub/prompts/followUpSource';
import type { PullState } from '../../../src/shared/protocol/layers/display';
import type { FollowUpCondition } from '../../../src/shared/protocol/session/followUp';
import { aSource } from '../../support/hub/followUpSources';

const [since, now] = [1_000, 100_000];
const fact = (name: Extract<FollowUpCondition, { kind: 'fact' }>['fact']): FollowUpCondition => ({
  kind: 'fact',
  fact: name,
});

function verdict(
  when: FollowUpCondition,
  source: Partial<FollowUpSource> | undefined,
  rest: { base?: boolean; sent?: number; max?: number; hasCollided?: boolean } & {
    isQueued?: boolean;
    deliveredAt?: number;
    now?: number;
  } = {},
): Examination {
  const { base, sent = 0, max, hasCollided = false, ...circumstances } = rest;
  return examine(
    { when, max },
    { since, base, sent, hasCollided },
    {
      source: source && aSource(source),
      isQueued: false,
      deliveredAt: 0,
      now,
      ...circumstances,
    },
  );
}
const met: Examination = { isMet: true };
const waits = (waitsFor?: string) => ({
  isMet: false,
  ...(waitsFor !== undefined && { waitsFor }),
});

describe('The condition of a follow-up', () => {
  const finished: FollowUpCondition = { kind: 'finished' };
  const ended: FollowUpCondition = { kind: 'ended', of: 'two' };

  it('at a time is met from that time on, once', () => {
    const when: FollowUpCondition = { kind: 'time', at: now };
    assert.deepEqual(verdict(when, undefined), met);
    assert.deepEqual(verdict(when, undefined, { now: now - 1 }), waits());
    assert.deepEqual(verdict(when, undefined, { sent: 1, max: 3 }), waits('maximum'));
  });

  it('on a turn is met by one that ended after it was written and after the last delivery', () => {
    const turnEnd = { finishedAt: 2_000, idleSince: 2_100 };
    assert.deepEqual(verdict(finished, { turnEnd }), met);
    assert.deepEqual(
      verdict(finished, { turnEnd: { ...turnEnd, finishedAt: since } }),
      waits('before'),
    );
    assert.deepEqual(verdict(finished, { turnEnd }, { deliveredAt: 2_000 }), waits());
    assert.deepEqual(verdict(finished, { turnEnd }, { isQueued: true }), waits('queue'));
    assert.deepEqual(verdict(finished, { turnEnd: { waitsFor: 'denied' } }), waits('denied'));
    assert.deepEqual(verdict(finished, { turnEnd: {} }), waits());
    assert.deepEqual(verdict(finished, undefined), waits('sourceUnknown'));
  });

  it('on a turn waits until the client has been idle for two seconds', () => {
    const turnEnd = { finishedAt: 2_000, idleSince: now - 1_999 };
    assert.deepEqual(verdict(finished, { turnEnd }), { isMet: false, isSoon: true });
    assert.deepEqual(verdict(finished, { turnEnd }, { now: now + 1 }), met);
  });

  it('on an end is met by a time, or by a session that was seen to run before', () => {
    const gone = { isLiving: false, endedAt: 2_000 };
    assert.deepEqual(verdict(ended, gone), met);
    const untimed = { isLiving: false, endedAt: undefined };
    assert.deepEqual(verdict(ended, untimed), { ...waits('before'), base: true });
    assert.deepEqual(verdict(ended, untimed, { base: false }), met);
    assert.deepEqual(verdict(ended, { isLiving: true }), { isMet: false, base: false });
    assert.deepEqual(verdict(ended, { isLiving: undefined }, { base: false }), waits('unproven'));
    assert.deepEqual(verdict(ended, { ...gone, endedAt: since }), {
      ...waits('before'),
      base: true,
    });
  });

  it('on tests is met by a run after it was written', () => {
    const tests = (ok: boolean, at: number) => ({ tests: { ok, at: new Date(at).toISOString() } });
    assert.deepEqual(verdict(fact('testsGreen'), tests(true, 2_000)), met);
    assert.deepEqual(verdict(fact('testsGreen'), tests(true, since)), waits('before'));
    assert.deepEqual(verdict(fact('testsGreen'), tests(false, 2_000)), waits());
    assert.deepEqual(verdict(fact('testsRed'), tests(false, 2_000)), met);
    assert.deepEqual(verdict(fact('testsRed'), {}), waits());
  });

  it('on a commit, a push or a pull request is met by one after it was written', () => {
    for (const kind of ['committed', 'pushed', 'pullOpened', 'pullMerged'] as const) {
      assert.deepEqual(verdict(fact(kind), { facts: [{ kind, at: since + 1 }] }), met);
      const before = verdict(fact(kind), { facts: [{ kind, at: since }] });
      assert.equal(before.isMet, false);
    }
    const facts = [{ kind: 'pushed', at: since + 1 }] as const;
    assert.deepEqual(verdict(fact('committed'), { facts }), waits());
  });

  it('on a pull request is met once its state was seen to change', () => {
    const pull = (state: Partial<PullState>) => ({
      pull: { number: 1, url: 'https://github.com/a/b/pull/1', ...state },
    });
    const passing = pull({ checks: 'passing' });
    assert.deepEqual(verdict(fact('checksGreen'), passing), { ...waits('before'), base: true });
    assert.deepEqual(verdict(fact('checksGreen'), passing, { base: true }), {
      ...waits('before'),
      base: true,
    });
    assert.deepEqual(verdict(fact('checksGreen'), passing, { base: false }), met);
    const pending = verdict(fact('checksGreen'), pull({ checks: 'pending' }), { base: true });
    assert.deepEqual(pending, { isMet: false, base: false });
    assert.deepEqual(verdict(fact('checksRed'), pull({}), { base: false }), waits('pullUnknown'));
    assert.deepEqual(verdict(fact('checksRed'), {}), { isMet: false, base: false });
    assert.deepEqual(verdict(fact('pullMerged'), pull({ state: 'merged' }), { base: false }), met);
    const unread = verdict(fact('checksRed'), { isRead: false }, { base: false });
    assert.deepEqual(unread, waits('sourceUnknown'));
  });

  it('on a collision is met only by a hub that saw the collision', () => {
    assert.deepEqual(verdict(fact('collisionGone'), { isColliding: true }), waits());
    assert.deepEqual(verdict(fact('collisionGone'), {}), waits('collisionUnknown'));
    assert.deepEqual(verdict(fact('collisionGone'), {}, { hasCollided: true }), met);
    const left = verdict(fact('collisionGone'), { isLiving: false }, { hasCollided: true });
    assert.deepEqual(left, waits('sourceEnded'));
  });

  it('is not met again after it was sent as often as its maximum allows', () => {
    const turnEnd = { finishedAt: 2_000, idleSince: 2_100 };
    assert.deepEqual(verdict(finished, { turnEnd }, { sent: 1, max: 2 }), met);
    assert.deepEqual(verdict(finished, { turnEnd }, { sent: 2, max: 2 }), waits('maximum'));
  });
});
