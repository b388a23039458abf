import assert from 'node:assert/strict';

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;

interface LocalMinute {
  readonly at: number;
  readonly fields: readonly [
    minute: number,
    hour: number,
    day: number,
    month: number,
    weekday: number,
  ];
  /** True if the clock showed the same time an hour or less before. */
  readonly isRepeated: boolean;
}

/**
 * The minutes of some days with what the clock of a zone shows, by `Intl` alone: independent of the
 * local methods of `Date`.
 */
export class ZoneMinutes {
  private readonly minutes: readonly LocalMinute[];

  constructor(
    zone: string,
    private readonly from: number,
    days: number,
  ) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    const seen = new Set<string>();
    const quarters = Array.from({ length: days * 96 }, (_, index) => {
      const at = from + index * quarterMs;
      const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
      const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
      const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(
        parts.get('weekday') ?? '',
      );
      const shown = [number('hour'), number('day'), number('month'), weekday] as const;
      const minute = number('minute');
      assert.equal(minute % 15, 0, 'clocks change and differ by quarters of an hour');
      return { at, minute, shown };
    });
    this.minutes = quarters.flatMap(({ at, minute, shown }) => {
      const first = [minute, ...shown].join();
      const isRepeated = seen.has(first);
      seen.add(first);
      return Array.from({ length: 15 }, (_, later): LocalMinute => {
        const fields = [minute + later, ...shown] as const;
        return { at: at + later * minuteMs, fields, isRepeated };
      });
    });
  }

  /** The next minute after `after` at which an expression of numbers, `*` and steps matches. */
  next(cron: string, after: number, isOnce: boolean): number | undefined {
    const texts = cron.split(' ');
    const matches = (text: string, value: number, low: number): boolean =>
      text === '*' ||
      (text.startsWith('*/')
        ? (value - low) % Number(text.slice(2)) === 0
        : Number(text) === value);
    const lows = [0, 0, 1, 1, 0];
    let index = Math.floor((after - this.from) / minuteMs) + 1;
    for (; index < this.minutes.length; index += 1) {
      const { at, fields, isRepeated } = this.minutes[index]!;
      const isMatch = fields.every((value, place) => matches(texts[place]!, value, lows[place]!));
      if (isMatch && (isOnce || !isRepeated)) return at;
    }
    return undefined;
  }
}
