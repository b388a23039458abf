import { usePage } from './page';
import { useStore } from './store';

const minuteMs = 60_000;

/** The current time in ms since 1970, in steps of a minute. */
export function useMinute(): number {
  return useStore(usePage().clock, (now) => Math.floor(now / minuteMs) * minuteMs);
}
