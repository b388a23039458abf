import type { HookReport } from './event';
import type { HookFacts } from './session';
import { startsScheduledRun } from './schedule/schedule';

/**
 * Time, in ms, within which the client submits its own prompt after it announced that it continues.
 */
const announcedMs = 10_000;

/**
 * True if a person wrote the prompt of a hook. A prompt counts as the client's if its text, a
 * scheduled run or an announced continuation explains it.
 */
export function isWrittenByPerson(
  { schedule, continuesAt, main }: Pick<HookFacts, 'schedule' | 'continuesAt' | 'main'>,
  { prompt = '', promptBy }: Pick<HookReport, 'prompt' | 'promptBy'>,
  at: number,
): boolean {
  const restedAt = main?.kind === 'resting' ? main.at : undefined;
  if (promptBy !== undefined || startsScheduledRun(schedule, prompt, at, restedAt)) return false;
  return continuesAt === undefined || at - continuesAt > announcedMs;
}
