import { groupHeadings, groupOrder, isBlocked, isDismissed } from '../../shared/presentation';
import type { AgentStateGroup, LiveSession } from '../../shared/protocol';
import { type Row, sameRow, type SessionRow, sessionRow } from './sessionRow';

/** One object per node for life: the editor knows a row by it. */
export type TreeNode =
  | { readonly kind: 'group'; readonly group: AgentStateGroup }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'subagent'; readonly sessionId: string; readonly agentId: string }
  | { readonly kind: 'more'; readonly group: AgentStateGroup }
  /** Closes the group of what is done: the sessions that the user dismissed are beneath it. */
  | { readonly kind: 'dismissed' };

/** A list of rows with an order of its own. */
type Section = AgentStateGroup | 'dismissed';

const sections: readonly Section[] = [...groupOrder, 'dismissed'];

/** What must be drawn again; a group stands for its rows and their order. */
export interface Redraw {
  readonly nodes: readonly TreeNode[] | 'all';
  /** A group's rows are drawn in an order that is no longer the board's. */
  readonly unsettled: boolean;
}

const pageSize = 50;

interface Entry {
  readonly session: LiveSession;
  readonly row: SessionRow;
}

/** What the tree shows, and which rows a change of the board touches. */
export class TreeModel {
  private readonly nodes = new Map<string, TreeNode>();
  private entries: ReadonlyMap<string, Entry> = new Map();
  private readonly order = new Map<Section, readonly string[]>();
  private doneLimit = pageSize;

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  get needsYouCount(): number {
    return this.countOf('needs_you');
  }

  /** Of a group all its sessions, the dismissed ones included. */
  countOf(section: Section): number {
    const count = this.idsIn(section).length;
    return section === 'delivered' ? count + this.countOf('dismissed') : count;
  }

  roots(): readonly TreeNode[] {
    return this.isEmpty ? [] : groupOrder.map((group) => this.node({ kind: 'group', group }));
  }

  children(node: TreeNode): readonly TreeNode[] {
    switch (node.kind) {
      case 'group': {
        const shown = this.shownIn(node.group).map((sessionId) =>
          this.node({ kind: 'session', sessionId }),
        );
        const { group } = node;
        const cut = shown.length < this.idsIn(group).length;
        if (cut) shown.push(this.node({ kind: 'more', group }));
        const closing = group === 'delivered' && this.countOf('dismissed') > 0;
        return closing ? [...shown, this.node({ kind: 'dismissed' })] : shown;
      }
      case 'session':
        return this.subagents(node.sessionId, this.row(node.sessionId));
      case 'subagent':
        return this.subagents(node.sessionId, this.subagentRow(node.sessionId, node.agentId));
      case 'dismissed':
        return this.idsIn('dismissed').map((sessionId) =>
          this.node({ kind: 'session', sessionId }),
        );
      case 'more':
        return [];
    }
  }

  session(sessionId: string): LiveSession | undefined {
    return this.entries.get(sessionId)?.session;
  }

  row(sessionId: string): SessionRow | undefined {
    return this.entries.get(sessionId)?.row;
  }

  subagentRow(sessionId: string, agentId: string): Row | undefined {
    return this.row(sessionId)?.subagents.get(agentId);
  }

  /**
   * Takes over the board, given in its order. Without `settle` a group keeps its old order for now,
   * so that no row moves under the pointer, unless a session entered or left it or became blocked.
   */
  update(sessions: readonly LiveSession[], now: number, settle: boolean): Redraw {
    const wasEmpty = this.isEmpty;
    const last = this.entries;
    this.entries = new Map(
      sessions.map((session) => [session.sessionId, entryOf(session, last, now)]),
    );
    this.forget(last);
    const redrawn = new Set<AgentStateGroup>();
    let unsettled = false;
    for (const section of sections) {
      const wanted = sessions.filter((session) => sectionOf(session) === section);
      const ids = wanted.map(({ sessionId }) => sessionId);
      const shown = this.idsIn(section);
      if (sameSequence(shown, ids)) continue;
      if (settle || !sameMembers(shown, ids) || wanted.some((it) => becameBlocked(it, last))) {
        this.order.set(section, ids);
        redrawn.add(groupOf(section));
      } else {
        unsettled = true;
      }
    }
    if (wasEmpty !== this.isEmpty) return { nodes: 'all', unsettled };
    return { nodes: this.touched(redrawn, last), unsettled };
  }

  /** Time went by and nothing else. */
  tick(now: number): Redraw {
    const last = this.entries;
    this.entries = new Map(
      [...last].map(([id, entry]) => [id, refreshed(entry, entry.session, now)]),
    );
    return { nodes: this.touched(new Set(), last), unsettled: false };
  }

  showMore(): Redraw {
    this.doneLimit += pageSize;
    return { nodes: [this.node({ kind: 'group', group: 'delivered' })], unsettled: false };
  }

  private idsIn(section: Section): readonly string[] {
    return this.order.get(section) ?? [];
  }

  private shownIn(section: Section): readonly string[] {
    const ids = this.idsIn(section);
    return section === 'delivered' ? ids.slice(0, this.doneLimit) : ids;
  }

  private subagents(sessionId: string, row: Row | undefined): readonly TreeNode[] {
    const ids = row?.children ?? [];
    return ids.map((agentId) => this.node({ kind: 'subagent', sessionId, agentId }));
  }

  private touched(
    redrawn: ReadonlySet<AgentStateGroup>,
    last: ReadonlyMap<string, Entry>,
  ): TreeNode[] {
    const nodes: TreeNode[] = [...redrawn].map((group) => this.node({ kind: 'group', group }));
    for (const section of sections) {
      // A group is drawn with everything beneath it.
      if (redrawn.has(groupOf(section))) continue;
      for (const sessionId of this.shownIn(section)) {
        if (this.row(sessionId) === last.get(sessionId)?.row) continue;
        nodes.push(this.node({ kind: 'session', sessionId }));
      }
    }
    return nodes;
  }

  private node(node: TreeNode): TreeNode {
    const id = nodeId(node);
    const known = this.nodes.get(id);
    if (known !== undefined) return known;
    this.nodes.set(id, node);
    return node;
  }

  private forget(last: ReadonlyMap<string, Entry>): void {
    for (const [sessionId, { row }] of last) {
      if (this.entries.has(sessionId)) continue;
      this.nodes.delete(sessionId);
      for (const agentId of row.subagents.keys()) this.nodes.delete(`${sessionId}/${agentId}`);
    }
  }
}

/** The editor's id of a node; a session's is its session id. */
export function nodeId(node: TreeNode): string {
  switch (node.kind) {
    case 'group':
      return `group:${node.group}`;
    case 'session':
      return node.sessionId;
    case 'subagent':
      return `${node.sessionId}/${node.agentId}`;
    case 'more':
      return `more:${node.group}`;
    case 'dismissed':
      return 'dismissed';
  }
}

function sectionOf({ agentState }: LiveSession): Section {
  return isDismissed(agentState) ? 'dismissed' : agentState.group;
}

function groupOf(section: Section): AgentStateGroup {
  return section === 'dismissed' ? 'delivered' : section;
}

export function groupLabel(group: AgentStateGroup, count: number): string {
  return `${groupHeadings[group]}, ${count} ${count === 1 ? 'session' : 'sessions'}`;
}

function entryOf(session: LiveSession, last: ReadonlyMap<string, Entry>, now: number): Entry {
  const entry = last.get(session.sessionId);
  if (entry === undefined) return { session, row: sessionRow(session, now) };
  return entry.session === session ? entry : refreshed(entry, session, now);
}

/** Keeps the row object where it would look the same: "is it different" is one comparison. */
function refreshed(entry: Entry, session: LiveSession, now: number): Entry {
  const row = sessionRow(session, now);
  return { session, row: sameRow(entry.row, row) ? entry.row : row };
}

function becameBlocked(session: LiveSession, last: ReadonlyMap<string, Entry>): boolean {
  const before = last.get(session.sessionId);
  return (
    isBlocked(session.agentState) && !(before !== undefined && isBlocked(before.session.agentState))
  );
}

function sameSequence(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  const members = new Set(a);
  return a.length === b.length && b.every((id) => members.has(id));
}
