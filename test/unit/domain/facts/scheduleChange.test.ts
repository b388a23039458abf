import assert from 'node:assert/strict';
import {
  scheduleChangeOfTurnEnd,
  scheduleChangeOfTool,
  addScheduleCalls,
} from '../../../../src/extension/hub/domain/facts/schedule/scheduleChange';

describe('Changes of a schedule', () => {
  const long = '*'.repeat(100_000);

  it('keep the fields of a call that are read, in their own types and lengths', () => {
    const input = { cron: '0 9 * * *', prompt: 'Look', recurring: false, more: long };
    const use = { id: 'toolu_1', name: 'CronCreate', input };
    const { more: _, ...read } = input;
    assert.deepEqual(addScheduleCalls([], [use])[0]?.input, read);
    const odd = { cron: long, prompt: long, recurring: { long }, durable: long, stop: [long] };
    const [kept] = addScheduleCalls([], [{ ...use, input: odd }]);
    assert.equal(kept?.input['cron'], undefined);
    assert.ok(JSON.stringify(kept).length < 3_000);
  });

  it('drop an expression that is too long to be valid', () => {
    const run = { id: 'a', cron: '0 9 * * *', recurring: true, prompt: 'Look' };
    assert.deepEqual(scheduleChangeOfTurnEnd([run]), { kind: 'armed', runs: [run] });
    assert.deepEqual(scheduleChangeOfTurnEnd([{ ...run, cron: long }]), {
      kind: 'armed',
      runs: [{ ...run, cron: undefined }],
    });
  });

  it('drop an invalid or implausible time', () => {
    for (const nextFireAt of [NaN, Infinity, -1, 1e18, '2026-03-02', null]) {
      const news = scheduleChangeOfTool(
        'CronCreate',
        { cron: '0 9 * * *' },
        { id: 'a', nextFireAt },
      );
      assert.equal(news?.kind === 'created' && news.run.at, undefined, String(nextFireAt));
    }
    assert.equal(scheduleChangeOfTool('ScheduleWakeup', {}, { scheduledFor: 1e18 }), undefined);
  });
});
