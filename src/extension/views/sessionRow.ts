import {
  isDismissed,
  isDismissible,
  lookOf,
  type StateLook,
  subagentLookOf,
} from '../../shared/presentation';
import type { LiveSession } from '../../shared/protocol';
import { plainLine } from '../../shared/plainText';
import { type SubagentNode, subagentTree } from '../../shared/subagentTree';
import {
  branchOf,
  coarseAge,
  countOf,
  joined,
  labelOf,
  projectOf,
  subagentTitle,
  subagentUse,
  titleOf,
} from './sessionText';

/** What is drawn of one tree row; two rows with equal fields look the same. */
export interface Row {
  readonly label: string;
  readonly description: string;
  readonly look: Pick<StateLook, 'codicon' | 'tone'>;
  readonly accessibleLabel: string;
  readonly contextValue: string;
  /** Ids of the subagents right beneath it. */
  readonly children: readonly string[];
}

export interface SessionRow extends Row {
  /** All of them, at any depth. */
  readonly subagents: ReadonlyMap<string, Row>;
}

/** A longer title would push what a row has to say out of a narrow side bar; the tooltip has it whole. */
const shownTitleLength = 24;

export function sessionRow(session: LiveSession, now: number): SessionRow {
  const { agentState } = session;
  const title = titleOf(session);
  const age = coarseAge(session.stateSince, now);
  const project = projectOf(session);
  const branch = branchOf(session);
  const tree = subagentTree(session.subagents);
  const running = session.subagents.filter(({ endedAt }) => endedAt === undefined).length;
  return {
    label: plainLine(title, shownTitleLength),
    // The time first: a side bar is narrow, and the icon says the state already.
    description: joined([age, labelOf(session), project, branch]),
    look: lookOf(agentState),
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
    contextValue: joined(
      [
        'session',
        isDismissible(agentState) ? 'dismissible' : undefined,
        isDismissed(agentState) ? 'dismissed' : undefined,
        session.transcriptPath && 'transcript',
      ],
      '+',
    ),
    children: idsOf(tree),
    subagents: new Map(flat(tree).map((node) => [node.subagent.agentId, subagentRow(node, now)])),
  };
}

function subagentRow({ subagent, children }: SubagentNode, now: number): Row {
  const label = subagentTitle(subagent);
  const type = plainLine(subagent.agentType, 60);
  const about = label === type ? '' : label;
  const { state, duration, tokens } = subagentUse(subagent, now);
  return {
    label,
    description: joined([duration, state, about && type, tokens]),
    look: subagentLookOf(subagent.state),
    accessibleLabel: joined([`${type} subagent`, about, state, duration, tokens], ', '),
    contextValue: joined(['subagent', subagent.transcriptPath && 'transcript'], '+'),
    children: idsOf(children),
  };
}

function idsOf(nodes: readonly SubagentNode[]): readonly string[] {
  return nodes.map(({ subagent }) => subagent.agentId);
}

function flat(nodes: readonly SubagentNode[]): readonly SubagentNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
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
    a.contextValue === b.contextValue &&
    // Which ones they are, the order of all subagents says.
    a.children.length === b.children.length
  );
}
