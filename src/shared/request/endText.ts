import type { LiveSession, PendingRequest } from '../protocol/protocol';
import { formatCountdown, formatMoment } from '../words/format';
import { t } from '../words/l10n';
import { shownLabel } from '../words/stateLabels';

type Deadline = NonNullable<PendingRequest['deadline']>;

/** States that the terminal of the request shows no dialog for it. */
export const onlyHereText = () => t('Only here: its terminal cannot ask');

/**
 * Remaining time until the client ends a dialog by itself; empty once it has passed, and for an
 * unknown outcome.
 */
export function countdownText({ dueAt, outcome }: Deadline, now: number): string {
  const left = Date.parse(dueAt) - now;
  if (Number.isNaN(left) || left <= 0) return '';
  if (outcome === 'blocked') return t('Blocked in {0} unless you allow it', formatCountdown(left));
  return outcome === 'unanswered'
    ? t('Goes on without an answer in {0}', formatCountdown(left))
    : '';
}

/** Remaining time until a held request returns to its terminal; empty once it has passed. */
export function heldUntilText(untilAt: number, now: number): string {
  const left = untilAt - now;
  return left <= 0 ? '' : t('Its terminal asks in {0}', formatCountdown(left));
}

/** `countdownText` with the time of day, for texts that are not updated each second. */
function dueText({ dueAt, outcome }: Deadline, now: number): string {
  const at = Date.parse(dueAt);
  if (Number.isNaN(at) || at <= now) return '';
  if (outcome === 'blocked') return t('Blocked at {0} unless you allow it', formatMoment(at, now));
  return outcome === 'unanswered'
    ? t('Goes on without an answer at {0}', formatMoment(at, now))
    : '';
}

/**
 * How the session's request ends, or how its last one ended, one text for each line of a tooltip.
 */
export function endTexts(
  { pendingRequest: request, expired, machine }: LiveSession,
  now: number,
): readonly string[] {
  const isHere = machine?.away === undefined;
  return [
    request?.onlyHere === true && isHere ? onlyHereText() : '',
    request?.deadline !== undefined && isHere ? dueText(request.deadline, now) : '',
    expired === undefined ? '' : shownLabel(expired.label, now),
  ].filter((text) => text !== '');
}
