import { formatAgo, formatCost } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { missingText } from '../../../shared/board/texts/machineText';
import { plainTitle } from '../../../shared/text/plainText';
import { cardLookOf } from '../../../shared/board/displayLooks';
import { isRunning, type StateLook } from '../../../shared/presentation';
import {
  badgesOf,
  layerLabel,
  openablePulls,
  outcomeText,
} from '../../../shared/board/texts/displayText';
import { isAway } from '../../../shared/board/texts/machineText';
import { needsYouCounts, needsYouText } from '../../../shared/board/needsYou';
import type { HistoryEntry, TextHit } from '../../../shared/protocol/history';
import type { SessionOutcome } from '../../../shared/protocol/layers/display';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { matchScore, searchWords } from '../../../shared/text/searchWords';
import type { SessionTarget } from '../../manifest';
import { labelOf, sessionTitle } from '../../../shared/board/sessionNames';
import {
  branchOf,
  coarseAge,
  joinParts,
  projectOf,
  requestOf,
  tagWords,
} from '../../../shared/board/texts/partTexts';
import { findQuery, type FindQuery } from './findQuery';
import type { Findings } from './sessionFinder';

export type FindingAct = 'pull' | 'goTo' | 'reveal' | 'resume' | 'fork' | 'copy';

/** A row for a session. Its texts are plain; `$(icon)` is not escaped yet. */
export interface FindingRow {
  readonly kind: 'session';
  readonly target: SessionTarget;
  readonly look: Pick<StateLook, 'codicon' | 'tone'>;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** The outcome of the session, if known. */
  readonly outcome: SessionOutcome | undefined;
  /** Actions on the session other than opening its transcript. */
  readonly acts: readonly FindingAct[];
  /** True if it was found in the text of a transcript. */
  readonly isHit: boolean;
}

export interface HeadingRow {
  readonly kind: 'heading';
  readonly label: string;
}

/** A message; with `action`, choosing it shows more rows. */
export interface NoteRow {
  readonly kind: 'note';
  readonly codicon: string;
  readonly label: string;
  readonly action?: 'more';
}

export type PickRow = FindingRow | HeadingRow | NoteRow;

/** Icon of a past session that is not on the board. */
const pastLook = { codicon: 'history', tone: 'gray' } as const;
const textLook = { codicon: 'quote', tone: 'gray' } as const;

const detailLength = 160;

/** Smallest cost that is shown. */
const shownUsd = 0.01;

/** The rows of the list: sessions on the board, then past ones, then matches in transcripts. */
export function findingRows(
  findings: Findings,
  board: readonly LiveSession[],
  hasMore: boolean,
  now: number,
): readonly PickRow[] {
  const query = findQuery(findings.query);
  const live = liveRows(query, board, now);
  const shown = new Set(live.map(({ target }) => target.sessionId));
  const onBoard = new Map(board.map((session) => [session.sessionId, session]));
  const sessions = findings.history?.sessions ?? [];
  const past = sessions
    .filter(({ sessionId }) => isFirst(shown, sessionId))
    .filter((entry) => query.matchesPast(entry, onBoard.get(entry.sessionId)))
    .map((entry) => pastRow(entry, onBoard.get(entry.sessionId), now));
  const found = findings.hits.filter(({ session }) =>
    query.matchesPast(session, onBoard.get(session.sessionId)),
  );
  const hitRows = new Map<string, FindingRow>();
  for (const hit of found) {
    const row = hitRow(hit, onBoard.get(hit.session.sessionId), now);
    const key = keyOf(row.target);
    if (!hitRows.has(key)) hitRows.set(key, row);
  }
  const withHit = (row: FindingRow): FindingRow => mergeHit(row, hitRows.get(keyOf(row.target)));
  const listed = new Set([...live, ...past].map(({ target }) => keyOf(target)));
  const hits = [...hitRows].flatMap(([key, row]) => (listed.has(key) ? [] : [row]));
  const remainingCount = (findings.history?.total ?? 0) - sessions.length;
  return [
    ...(findings.problem === undefined ? [] : [noteRow('debug-disconnect', findings.problem)]),
    ...underHeading(boardHeading(findings.query, query, board), live.map(withHit)),
    ...underHeading(t('Sessions'), past.map(withHit)),
    ...(hasMore
      ? [
          {
            ...noteRow('ellipsis', t('Show more ({0} left)', remainingCount)),
            action: 'more',
          } as const,
        ]
      : []),
    ...underHeading(
      findings.moreHits
        ? t('Found in transcripts (the first {0})', hits.length)
        : t('Found in transcripts'),
      hits,
    ),
    ...(findings.missing.length === 0
      ? []
      : [noteRow('vm-outline', missingText(findings.missing))]),
    ...emptyNote(findings, live.length + past.length + hits.length),
  ];
}

/** Heading of the board's sessions; without a query it has the counts of Needs You. */
function boardHeading(
  typed: string,
  { isFiltered }: FindQuery,
  board: readonly LiveSession[],
): string {
  if (isFiltered) return t('On the board');
  return typed.trim() === ''
    ? joinParts([t('Live'), needsYouText(needsYouCounts(board))])
    : t('Live');
}

/** Key of a transcript: a session's own, or a subagent's. */
function keyOf({ sessionId, agentId = '' }: SessionTarget): string {
  return JSON.stringify([sessionId, agentId]);
}

function isFirst(seen: Set<string>, sessionId: string): boolean {
  if (seen.has(sessionId)) return false;
  seen.add(sessionId);
  return true;
}

/**
 * Merges the row of a session that matches by its fields with a match in its transcript. The result
 * opens the transcript at the match.
 */
function mergeHit(row: FindingRow, hit: FindingRow | undefined): FindingRow {
  return hit === undefined ? row : { ...row, target: hit.target, detail: hit.detail };
}

function underHeading(heading: string, rows: readonly FindingRow[]): readonly PickRow[] {
  return rows.length === 0 ? [] : [{ kind: 'heading', label: heading }, ...rows];
}

function emptyNote({ query, searching, problem }: Findings, count: number): readonly PickRow[] {
  if (count > 0 || searching || problem !== undefined) return [];
  return [noteRow('info', query.trim() === '' ? t('No sessions yet.') : t('No results found'))];
}

function noteRow(codicon: string, label: string): NoteRow {
  return { kind: 'note', codicon, label };
}

function liveRows(
  query: FindQuery,
  board: readonly LiveSession[],
  now: number,
): readonly FindingRow[] {
  const words = searchWords(query.words);
  return (
    board
      // Sessions in Done are listed with the past ones, unless tokens filter the board.
      .filter((one) =>
        query.isFiltered ? query.matches(one) : one.agentState.group !== 'delivered',
      )
      .map((session) => ({
        session,
        score:
          matchScore(words, [
            { text: session.title, weight: 8 },
            { text: session.originalTitle ?? '', weight: 8 },
            { text: tagWords(session).join('\n'), weight: 8 },
            { text: session.lastPrompt ?? '', weight: 4 },
            { text: session.projectName, weight: 2 },
            { text: branchOf(session), weight: 2 },
            { text: session.agentState.label.text, weight: 2 },
            { text: resultTexts(session), weight: 2 },
            { text: session.sessionId, weight: 1 },
          ]) ?? -1,
      }))
      .filter(({ score }) => score >= 0)
      // The sort is stable, so equal scores keep the board's order.
      .sort((a, b) => b.score - a.score)
      .map(({ session }) => liveRow(session, now))
  );
}

/** Texts of labels and badges, so that results can be found by them. */
function resultTexts(session: LiveSession): string {
  const badges = badgesOf(session).map(({ text }) => text);
  return joinParts([layerLabel(session), ...badges], '\n');
}

function liveRow(session: LiveSession, now: number): FindingRow {
  const title = sessionTitle(session);
  const age = coarseAge(session.stateSince, now);
  return {
    kind: 'session',
    target: { sessionId: session.sessionId },
    look: cardLookOf(session),
    label: title,
    description: joinParts([
      tagWords(session).join(', '),
      layerLabel(session) ?? labelOf(session),
      age,
      isAway(session) ? t('away') : undefined,
      projectOf(session),
      branchOf(session),
    ]),
    detail: requestOf(session, detailLength) || unlessInTitle(session.lastPrompt, title),
    outcome: session.outcome,
    acts: actsOn(session, session.outcome),
    isHit: false,
  };
}

/** The label that a layer shows on the session's card, otherwise the outcome. */
function resultLabel(entry: HistoryEntry, known: LiveSession | undefined): string | undefined {
  if (known === undefined) return outcomeText(entry.outcome);
  return layerLabel(known) ?? outcomeText(known.outcome);
}

function pastRow(entry: HistoryEntry, known: LiveSession | undefined, now: number): FindingRow {
  const title = sessionTitle(known ?? entry);
  const { cost } = entry;
  const { outcome } = known ?? entry;
  return {
    kind: 'session',
    target: { sessionId: entry.sessionId },
    look: known === undefined ? pastLook : cardLookOf(known),
    label: title,
    description: joinParts([
      tagWords(known ?? entry).join(', '),
      resultLabel(entry, known),
      projectOf(entry),
      branchOf(entry),
      formatAgo(entry.lastActivityAt, now),
      cost !== undefined && cost.totalUsd >= shownUsd ? formatCost(cost) : undefined,
    ]),
    detail: unlessInTitle(entry.lastPrompt, title) || unlessInTitle(entry.firstPrompt, title),
    outcome,
    acts: actsOn(known, outcome),
    isHit: false,
  };
}

function hitRow(
  { session, agentId, speaker, excerpt, quote }: TextHit,
  known: LiveSession | undefined,
  now: number,
): FindingRow {
  const title = sessionTitle(known ?? session);
  const { outcome } = known ?? session;
  return {
    kind: 'session',
    target: {
      sessionId: session.sessionId,
      ...(agentId !== undefined && { agentId }),
      ...(quote !== '' && { quote }),
    },
    look: textLook,
    label: title,
    description: joinParts([
      projectOf(session),
      branchOf(session),
      formatAgo(session.lastActivityAt, now),
      agentId === undefined ? undefined : t('in a subagent'),
    ]),
    detail: `${plainTitle(speaker, 40)}: ${plainTitle(excerpt, detailLength + 20)}`,
    outcome,
    acts: actsOn(known, outcome),
    isHit: true,
  };
}

/** Actions for a session; `known` is its state on the board, if any. */
function actsOn(
  known: LiveSession | undefined,
  outcome: SessionOutcome | undefined,
): readonly FindingAct[] {
  const pulls = openablePulls({ outcome }).length > 0 ? (['pull'] as const) : [];
  return [...pulls, ...sessionActs(known)];
}

function sessionActs(known: LiveSession | undefined): readonly FindingAct[] {
  if (known === undefined) return ['resume', 'fork', 'copy'];
  return isRunning(known) ? ['goTo', 'reveal', 'copy'] : ['resume', 'fork', 'reveal', 'copy'];
}

/** The prompt on one line; empty if the title already contains it. */
function unlessInTitle(prompt: string | undefined, title: string): string {
  const line = plainTitle(prompt ?? '', detailLength);
  const shownTitle = title.endsWith('…') ? title.slice(0, -1) : title;
  return line.startsWith(shownTitle) && line.length < shownTitle.length + 20 ? '' : line;
}
