import { lookOf, type StateLook } from '../../shared/presentation';
import type { LiveSession, SubagentCard } from '../../shared/protocol';
import { plainLine } from '../../shared/plainText';
import {
  branchOf,
  coarseAge,
  countOf,
  joined,
  labelOf,
  projectOf,
  subagentTitle,
  titleOf,
} from './sessionText';

/** What is drawn of one tree row; two rows with equal fields look the same. */
export interface Row {
  readonly label: string;
  readonly description: string;
  readonly look: Pick<StateLook, 'codicon' | 'tone'>;
  readonly accessibleLabel: string;
  readonly contextValue: string;
}

export interface SessionRow extends Row {
  readonly subagents: ReadonlyMap<string, Row>;
}

const shownSubagents = 20;

/** A longer title would push what a row has to say out of a narrow side bar; the tooltip has it whole. */
const shownTitleLength = 30;

export function sessionRow(session: LiveSession, now: number): SessionRow {
  const title = titleOf(session);
  const age = coarseAge(session.stateSince, now);
  const project = projectOf(session);
  const branch = branchOf(session);
  const running = session.subagents.filter(({ endedAt }) => endedAt === undefined).length;
  return {
    label: plainLine(title, shownTitleLength),
    // The time first: a side bar is narrow, and the icon says the state already.
    description: joined([age, labelOf(session), project, branch]),
    look: lookOf(session.agentState),
    accessibleLabel: joined(
      [
        title,
        labelOf(session),
        age && `for ${age}`,
        project && `project ${project}`,
        branch && `branch ${branch}`,
        running > 0 ? `${countOf(running, 'subagent')} running` : undefined,
      ],
      ', ',
    ),
    contextValue: joined(['session', session.transcriptPath && 'transcript'], '+'),
    subagents: new Map(
      subagentsInOrder(session.subagents).map((subagent) => [
        subagent.agentId,
        subagentRow(subagent, now),
      ]),
    ),
  };
}

/** Working ones first, then the latest to end. */
function subagentsInOrder(subagents: readonly SubagentCard[]): readonly SubagentCard[] {
  return [...subagents]
    .sort((a, b) => compare(b.endedAt ?? '~', a.endedAt ?? '~'))
    .slice(0, shownSubagents);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const subagentLooks: ReadonlyMap<string, Row['look']> = new Map([
  ['running', { codicon: 'git-branch', tone: 'green' }],
  ['needs_permission', { codicon: 'shield', tone: 'red' }],
  ['completed', { codicon: 'pass', tone: 'gray' }],
  ['failed', { codicon: 'warning', tone: 'red' }],
]);

function subagentRow(subagent: SubagentCard, now: number): Row {
  const label = subagentTitle(subagent);
  const type = plainLine(subagent.agentType, 60);
  const state = plainLine(subagent.state, 60).replace(/_/g, ' ');
  const since = subagent.endedAt ?? subagent.startedAt;
  const age = since === undefined ? '' : coarseAge(since, now);
  return {
    label,
    description: joined([age, state, label === type ? '' : type]),
    look: subagentLooks.get(subagent.state) ?? { codicon: 'circle-outline', tone: 'gray' },
    accessibleLabel: joined([`${type} subagent`, label === type ? '' : label, state, age], ', '),
    contextValue: joined(['subagent', subagent.transcriptPath && 'transcript'], '+'),
  };
}

export function sameRow(a: SessionRow, b: SessionRow): boolean {
  if (!sameFields(a, b) || a.subagents.size !== b.subagents.size) return false;
  const others = b.subagents.entries();
  for (const [id, row] of a.subagents) {
    const other = others.next().value;
    if (other === undefined || other[0] !== id || !sameFields(row, other[1])) return false;
  }
  return true;
}

function sameFields(a: Row, b: Row): boolean {
  return (
    a.label === b.label &&
    a.description === b.description &&
    a.look.codicon === b.look.codicon &&
    a.look.tone === b.look.tone &&
    a.accessibleLabel === b.accessibleLabel &&
    a.contextValue === b.contextValue
  );
}
