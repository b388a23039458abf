import type { Digest } from '../protocol/looks';
import { formatDuration, formatMoment, formatUsd } from './format';
import { counted, t } from './l10n';

/** `Since 2:05 PM`, with the day where that was another. */
export function digestHeading({ since }: Pick<Digest, 'since'>, now: number): string {
  return t('Since {0}', formatMoment(Date.parse(since), now));
}

/** The digest in short parts, those that matter most first. */
export function digestParts(digest: Digest, now: number): readonly string[] {
  const { autoBlocked = 0 } = digest;
  const { failingTests, pullsOpened, pullsMerged, pushed, committed, finished, usd = 0 } = digest;
  const parts: readonly (readonly [number, string])[] = [
    [digest.blocked?.count ?? 0, blockedText(digest, now)],
    [
      failingTests,
      counted(failingTests, '{0} session with red tests', '{0} sessions with red tests'),
    ],
    [
      autoBlocked,
      counted(autoBlocked, '{0} call blocked by auto mode', '{0} calls blocked by auto mode'),
    ],
    [pullsOpened, counted(pullsOpened, '{0} PR opened', '{0} PRs opened')],
    [pullsMerged, counted(pullsMerged, '{0} PR merged', '{0} PRs merged')],
    [pushed, counted(pushed, '{0} pushed', '{0} pushed')],
    [committed, counted(committed, '{0} committed', '{0} committed')],
    [finished, counted(finished, '{0} finished', '{0} finished')],
    [usd < 0.005 ? 0 : usd, formatUsd(usd)],
  ];
  return parts.flatMap(([count, text]) => (count > 0 ? [text] : []));
}

/** The whole digest as one line. */
export function digestText(digest: Digest, now: number): string {
  return `${digestHeading(digest, now)}: ${digestParts(digest, now).join(' · ')}`;
}

function blockedText({ blocked }: Digest, now: number): string {
  if (blocked === undefined) return '';
  const { count, since } = blocked;
  const waited = now - Date.parse(since);
  // Not a text that is another each second.
  if (!(waited >= 60_000)) return counted(count, '{0} blocked', '{0} blocked');
  return counted(count, '{0} blocked for {1}', '{0} blocked for up to {1}', formatDuration(waited));
}
