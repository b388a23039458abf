import assert from 'node:assert/strict';
import { LocalDays } from '../../../../src/extension/hub/reading/usage/sums';

const halfHour = 1_800_000;
const start = Date.UTC(2026, 0, 1);
const count = 365 * 48;

/** Expected days of the instants in a time zone, computed independently by `Intl`. */
function expected(zone: string): readonly number[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  return Array.from({ length: count }, (_, index) =>
    Number(format.format(start + index * halfHour).replaceAll('-', '')),
  );
}

/** Days as counted on a machine in that zone, in an order that alternates between half hours. */
function counted(zone: string): readonly number[] {
  const own = process.env['TZ'];
  process.env['TZ'] = zone; // Node uses this time zone from then on.
  try {
    const calendar = new LocalDays();
    const days: number[] = Array<number>(count);
    for (let step = 0; step < count / 2; step += 1) {
      const index = ((step * 7919) % (count / 2)) * 2 + 1;
      for (const each of [index, (index + 1) % count]) {
        days[each] = calendar.day(start + each * halfHour);
      }
    }
    return days;
  } finally {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  }
}

describe('Days of the calendar', function () {
  this.timeout(60_000);
  for (const [zone, what] of [
    ['UTC', 'with no summer time'],
    ['Europe/Berlin', 'of 23 and 25 hours'],
    ['America/New_York', 'west of Greenwich'],
    ['Australia/Lord_Howe', 'of 23.5 and 24.5 hours'],
    ['Africa/Cairo', 'that begin at one in the morning'],
    ['Asia/Kolkata', 'half an hour off'],
    ['Pacific/Kiritimati', 'fourteen hours ahead'],
    ['America/Santiago', 'whose midnight is left out'],
  ] as const) {
    it(`${what} are those of ${zone}`, () => {
      const [days, wanted] = [counted(zone), expected(zone)];
      const wrong = days.findIndex((day, index) => day !== wanted[index]);
      assert.equal(wrong, -1, new Date(start + wrong * halfHour).toISOString());
      assert.equal(days.length, count);
    });
  }
});
