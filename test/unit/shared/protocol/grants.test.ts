import assert from 'node:assert/strict';
import { giveGrantSchema, grantCardSchema } from '../../../../src/shared/protocol/work/grants';
import { grantLimits } from '../../../../src/shared/text/grantLimits';

const given = {
  call: 'c',
  shown: 'S'.repeat(43),
  window: 'w',
  rule: { kind: 'beginning', words: ['npm', 'test'], cwd: '/p' },
  scope: 'session',
  project: '/p',
};
const isGiven = (change: object): boolean =>
  giveGrantSchema.safeParse({ ...given, ...change }).success;

describe('A grant as it is given', () => {
  it('is a rule for a session or a project, with limits that a person chose', () => {
    assert.ok(isGiven({}));
    assert.ok(isGiven({ scope: 'project', ms: grantLimits.maxMs, uses: 1, subagents: true }));
  });

  it('is refused beyond the limits, and for a rule of an unknown kind', () => {
    for (const change of [
      { ms: grantLimits.maxMs + 1 },
      { ms: 1 },
      { ms: 60_000.5 },
      { uses: 0 },
      { uses: grantLimits.maxUses + 1 },
      { scope: 'machine' },
      { rule: { kind: 'everything' } },
      { rule: { kind: 'beginning', words: [], cwd: '/p' } },
      { rule: { kind: 'beginning', words: ['npm'] } },
      { shown: '' },
    ]) {
      assert.ok(!isGiven(change), JSON.stringify(change));
    }
  });

  it('is read from a hub of a newer version, with a rule that is not known yet', () => {
    const card = {
      id: 'g',
      project: '/p',
      rule: { kind: 'newer', more: 1 },
      words: 'in words',
      until: 1,
      used: 0,
      by: 'Editor',
      givenAt: 0,
      ended: { at: 1, reason: 'newer' },
    };
    assert.ok(grantCardSchema.safeParse(card).success);
  });
});
