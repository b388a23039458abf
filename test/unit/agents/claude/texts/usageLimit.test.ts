import assert from 'node:assert/strict';
import { spokenLimit } from '../../../../../src/extension/agents/claude/texts/usageLimit';

/** A Tuesday, 00:15:30 in London and 01:15:30 in Berlin. */
const at = Date.UTC(2026, 10, 24, 0, 15, 30);
const minute = (iso: string): number => Date.parse(`${iso}:59.999Z`);

describe('The words of a usage limit', () => {
  const understood: readonly (readonly [text: string, resetsAt: string])[] = [
    ["You've hit your session limit · resets 1:45am (UTC)", '2026-11-24T01:45'],
    ["You've hit your 5-hour limit · resets 3pm (Europe/Berlin)", '2026-11-24T14:00'],
    // This time of day has passed, so the next one is meant.
    ["You've hit your 5-hour limit · resets 1am (Europe/Berlin)", '2026-11-25T00:00'],
    ["You've hit your 5-hour limit · resets 12am (UTC)", '2026-11-25T00:00'],
    ["You've hit your 5-hour limit · resets 12:30pm (Asia/Kolkata)", '2026-11-24T07:00'],
    // In Los Angeles it is still the day before.
    ["You've hit your 5-hour limit · resets 8pm (America/Los_Angeles)", '2026-11-24T04:00'],
    ["You've hit your weekly limit · resets Nov 27, 11:37am (UTC)", '2026-11-27T11:37'],
    ["You've hit your Opus limit · resets Jan 2, 2027, 3pm (UTC)", '2027-01-02T15:00'],
    ["You've hit your weekly limit · resets Jan 2, 3pm (UTC)", '2027-01-02T15:00'],
    ['5-hour limit reached ∙ resets 15:00 (UTC)', '2026-11-24T15:00'],
    [
      "You've hit your weekly limit · resets Nov 27, 3pm (UTC) · progress saved",
      '2026-11-27T15:00',
    ],
    ["You've hit your 5-hour limit · resets 3pm (UTC)\nMore words", '2026-11-24T15:00'],
    ["You've hit your limits · resets 3pm (UTC) · resets Nov 27, 3pm (UTC)", '2026-11-27T15:00'],
  ];
  for (const [text, iso] of understood) {
    it(`are understood: ${JSON.stringify(text)}`, () => {
      const limit = spokenLimit(text, at);
      assert.equal(limit?.resetsAt, minute(iso), new Date(limit?.resetsAt ?? 0).toISOString());
    });
  }

  it('are understood as seconds or milliseconds since 1970', () => {
    const resetsAt = 1_795_484_726_000;
    const limits = ['1795484726', '1795484726000'].map((stamp) =>
      spokenLimit(`Claude AI usage limit reached|${stamp}`, at),
    );
    assert.deepEqual(limits, [
      { resetsAt, said: undefined },
      { resetsAt, said: undefined },
    ]);
  });

  it('are those of no known time where one of several is not understood', () => {
    const parsed = spokenLimit("You've hit your limits · resets 3pm (UTC) · resets some day", at);
    assert.deepEqual(parsed, { resetsAt: undefined, said: 'some day' });
  });

  it('stay as they were said where they are not understood', () => {
    const texts = [
      '3pm',
      '3pm (Middle/Earth)',
      '25:00 (UTC)',
      '13pm (UTC)',
      '3:75pm (UTC)',
      'Foo 3, 3pm (UTC)',
      'in a while',
    ];
    for (const words of texts) {
      assert.deepEqual(spokenLimit(`You've hit your 5-hour limit · resets ${words}`, at), {
        resetsAt: undefined,
        said: words,
      });
    }
    assert.deepEqual(spokenLimit("You've hit your monthly spend limit", at), {
      resetsAt: undefined,
      said: undefined,
    });
    const timeless = spokenLimit("You've hit your limit · resets 3pm (UTC)", Number.NaN);
    assert.equal(timeless?.resetsAt, undefined);
  });

  it('are those of no limit where a request was only refused', () => {
    assert.equal(
      spokenLimit('API Error: Request rejected (429) · Try again later.', at),
      undefined,
    );
    assert.equal(spokenLimit('', at), undefined);
  });

  it('are the later moment of an hour that comes twice, and of none that never comes', () => {
    const limit = "You've hit your 5-hour limit · resets 1:30am (America/New_York)";
    const before = Date.UTC(2026, 10, 1, 4, 0);
    assert.equal(spokenLimit(limit, before)?.resetsAt, minute('2026-11-01T06:30'));
    for (const day of ['Feb 30', 'Apr 31, 2027']) {
      const reset = `${day}, 3pm (UTC)`;
      const found = spokenLimit(`You've hit your weekly limit · resets ${reset}`, at);
      assert.deepEqual(found, { resetsAt: undefined, said: reset });
    }
  });

  it('are read on the right side of a change of the clock', () => {
    // Daylight saving time ends in Berlin on October 25, 2026, at 3:00.
    const before = Date.UTC(2026, 9, 24, 23, 0);
    const text = "You've hit your 5-hour limit · resets 4am (Europe/Berlin)";
    assert.equal(spokenLimit(text, before)?.resetsAt, minute('2026-10-25T03:00'));
  });
});
