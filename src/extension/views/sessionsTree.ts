import * as os from 'node:os';
import * as vscode from 'vscode';
import type { Tone } from '../../shared/presentation';
import { groupHeadings } from '../../shared/presentation';
import type { AgentStateGroup } from '../../shared/protocol';
import type { BoardModel } from '../link/boardModel';
import { commandIds, viewIds } from '../manifest';
import { type Disposable, DisposableStore, toDisposable } from '../util/lifetime';
import { groupLabel, nodeId, type Redraw, TreeModel, type TreeNode } from './treeModel';
import type { Row } from './sessionRow';
import { countOf, sessionMarkdown } from './sessionText';
import { command } from './typedCommands';

const tickMs = 10_000;
/** How long a mere change of order waits, so that a row does not move under the pointer. */
const settleMs = 1_000;

const toneColors: Readonly<Record<Tone, string>> = {
  red: 'charts.red',
  amber: 'editorWarning.foreground',
  gray: 'descriptionForeground',
  green: 'charts.green',
  blue: 'charts.blue',
};

const groupIcons: Readonly<Record<AgentStateGroup, string>> = {
  needs_you: 'bell',
  autonomous: 'pulse',
  delivered: 'check-all',
};

/** The sessions in the side bar, grouped as on the board. */
export class SessionsTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly model = new TreeModel();
  private readonly changes = this.lifetime.add(
    new vscode.EventEmitter<TreeNode[] | TreeNode | undefined>(),
  );
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<TreeNode>;
  /** Asked for before the first snapshot: the view shows progress until this is answered. */
  private awaitingRoots: ((roots: TreeNode[]) => void)[] = [];
  private settling: NodeJS.Timeout | undefined;
  private ticking: NodeJS.Timeout | undefined;

  constructor(private readonly board: BoardModel) {
    this.model.update(board.sessions, Date.now(), true);
    this.view = this.lifetime.add(
      vscode.window.createTreeView(viewIds.sessions, { treeDataProvider: this }),
    );
    this.lifetime.add(board.onDidChange(() => this.update(false)));
    this.lifetime.add(this.view.onDidChangeVisibility(() => this.tickWhileVisible()));
    this.lifetime.add(toDisposable(() => clearTimeout(this.settling)));
    this.lifetime.add(toDisposable(() => clearInterval(this.ticking)));
    this.tickWhileVisible();
    this.drawFrame();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** One more page of finished sessions. */
  showMore(): void {
    this.redraw(this.model.showMore());
  }

  getChildren(node?: TreeNode): TreeNode[] | Promise<TreeNode[]> {
    if (node !== undefined) return [...this.model.children(node)];
    if (this.board.connection === 'connecting' && this.model.isEmpty) {
      return new Promise((resolve) => this.awaitingRoots.push(resolve));
    }
    return [...this.model.roots()];
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = this.itemOf(node);
    item.id = nodeId(node);
    return item;
  }

  /** The hover is written when it opens, so that it is never older than the pointer's rest. */
  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    const session = node.kind === 'session' ? this.board.get(node.sessionId) : undefined;
    if (session === undefined) return item;
    const tooltip = new vscode.MarkdownString(
      sessionMarkdown(session, Date.now(), os.homedir()),
      true,
    );
    tooltip.isTrusted = false;
    item.tooltip = tooltip;
    return item;
  }

  private itemOf(node: TreeNode): vscode.TreeItem {
    switch (node.kind) {
      case 'group': {
        const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
        const count = this.model.countOf(node.group);
        const item = new vscode.TreeItem(
          groupHeadings[node.group],
          node.group === 'delivered' ? Collapsed : Expanded,
        );
        // With an icon of its own, whether a child can be opened does not shift its siblings.
        item.iconPath = new vscode.ThemeIcon(groupIcons[node.group]);
        item.description = String(count);
        item.contextValue = 'group';
        item.tooltip = groupLabel(node.group, count);
        item.accessibilityInformation = { label: groupLabel(node.group, count) };
        return item;
      }
      case 'session': {
        const row = this.model.row(node.sessionId);
        const item = rowItem(row);
        if (row !== undefined && row.children.length > 0) {
          item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
        }
        item.command = command(commandIds.openTranscript, 'Open Transcript', node.sessionId);
        return item;
      }
      case 'subagent': {
        const row = this.model.subagentRow(node.sessionId, node.agentId);
        const item = rowItem(row);
        item.tooltip = row?.accessibleLabel ?? '';
        if (row !== undefined && row.children.length > 0) {
          item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
        }
        item.command = command(commandIds.openTranscript, 'Open Transcript', {
          sessionId: node.sessionId,
          agentId: node.agentId,
        });
        return item;
      }
      case 'dismissed': {
        const count = this.model.countOf('dismissed');
        const item = new vscode.TreeItem(
          `${count} dismissed`,
          vscode.TreeItemCollapsibleState.Collapsed,
        );
        item.iconPath = new vscode.ThemeIcon('archive');
        item.contextValue = 'dismissed';
        item.tooltip = `${countOf(count, 'dismissed session')}: back when there is activity, or when you restore them`;
        return item;
      }
      case 'more': {
        const item = new vscode.TreeItem('Show more…');
        item.command = command(commandIds.showMoreDone, 'Show More Sessions');
        item.contextValue = 'more';
        return item;
      }
    }
  }

  private update(settle: boolean): void {
    const redraw = this.model.update(this.board.sessions, Date.now(), settle);
    if (!this.answerRoots()) this.redraw(redraw);
    this.drawFrame();
    if (!redraw.unsettled) {
      clearTimeout(this.settling);
      this.settling = undefined;
    } else {
      this.settling ??= setTimeout(() => {
        this.settling = undefined;
        this.update(true);
      }, settleMs);
    }
  }

  /** True where the view waits for its rows and needs no event to fetch them. */
  private answerRoots(): boolean {
    if (this.awaitingRoots.length === 0) return false;
    if (this.board.connection === 'connecting' && this.model.isEmpty) return true;
    for (const resolve of this.awaitingRoots.splice(0)) resolve([...this.model.roots()]);
    return true;
  }

  private redraw({ nodes }: Redraw): void {
    if (nodes === 'all') this.changes.fire(undefined);
    else if (nodes.length > 0) this.changes.fire([...nodes]);
  }

  /** Badge and message: what surrounds the rows. */
  private drawFrame(): void {
    const count = this.model.needsYouCount;
    if (this.view.badge?.value !== (count === 0 ? undefined : count)) {
      const tooltip = `${countOf(count, 'session')} ${count === 1 ? 'needs' : 'need'} you`;
      this.view.badge = count === 0 ? undefined : { value: count, tooltip };
    }
    const message =
      this.board.connection === 'connecting'
        ? 'Looking for sessions…'
        : this.board.connection === 'offline'
          ? 'Connection lost. This is the last known state.'
          : '';
    if ((this.view.message ?? '') !== message) this.view.message = message;
  }

  private tickWhileVisible(): void {
    clearInterval(this.ticking);
    if (!this.view.visible) return;
    this.redraw(this.model.tick(Date.now()));
    this.ticking = setInterval(() => this.redraw(this.model.tick(Date.now())), tickMs);
  }
}

function rowItem(row: Row | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(row?.label ?? '');
  if (row === undefined) return item;
  item.description = row.description;
  item.iconPath = new vscode.ThemeIcon(
    row.look.codicon,
    new vscode.ThemeColor(toneColors[row.look.tone]),
  );
  item.accessibilityInformation = { label: row.accessibleLabel };
  item.contextValue = row.contextValue;
  return item;
}
