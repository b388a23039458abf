import assert from 'node:assert/strict';
import { digestParts } from '../../../../../src/shared/board/texts/digestText';
import { digestWithOtherCounts } from '../../../../support/board/randomBoard';
import { aSession, builderNow, secondsAgo } from '../../../../support/sessionBuilder';

const now = Date.parse(builderNow);

describe('The digest', () => {
  it('counts the scheduled runs that were due while the person was away and did not start', () => {
    const run = (ago: number) => ({
      id: 'job',
      dueAt: secondsAgo(ago),
      prompt: 'check',
      recurring: true,
    });
    const parts = (...agos: readonly number[]): readonly string[] => {
      const digest = { ...digestWithOtherCounts, since: secondsAgo(3_600) };
      return digestParts(digest, [aSession({ missed: agos.map(run) })], now);
    };
    assert.ok(parts(60).includes('1 scheduled run missed'), parts(60).join());
    assert.ok(parts(60, 120, 7_200).includes('2 scheduled runs missed'));
    assert.ok(!parts(7_200).join().includes('missed'));
  });
});
