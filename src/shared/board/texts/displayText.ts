import { type DisplayIconLook, iconLookOf, isLabelReplaced } from '../displayLooks';
import type { Tone } from '../../presentation';
import type { Label } from '../../protocol/label';
import type { SessionOutcome, PullState } from '../../protocol/layers/display';
import type { LiveSession } from '../../protocol/protocol';
import { plainTitle } from '../../text/plainText';
import { labelImitatesBoard } from '../../words/imitatedTexts';
import { counted, message, t } from '../../words/l10n';
import { shownLayerLabel } from '../../words/layerTexts';

/** Maximum number of characters of a badge; a longer text is cut. */
export const badgeLength = 24;
/**
 * Maximum lengths, and number of badges, that are shown. They equal the hub's limits and are
 * repeated here because pages must not import its schemas.
 */
const lengths = { label: 80, badge: badgeLength, badges: 4, tooltip: 300 } as const;

/** A badge ready to show: its texts are escaped, and its address is safe to open. */
export interface ShownBadge {
  readonly text: string;
  readonly tooltip: string;
  readonly icon: DisplayIconLook | undefined;
  readonly tone: Tone;
  readonly href: string | undefined;
}

/** The layer's label that replaces the state's text; undefined if the state's text is shown. */
export function layerLabel(
  session: Pick<LiveSession, 'agentState' | 'display' | 'pendingRequest'>,
): string | undefined {
  const label = isLabelReplaced(session) ? session.display?.label : undefined;
  return (label && plainTitle(shownLayerLabel(label), lengths.label)) || undefined;
}

export function badgesOf({ display }: Pick<LiveSession, 'display'>): readonly ShownBadge[] {
  return (display?.badges ?? []).slice(0, lengths.badges).flatMap((badge) => {
    const text = plainTitle(shownLayerLabel(badge.text), lengths.badge);
    const tooltip = sentenceOf(badge.tooltip);
    if (text === '' || labelImitatesBoard(badge.text)) return [];
    return {
      text,
      tooltip: tooltip || text,
      icon: iconLookOf(badge.icon),
      tone: badge.tone ?? 'gray',
      href: webAddress(badge.href),
    };
  });
}

/** The layer's sentence about the results; empty if it has none. */
export function displayDetail({ display }: Pick<LiveSession, 'display'>): string {
  return sentenceOf(display?.detail);
}

/** The label as text; empty if it imitates a text of the board. */
function sentenceOf(label: Label | undefined): string {
  return label === undefined || labelImitatesBoard(label)
    ? ''
    : plainTitle(shownLayerLabel(label), lengths.tooltip);
}

/**
 * An https URL of characters that every URL parser reads alike; a URL with user information does
 * not match.
 */
const plainAddress =
  /^https:\/\/[a-z0-9][a-z0-9.-]*(?::\d{1,5})?(?:[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i;
const longestAddress = 2_000;

/** An https address that may be opened by a click; undefined for any other. */
export function webAddress(href: string | undefined): string | undefined {
  if (href === undefined || href.length > longestAddress) return undefined;
  return plainAddress.test(href) ? href : undefined;
}

/**
 * Addresses that views of the session offer to open; a page's request for any other address is
 * refused.
 */
export function offeredAddresses(
  session: Pick<LiveSession, 'display' | 'outcome'>,
): ReadonlySet<string> {
  const offered = [
    ...badgesOf(session).map(({ href }) => href),
    ...openablePulls(session).map(({ url }) => url),
  ];
  return new Set(offered.filter((href) => href !== undefined));
}

/** Pull requests with an address that is safe to open, newest first. */
export function openablePulls({ outcome }: Pick<LiveSession, 'outcome'>): readonly PullState[] {
  return (outcome?.pulls ?? [])
    .flatMap((pull) => {
      const url = webAddress(pull.url);
      return url === undefined ? [] : [{ ...pull, url }];
    })
    .toReversed();
}

const pullWords = {
  draft: message('draft'),
  open: message('open'),
  merged: message('merged'),
  closed: message('closed'),
} as const;

/** `PR #41` with its state on GitHub if known. */
export function pullText({ number, state }: PullState): string {
  const name = t('PR #{0}', number);
  return state === undefined ? name : `${name} · ${t(pullWords[state])}`;
}

const mostPulls = 2;

/**
 * The results of a session in a few words, such as `PR #41 · Tests failing`; empty if there are
 * none.
 */
export function outcomeText(outcome: LiveSession['outcome']): string {
  if (outcome === undefined) return '';
  const { tests } = outcome;
  const words = deliveredTexts(outcome);
  if (tests !== undefined) words.push(tests.ok ? t('Tests passing') : t('Tests failing'));
  return words.join(' · ');
}

/** Texts for the pull requests, or if there are none for the push or the commits. */
function deliveredTexts({ pulls, pushed, commits }: SessionOutcome): string[] {
  if (pulls.length > 0) return pulls.slice(-mostPulls).toReversed().map(pullText);
  if (pushed !== undefined) return [t('Pushed {0}', plainTitle(pushed, lengths.label))];
  return commits > 0 ? [counted(commits, '{0} commit', '{0} commits')] : [];
}

/** The branch that is checked out, otherwise the one that the client reported. */
export function branchName({
  repository,
  gitBranch,
}: Pick<LiveSession, 'repository' | 'gitBranch'>): string {
  return plainTitle(repository?.branch ?? gitBranch ?? '', 200);
}

/** The state of a repository except its branch, with one fact on each line. */
export function repositoryLines({ repository }: Pick<LiveSession, 'repository'>): string[] {
  const { worktree, upstream, ahead = 0, behind = 0, uncommitted = 0 } = repository ?? {};
  const distance = [ahead > 0 ? `↑${ahead}` : '', behind > 0 ? `↓${behind}` : '']
    .filter((part) => part !== '')
    .join(' ');
  const name = plainTitle(upstream ?? '', 120);
  return [
    worktree === undefined ? '' : t('Worktree {0}', plainTitle(worktree, 120)),
    distance === '' || name === '' ? distance : t('{0} compared with {1}', distance, name),
    uncommitted > 0
      ? counted(uncommitted, '{0} file not committed', '{0} files not committed')
      : '',
  ].filter((line) => line !== '');
}
