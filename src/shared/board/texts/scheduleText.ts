import type { PromptCard } from '../../protocol/prompts';
import type { LiveSession } from '../../protocol/protocol';
import type { MissedRunCard, ScheduledRunCard } from '../../protocol/session/schedule';
import { plainTitle } from '../../text/plainText';
import { formatMoment } from '../../words/format';
import { t } from '../../words/l10n';

/**
 * Text for a run that the client starts by itself: its time, its prompt, and whether it repeats.
 */
export function scheduledRunText(
  { dueAt, prompt, recurring }: ScheduledRunCard,
  now: number,
): string {
  const parts = [
    formatMoment(Date.parse(dueAt), now),
    plainTitle(prompt, 160),
    recurring ? t('recurring') : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Text for a run that was due and did not come: when it was due, and why, if that is known. */
export function missedRunText({ dueAt, why }: MissedRunCard, now: number): string {
  const due = formatMoment(Date.parse(dueAt), now);
  if (why === 'closed') return t('Due {0}, not run: Claude Code is closed', due);
  if (why === 'asleep') return t('Due {0}, not seen: the computer was asleep', due);
  return t('Due {0}, not seen', due);
}

/**
 * Text for the runs of a session that did not come: the first one, and the number of others;
 * undefined if there is none.
 */
export function missedText(
  { missed = [] }: Pick<LiveSession, 'missed'>,
  now: number,
): string | undefined {
  const [first] = missed;
  if (first === undefined) return undefined;
  const text = missedRunText(first, now);
  return missed.length === 1 ? text : t('{0} (+{1})', text, missed.length - 1);
}

/** Text for each missed run with its prompt. */
export function missedLines(
  { missed = [] }: Pick<LiveSession, 'missed'>,
  now: number,
): readonly string[] {
  return missed.map((run) =>
    [missedRunText(run, now), plainTitle(run.prompt, 160)].filter(Boolean).join(' · '),
  );
}

/** The session's next scheduled run or timed follow-up as text; undefined if it has neither. */
export function nextStartText(
  { schedule, prompting }: Pick<LiveSession, 'schedule' | 'prompting'>,
  now: number,
): string | undefined {
  const run = schedule?.[0];
  const [prompt] = (prompting?.prompts ?? [])
    .filter((one) => followUpTime(one) !== undefined)
    .toSorted((a, b) => followUpTime(a)! - followUpTime(b)!);
  const at = prompt && followUpTime(prompt);
  if (prompt === undefined || at === undefined || (run && Date.parse(run.dueAt) <= at))
    return run && t('Next run: {0}', scheduledRunText(run, now));
  const parts = [formatMoment(at, now), plainTitle(prompt.text, 160)];
  return t('Next prompt: {0}', parts.join(' · '));
}

/**
 * Time at which a prompt with a timed condition is due, in ms since 1970; undefined for a prompt
 * without one, and once it is held or its condition was met.
 */
function followUpTime({ state, when, metAt, held }: PromptCard): number | undefined {
  const isWaiting = state === 'queued' && metAt === undefined && held !== true;
  return isWaiting && when?.kind === 'time' ? when.at : undefined;
}
