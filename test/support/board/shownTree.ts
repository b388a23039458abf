import assert from 'node:assert/strict';
import {
  nodeId,
  noChange,
  type Redraw,
  TreeModel,
  type TreeNode,
} from '../../../src/extension/views/tree/treeModel';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { FakeBoard } from '../fakes/fakeBoard';
import { aSession, builderNow } from '../sessionBuilder';

export const now = Date.parse(builderNow);

const groupOf = (state: string): 'needs_you' | 'autonomous' | 'delivered' =>
  state === 'acting'
    ? 'autonomous'
    : state === 'task_complete' || state === 'archived'
      ? 'delivered'
      : 'needs_you';

export function session(
  id: string,
  state: string,
  overrides: Partial<LiveSession> = {},
): LiveSession {
  return aSession({
    ...overrides,
    sessionId: id,
    title: `Title ${id}`,
    agentState: { group: groupOf(state), state, label: state },
  });
}

/** A tree model that shows these sessions, and its rows as text. */
export class Shown {
  readonly board: FakeBoard;
  readonly model: TreeModel;
  private last: Redraw | undefined;

  constructor(...sessions: readonly LiveSession[]) {
    this.board = new FakeBoard(sessions);
    this.model = new TreeModel(this.board, now);
    this.board.onDidChange((change) => (this.last = this.model.update(change, now, false)));
    this.draw();
  }

  put(...sessions: readonly LiveSession[]): Redraw {
    this.board.put(...sessions);
    return this.takeRedraw();
  }

  remove(id: string): Redraw {
    this.board.remove(id);
    return this.takeRedraw();
  }

  settle(): Redraw {
    const redraw = this.model.update(noChange, now, true);
    this.draw();
    return redraw;
  }

  get rows(): readonly string[] {
    return this.nodes().map(nodeId);
  }

  nodes(): readonly TreeNode[] {
    const withDescendants = (node: TreeNode): readonly TreeNode[] =>
      node.kind === 'session'
        ? [node]
        : [node, ...this.model.children(node).flatMap((child) => withDescendants(child))];
    return this.model.roots().flatMap((group) => withDescendants(group));
  }

  private takeRedraw(): Redraw {
    assert.ok(this.last);
    this.draw();
    return this.last;
  }

  /** Reads every row of the open groups, as the editor does. */
  private draw(): void {
    for (const node of this.nodes()) {
      if (node.kind === 'session') this.model.row(node.sessionId);
    }
  }
}

export function ids({ nodes }: Redraw): readonly string[] | 'all' {
  return nodes === 'all' ? 'all' : nodes.map(nodeId);
}
