import { hasTranscript } from '../../../shared/board/hasTranscript';
import { counted, t } from '../../../shared/words/l10n';
import { rowFactsOf } from '../../../shared/actions/facts';
import { type StateLook, subagentLookOf } from '../../../shared/presentation';
import { cardLookOf } from '../../../shared/board/displayLooks';
import { collisionBadge, gravestCollision } from '../../../shared/board/texts/collisionText';
import { badgesOf, layerLabel } from '../../../shared/board/texts/displayText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { plainTitle } from '../../../shared/text/plainText';
import { type SubagentNode, subagentTree } from '../../../shared/board/subagentTree';
import { isAway, machineName } from '../../../shared/board/texts/machineText';
import { worktreeNotOnBadge } from '../../../shared/board/worktreeName';
import { labelOf, subagentTitle, sessionTitle } from '../../../shared/board/sessionNames';
import {
  agentName,
  branchOf,
  coarseAge,
  joinParts,
  projectOf,
  tagWords,
} from '../../../shared/board/texts/partTexts';
import { subagentUse } from '../sessionText';
import { truncateToWidth, widthOf } from './titleCut';

/** The appearance of a tree row. */
export interface TreeRowLook {
  readonly label: string;
  readonly description: string;
  readonly look: Pick<StateLook, 'codicon' | 'tone'>;
  readonly accessibleLabel: string;
  readonly contextValue: string;
  /** Ids of the subagents whose rows are directly below this one. */
  readonly children: readonly string[];
}

export interface SessionRow extends TreeRowLook {
  /** The rows of all subagents at any depth, by id. */
  readonly subagents: ReadonlyMap<string, TreeRowLook>;
}

/**
 * Space in em for title and description in a side bar of 300 px; the tooltip shows both in full.
 */
const rowWidthEm = 16.75;
/**
 * Font size of a description relative to that of its title; `gapEm` is the gap between them, in em of
 * the title.
 */
const descriptionScale = 0.9;
const gapEm = 0.47;
const maxWordLength = 14;
/** Follows the time of a session that has changed since a person last saw it. */
const unseenMark = ' ●';
/** Context value of a session whose machine can't be reached: its row has no menu actions. */
const unreachableContext = 'awaySession';
/** Maximum length of a layer's label, in characters. */
const maxLabelLength = 32;

export function sessionRow(session: LiveSession, now: number): SessionRow {
  const title = sessionTitle(session);
  const age = coarseAge(session.stateSince, now);
  const project = projectOf(session);
  const branch = branchOf(session);
  const worktree = worktreeNotOnBadge(session);
  const subagents = subagentTree(session.subagents);
  const runningCount = session.subagents.filter(({ endedAt }) => endedAt === undefined).length;
  const tags = tagWords(session);
  const delivered = layerLabel(session);
  const gravest = gravestCollision(session);
  const collides = gravest && collisionBadge(gravest).text;
  // The time comes first and only in its largest unit, because the editor truncates a description
  // at its end.
  const [time = ''] = age.split(' ');
  const description = joinParts([
    time + (session.unseen === true ? unseenMark : ''),
    isAway(session) ? t('away') : undefined,
    collides,
    delivered && plainTitle(delivered, maxLabelLength),
    session.reviewed === undefined ? undefined : t('reviewed'),
    session.pinned === true ? t('pinned') : undefined,
    shortTags(tags),
    plainTitle(machineName(session), maxWordLength),
    plainTitle(worktree, maxWordLength),
  ]);
  // Leaves room for the time, and for an ellipsis after it if the description has more parts.
  const shortestDescription = description === time ? time : `${time} …`;
  const row: SessionRow = {
    label: truncateToWidth(
      title,
      rowWidthEm - gapEm - descriptionScale * widthOf(shortestDescription),
    ),
    // The description contains neither the state, which the icon shows, nor the project, which the
    // tooltip shows.
    description,
    look: cardLookOf(session),
    accessibleLabel: joinParts(
      [
        title,
        agentName(session),
        delivered,
        labelOf(session),
        collides,
        ...badgesOf(session).map(({ text }) => text),
        age && t('for {0}', age),
        isAway(session) ? t('away') : undefined,
        project && t('project {0}', project),
        branch && t('branch {0}', branch),
        worktree && t('worktree {0}', worktree),
        runningCount > 0
          ? counted(runningCount, '{0} subagent running', '{0} subagents running')
          : undefined,
        session.unseen === true ? t('changed since you looked') : undefined,
        session.reviewed === undefined ? undefined : t('changes reviewed'),
        session.pinned === true ? t('pinned') : undefined,
        tags.length > 0 ? t('tags {0}', tags.join(', ')) : undefined,
      ],
      ', ',
    ),
    contextValue: ['session', ...rowFactsOf(session, { now, mutes: [] })].join('+'),
    children: idsOf(subagents),
    subagents: new Map(
      withDescendants(subagents).map((node) => [node.subagent.agentId, subagentRow(node, now)]),
    ),
  };
  return isAway(session) ? { ...row, contextValue: unreachableContext } : row;
}

/** The first tag and the number of the others; a row has no room for more. */
function shortTags([first, ...otherTags]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  const word = plainTitle(first, maxWordLength);
  return otherTags.length > 0 ? `${word} +${otherTags.length}` : word;
}

/** The row of a session whose notifications are muted. */
export function toMutedRow(row: TreeRowLook): TreeRowLook {
  return {
    ...row,
    description: insertAfterTime(row.description, t('muted')),
    accessibleLabel: joinParts([row.accessibleLabel, t('notifications muted')], ', '),
    contextValue: row.contextValue.replace(/(\+transcript)?$/, '+muted$1'),
  };
}

/**
 * Inserts a word after the time. The editor truncates a description at its end, and the time has to
 * stay visible.
 */
function insertAfterTime(description: string, word: string): string {
  const [time = '', ...rest] = description.split(' · ');
  return joinParts([time, word, ...rest]);
}

function subagentRow({ subagent, children }: SubagentNode, now: number): TreeRowLook {
  const label = subagentTitle(subagent);
  const type = plainTitle(subagent.agentType, 60);
  const distinctLabel = label === type ? '' : label;
  const { state, duration, tokens } = subagentUse(subagent, now);
  return {
    label,
    description: joinParts([duration, state, distinctLabel && type, tokens]),
    look: subagentLookOf(subagent.state),
    accessibleLabel: joinParts(
      [t('{0} subagent', type), distinctLabel, state, duration, tokens],
      ', ',
    ),
    contextValue: joinParts(['subagent', hasTranscript(subagent) ? 'transcript' : undefined], '+'),
    children: idsOf(children),
  };
}

function idsOf(nodes: readonly SubagentNode[]): readonly string[] {
  return nodes.map(({ subagent }) => subagent.agentId);
}

function withDescendants(nodes: readonly SubagentNode[]): readonly SubagentNode[] {
  return nodes.flatMap((node) => [node, ...withDescendants(node.children)]);
}

export function isSameRow(a: SessionRow, b: SessionRow): boolean {
  if (!hasSameFields(a, b) || a.subagents.size !== b.subagents.size) return false;
  const otherRows = b.subagents.entries();
  for (const [id, row] of a.subagents) {
    const other = otherRows.next().value;
    if (other === undefined || other[0] !== id || !hasSameFields(row, other[1])) return false;
  }
  return true;
}

function hasSameFields(a: TreeRowLook, b: TreeRowLook): boolean {
  return (
    a.label === b.label &&
    a.description === b.description &&
    a.look.codicon === b.look.codicon &&
    a.look.tone === b.look.tone &&
    a.accessibleLabel === b.accessibleLabel &&
    a.contextValue === b.contextValue &&
    // Comparing the number is enough, because `isSameRow` also compares the rows of all subagents.
    a.children.length === b.children.length
  );
}
