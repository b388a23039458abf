import { blockedSince, needsYouCounts, needsYouOfPart } from '../needsYou';
import type { Digest } from '../../protocol/looks';
import type { LiveSession } from '../../protocol/protocol';
import { formatDuration, formatMoment, formatUsd } from '../../words/format';
import { counted, t } from '../../words/l10n';

/** `Since 2:05 PM`, with the day if it was not today. */
export function digestHeading({ since }: Pick<Digest, 'since'>, now: number): string {
  return t('Since {0}', formatMoment(Date.parse(since), now));
}

/**
 * The digest in short parts, the most important first. Sessions that need a person and missed runs
 * are counted from the board.
 */
export function digestParts(
  digest: Digest,
  sessions: readonly LiveSession[],
  now: number,
): readonly string[] {
  const { autoBlocked = 0 } = digest;
  const { failingTests, pullsOpened, pullsMerged, pushed, committed, finished, usd = 0 } = digest;
  const missed = missedSince(digest, sessions);
  const parts: readonly (readonly [number, string])[] = [
    [
      failingTests,
      counted(failingTests, '{0} session with red tests', '{0} sessions with red tests'),
    ],
    [
      autoBlocked,
      counted(autoBlocked, '{0} call blocked by auto mode', '{0} calls blocked by auto mode'),
    ],
    [missed, counted(missed, '{0} scheduled run missed', '{0} scheduled runs missed')],
    [pullsOpened, counted(pullsOpened, '{0} PR opened', '{0} PRs opened')],
    [pullsMerged, counted(pullsMerged, '{0} PR merged', '{0} PRs merged')],
    [pushed, counted(pushed, '{0} pushed', '{0} pushed')],
    [committed, counted(committed, '{0} committed', '{0} committed')],
    [finished, counted(finished, '{0} finished', '{0} finished')],
    [usd < 0.005 ? 0 : usd, formatUsd(usd)],
  ];
  return [
    needsYouOfPart(needsYouCounts(sessions)) ?? [],
    waitText(sessions, now) ?? [],
    ...parts.map(([count, text]) => (count > 0 ? text : [])),
  ].flat();
}

/** The digest as one line. */
export function digestSentence(
  digest: Digest,
  sessions: readonly LiveSession[],
  now: number,
): string {
  return `${digestHeading(digest, now)}: ${digestParts(digest, sessions, now).join(' · ')}`;
}

/** Number of scheduled runs that were due since the person left and did not come. */
function missedSince({ since }: Digest, sessions: readonly LiveSession[]): number {
  const left = Date.parse(since);
  const missed = sessions.flatMap((session) => session.missed ?? []);
  return missed.filter(({ dueAt }) => Date.parse(dueAt) > left).length;
}

function waitText(sessions: readonly LiveSession[], now: number): string | undefined {
  const since = blockedSince(sessions);
  const waited = since === undefined ? 0 : now - Date.parse(since);
  // Waits of less than a minute are omitted, because their text would change each second.
  return waited >= 60_000 ? t('longest wait {0}', formatDuration(waited)) : undefined;
}
