import {
  groupOf,
  sectionOf,
  sections,
  secondarySectionOf,
  type Section,
} from '../../../shared/board/boardOrder';
import { groupOrder, isBlocked } from '../../../shared/presentation';
import { needsYouCounts, type NeedsYouCounts } from '../../../shared/board/needsYou';
import { isAway } from '../../../shared/board/texts/machineText';
import type { AgentStateGroup, LiveSession } from '../../../shared/protocol/protocol';
import type { BoardChange, BoardModel } from '../../link/boardModel';
import { type TreeRowLook, isSameRow, type SessionRow, sessionRow } from './sessionRow';

/**
 * A node of the tree. A node keeps the same object while it exists, because the editor identifies
 * rows by object identity.
 */
export type TreeNode =
  /** Row above all groups that offers to resume the stranded sessions. */
  | { readonly kind: 'stranded' }
  | { readonly kind: 'group'; readonly group: AgentStateGroup }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'subagent'; readonly sessionId: string; readonly agentId: string }
  | { readonly kind: 'more'; readonly section: Section }
  /** The last row of Done, which opens the search for all sessions, including past ones. */
  | { readonly kind: 'all' }
  /** Row below a group's sessions, with those that are ready for a prompt or dismissed. */
  | { readonly kind: 'tail'; readonly section: 'ready' | 'dismissed' };

/** The nodes that must be redrawn. Redrawing a group includes its rows and their order. */
export interface Redraw {
  readonly nodes: readonly TreeNode[] | 'all';
  /** True if the rows of a section are still in an older order than on the board. */
  readonly unsettled: boolean;
}

/**
 * Number of rows of a section that are shown at first and added by each "Show more"; each redraw
 * sends all of them.
 */
const pageSize = 100;

/** The part of the board that the tree uses. */
export type TreeBoard = Pick<BoardModel, 'get' | 'inSection' | 'summary'>;

export type TreeChange = Pick<BoardChange, 'whole' | 'changed' | 'removed'>;

export const noChange: TreeChange = { whole: false, changed: [], removed: [] };

/** A row that the editor has requested, and the session from which it was created. */
interface RequestedRow {
  readonly session: LiveSession;
  readonly row: SessionRow;
}

/** Creates the rows of the tree and computes which of them a change of the board affects. */
export class TreeModel {
  private readonly nodes = new Map<string, TreeNode>();
  /** The rows that the editor has requested; only these can be outdated on the screen. */
  private readonly requestedRows = new Map<string, RequestedRow>();
  /** The board's last list of each section, to detect that a section has changed. */
  private readonly boardLists = new Map<Section, readonly LiveSession[]>();
  /** The session ids of each section in the order of the tree's rows. */
  private readonly shownOrder = new Map<Section, readonly string[]>();
  private readonly sectionCounts = new Map<Section, number>();
  private latestNeedsYou: NeedsYouCounts = { blocked: 0, ready: 0 };
  /** Sections whose rows are still in an older order than on the board. */
  private readonly unsettled = new Set<Section>();
  /** Ids of the sessions that are blocked on a person. */
  private readonly blocked = new Set<string>();
  private readonly rowLimits = new Map<Section, number>();
  /** Number of stranded sessions; the row for them exists only if it is positive. */
  strandedCount = 0;

  constructor(
    private readonly board: TreeBoard,
    private now: number,
  ) {
    const changed = sections.flatMap((section) => board.inSection(section));
    this.update({ whole: true, changed, removed: [] }, now, true);
  }

  get isEmpty(): boolean {
    return sections.every((section) => this.idsIn(section).length === 0);
  }

  /** Number of sessions in a group, including its secondary section. */
  countOf(group: AgentStateGroup): number {
    const tail = secondarySectionOf(group);
    return this.countIn(group) + (tail === undefined ? 0 : this.countIn(tail));
  }

  /** Counts of blocked and ready sessions for the group Needs You. */
  get needsYou(): NeedsYouCounts {
    return this.latestNeedsYou;
  }

  /** Number of sessions in a section, except those whose machine can't be reached. */
  countIn(section: Section): number {
    return this.sectionCounts.get(section) ?? 0;
  }

  roots(): readonly TreeNode[] {
    if (this.isEmpty) return [];
    const groups = groupOrder.map((group) => this.node({ kind: 'group', group }));
    return this.strandedCount > 0 ? [this.node({ kind: 'stranded' }), ...groups] : groups;
  }

  children(node: TreeNode): readonly TreeNode[] {
    switch (node.kind) {
      case 'group': {
        const { group } = node;
        return [...this.sessionNodesIn(group), ...this.lastNodesOf(group)];
      }
      case 'session':
        return this.subagents(node.sessionId, this.row(node.sessionId));
      case 'subagent':
        return this.subagents(node.sessionId, this.subagentRow(node.sessionId, node.agentId));
      case 'tail':
        return this.sessionNodesIn(node.section);
      case 'stranded':
      case 'more':
      case 'all':
        return [];
    }
  }

  /** The node of a session; undefined if it has no row. */
  sessionNode(sessionId: string): TreeNode | undefined {
    const session = this.board.get(sessionId);
    if (session === undefined) return undefined;
    const shown = this.shownIdsIn(sectionOf(session)).includes(sessionId);
    return shown ? this.node({ kind: 'session', sessionId }) : undefined;
  }

  parent(node: TreeNode): TreeNode | undefined {
    switch (node.kind) {
      case 'stranded':
      case 'group':
        return undefined;
      case 'session': {
        const session = this.board.get(node.sessionId);
        if (session === undefined) return undefined;
        return this.sectionNode(sectionOf(session));
      }
      case 'subagent':
        return this.node({ kind: 'session', sessionId: node.sessionId });
      case 'tail':
        return this.node({ kind: 'group', group: groupOf(node.section) });
      case 'all':
        return this.node({ kind: 'group', group: 'delivered' });
      case 'more':
        return this.sectionNode(node.section);
    }
  }

  row(sessionId: string): SessionRow | undefined {
    const known = this.requestedRows.get(sessionId);
    if (known !== undefined) return known.row;
    const session = this.board.get(sessionId);
    if (session === undefined) return undefined;
    const row = sessionRow(session, this.now);
    this.requestedRows.set(sessionId, { session, row });
    return row;
  }

  subagentRow(sessionId: string, agentId: string): TreeRowLook | undefined {
    return this.row(sessionId)?.subagents.get(agentId);
  }

  /**
   * Applies a change of the board. Without `mayReorder`, a section keeps its previous order for
   * now, so that no row moves under the pointer, unless a session was added, removed or became
   * blocked.
   */
  update(change: TreeChange, now: number, mayReorder: boolean): Redraw {
    const { changed, removed } = change;
    this.now = now;
    const wasEmpty = this.isEmpty;
    const { strandedCount } = this;
    this.strandedCount = this.board.summary.stranded?.length ?? 0;
    const newlyBlocked = this.updateBlocked(change);
    const groupsToRedraw = new Set<AgentStateGroup>();
    for (const section of sections) {
      if (this.updateOrder(section, mayReorder || newlyBlocked.has(section)))
        groupsToRedraw.add(groupOf(section));
    }
    if (this.updateNeedsYou()) groupsToRedraw.add('needs_you');
    for (const sessionId of removed) this.deleteRow(sessionId);
    const changedRows = changed.filter((session) => this.updateRow(session));
    for (const group of groupsToRedraw) this.deleteHiddenRows(group);
    const unsettled = this.unsettled.size > 0;
    const isStrandedChanged = strandedCount !== this.strandedCount;
    if (isStrandedChanged || wasEmpty !== this.isEmpty) return { nodes: 'all', unsettled };
    return { nodes: this.nodesToRedraw(groupsToRedraw, changedRows), unsettled };
  }

  /** Updates the texts that depend on the time. */
  tick(now: number): Redraw {
    this.now = now;
    const sessions = [...this.requestedRows.values()].map(({ session }) => session);
    const changedRows = sessions.filter((session) => this.updateRow(session));
    return {
      nodes: this.nodesToRedraw(new Set(), changedRows),
      unsettled: this.unsettled.size > 0,
    };
  }

  showMore(section: Section): Redraw {
    this.rowLimits.set(section, this.rowLimitOf(section) + pageSize);
    const nodes = [this.sectionNode(section)];
    return { nodes, unsettled: this.unsettled.size > 0 };
  }

  private lastNodesOf(group: AgentStateGroup): readonly TreeNode[] {
    const section = secondarySectionOf(group);
    const hasTail = section !== undefined && this.idsIn(section).length > 0;
    return [
      ...(hasTail ? [this.node({ kind: 'tail', section })] : []),
      ...(group === 'delivered' ? [this.node({ kind: 'all' })] : []),
    ];
  }

  private sectionNode(section: Section): TreeNode {
    return section === 'ready' || section === 'dismissed'
      ? this.node({ kind: 'tail', section })
      : this.node({ kind: 'group', group: section });
  }

  /**
   * The rows of a section. In Done, only the newest sessions have rows; the others can be found by
   * searching.
   */
  private sessionNodesIn(section: Section): readonly TreeNode[] {
    const shown = this.shownIdsIn(section);
    const rows = shown.map((sessionId) => this.node({ kind: 'session', sessionId }));
    const hasMore = section !== 'delivered' && shown.length < this.idsIn(section).length;
    return hasMore ? [...rows, this.node({ kind: 'more', section })] : rows;
  }

  private idsIn(section: Section): readonly string[] {
    return this.shownOrder.get(section) ?? [];
  }

  private shownIdsIn(section: Section): readonly string[] {
    return this.idsIn(section).slice(0, this.rowLimitOf(section));
  }

  private rowLimitOf(section: Section): number {
    return this.rowLimits.get(section) ?? pageSize;
  }

  private subagents(sessionId: string, row: TreeRowLook | undefined): readonly TreeNode[] {
    const ids = row?.children ?? [];
    return ids.map((agentId) => this.node({ kind: 'subagent', sessionId, agentId }));
  }

  /**
   * Updates the order and count of a section; true if the section has to be redrawn. Existing rows
   * change their order only with `mayReorder`.
   */
  private updateOrder(section: Section, mayReorder: boolean): boolean {
    const list = this.board.inSection(section);
    if (list === this.boardLists.get(section) && !(mayReorder && this.unsettled.has(section)))
      return false;
    this.boardLists.set(section, list);
    const ids = list.map(({ sessionId }) => sessionId);
    const shown = this.idsIn(section);
    this.unsettled.delete(section);
    const count = list.filter((session) => !isAway(session)).length;
    const isCountChanged = count !== this.countIn(section);
    this.sectionCounts.set(section, count);
    if (sameSequence(shown, ids)) return isCountChanged;
    if (mayReorder || !sameMembers(shown, ids)) {
      this.shownOrder.set(section, ids);
      return true;
    }
    this.unsettled.add(section);
    return isCountChanged;
  }

  /**
   * Updates the counts of Needs You; true if they changed. That can happen without a change of
   * order, for example when a pinned session becomes ready.
   */
  private updateNeedsYou(): boolean {
    const { blocked, ready } = this.latestNeedsYou;
    const shown = [...this.board.inSection('needs_you'), ...this.board.inSection('ready')];
    this.latestNeedsYou = needsYouCounts(shown);
    return blocked !== this.latestNeedsYou.blocked || ready !== this.latestNeedsYou.ready;
  }

  /** Updates the session's row if the editor has requested it; true if it looks different now. */
  private updateRow(session: LiveSession): boolean {
    const { sessionId } = session;
    const previous = this.requestedRows.get(sessionId);
    if (previous === undefined) return false;
    const row = sessionRow(session, this.now);
    const isSame = isSameRow(previous.row, row);
    this.requestedRows.set(sessionId, { session, row: isSame ? previous.row : row });
    for (const agentId of previous.row.subagents.keys()) {
      if (!row.subagents.has(agentId)) this.nodes.delete(`${sessionId}/${agentId}`);
    }
    return !isSame;
  }

  private nodesToRedraw(
    groupsToRedraw: ReadonlySet<AgentStateGroup>,
    changedRows: readonly LiveSession[],
  ): TreeNode[] {
    // Redrawing a group includes everything below it.
    const others = changedRows.filter(({ agentState }) => !groupsToRedraw.has(agentState.group));
    return [
      ...groupOrder
        .filter((group) => groupsToRedraw.has(group))
        .map((group) => this.node({ kind: 'group', group })),
      ...others.map(({ sessionId }) => this.node({ kind: 'session', sessionId })),
    ];
  }

  /**
   * Updates `blocked`; returns the sections in which a session has newly become blocked on a
   * person.
   */
  private updateBlocked({ whole, changed, removed }: TreeChange): ReadonlySet<Section> {
    const sectionsOfNewlyBlocked = new Set<Section>();
    const previous = new Set(this.blocked);
    if (whole) this.blocked.clear();
    for (const sessionId of removed) this.blocked.delete(sessionId);
    for (const session of changed) {
      this.blocked.delete(session.sessionId);
      if (!isBlocked(session.agentState)) continue;
      this.blocked.add(session.sessionId);
      if (!previous.has(session.sessionId)) sectionsOfNewlyBlocked.add(sectionOf(session));
    }
    return sectionsOfNewlyBlocked;
  }

  private node(node: TreeNode): TreeNode {
    const id = nodeId(node);
    const known = this.nodes.get(id);
    if (known !== undefined) return known;
    this.nodes.set(id, node);
    return node;
  }

  /**
   * Deletes rows that a group no longer shows; they are created again when the editor requests
   * them.
   */
  private deleteHiddenRows(group: AgentStateGroup): void {
    const shown = new Set([
      ...this.shownIdsIn(group),
      ...this.shownIdsIn(secondarySectionOf(group) ?? group),
    ]);
    for (const [sessionId, { session }] of this.requestedRows) {
      if (session.agentState.group === group && !shown.has(sessionId)) this.deleteRow(sessionId);
    }
  }

  private deleteRow(sessionId: string): void {
    for (const agentId of this.requestedRows.get(sessionId)?.row.subagents.keys() ?? []) {
      this.nodes.delete(`${sessionId}/${agentId}`);
    }
    this.requestedRows.delete(sessionId);
    this.nodes.delete(sessionId);
  }
}

/** The editor's id of a node; for a session it is the session id. */
export function nodeId(node: TreeNode): string {
  switch (node.kind) {
    case 'group':
      return `group:${node.group}`;
    case 'session':
      return node.sessionId;
    case 'subagent':
      return `${node.sessionId}/${node.agentId}`;
    case 'more':
      return `more:${node.section}`;
    case 'tail':
      return node.section;
    case 'stranded':
    case 'all':
      return node.kind;
  }
}

function sameSequence(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  const members = new Set(a);
  return a.length === b.length && b.every((id) => members.has(id));
}
