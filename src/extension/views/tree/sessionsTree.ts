import * as os from 'node:os';
import * as vscode from 'vscode';
import { counted, t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { mutesOf } from '../../../shared/board/mutes';
import { needsYouCounts, needsYouNumbers, needsYouText } from '../../../shared/board/needsYou';
import { groupHeadings, openReadyCount } from '../../../shared/presentation';
import type { AgentStateGroup } from '../../../shared/protocol/protocol';
import { resumeStrandedText, strandedSentence } from '../../../shared/words/strandedText';
import { scanText } from '../../../shared/words/scanText';
import type { BoardModel } from '../../link/boardModel';
import type { WindowConnection } from '../../link/windowConnection';
import { commandIds, contextKeys, viewIds } from '../../manifest';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import { FilteredBoard } from './filteredBoard';
import {
  nodeId,
  noChange,
  type Redraw,
  type TreeChange,
  TreeModel,
  type TreeNode,
} from './treeModel';
import { toMutedRow, type TreeRowLook } from './sessionRow';
import { onDidLoseRow } from '../registerHandlers';
import { joinParts } from '../../../shared/board/texts/partTexts';
import { sessionMarkdown } from '../sessionText';
import { toneColors } from '../toneColors';
import { command, run } from '../typedCommands';

const tickIntervalMs = 10_000;
/** Delay in ms before rows are reordered, so that they do not move under the pointer. */
const reorderDelayMs = 1_000;

const groupIcons: Readonly<Record<AgentStateGroup, string>> = {
  needs_you: 'bell',
  autonomous: 'pulse',
  delivered: 'check-all',
};

/** The sessions in the side bar, grouped as on the board. */
export class SessionsTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly filtered: FilteredBoard;
  private readonly model: TreeModel;
  private readonly changes = this.lifetime.add(
    new vscode.EventEmitter<TreeNode[] | TreeNode | undefined>(),
  );
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view: vscode.TreeView<TreeNode>;
  /**
   * The editor's requests for the root rows before the first snapshot of the board. The view shows
   * progress until they are resolved.
   */
  private awaitingRoots: ((roots: TreeNode[]) => void)[] = [];
  private isStale = false;
  private reorderTimer: NodeJS.Timeout | undefined;
  private tickTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly board: BoardModel,
    private readonly windowConnection: Pick<WindowConnection, 'mutes' | 'onDidChangeMutes'>,
  ) {
    this.filtered = new FilteredBoard(board);
    this.model = new TreeModel(this.filtered, Date.now());
    this.view = this.lifetime.add(
      vscode.window.createTreeView(viewIds.sessions, { treeDataProvider: this }),
    );
    this.lifetime.add(board.onDidChange((change) => this.update(change, false)));
    this.lifetime.add(
      windowConnection.onDidChangeMutes(() => this.redraw({ nodes: 'all', unsettled: false })),
    );
    this.lifetime.add(onDidLoseRow(() => this.changes.fire(undefined)));
    this.lifetime.add(this.view.onDidChangeVisibility(() => this.onVisibilityChange()));
    this.lifetime.add(toDisposable(() => clearTimeout(this.reorderTimer)));
    this.lifetime.add(toDisposable(() => clearInterval(this.tickTimer)));
    this.tickWhileVisible();
    this.updateBadgeAndMessage();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Opens the transcript of the selected row, or shows one more page of its section. */
  openSelected(): void {
    const [node] = this.view.selection;
    if (node?.kind === 'session') run(commandIds.openTranscript, node.sessionId);
    else if (node?.kind === 'subagent') run(commandIds.openTranscript, node);
    else if (node?.kind === 'more') this.redraw(this.model.showMore(node.section));
  }

  /** The filter as typed; empty if none is set. */
  get filter(): string {
    return this.filtered.filter;
  }

  set filter(text: string) {
    const previousFilter = this.filter;
    this.filtered.filter = text;
    if (this.filter === previousFilter) return;
    void vscode.commands.executeCommand('setContext', contextKeys.filtered, this.filter !== '');
    this.update(noChange, true);
    this.changes.fire(undefined);
  }

  getChildren(node?: TreeNode): TreeNode[] | Promise<TreeNode[]> {
    if (node !== undefined) return [...this.model.children(node)];
    if (this.board.connection === 'connecting' && this.model.isEmpty) {
      return new Promise((resolve) => this.awaitingRoots.push(resolve));
    }
    return [...this.model.roots()];
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = this.toTreeItem(node);
    // The editor stores the collapse state by id; while filtered, groups have different ids, so
    // that they are expanded.
    const isFilteredGroup = this.filter !== '' && node.kind === 'group';
    item.id = isFilteredGroup ? `${nodeId(node)}/filtered` : nodeId(node);
    return item;
  }

  /** Creates the tooltip when the hover opens, so that it is current. */
  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    const session = node.kind === 'session' ? this.board.get(node.sessionId) : undefined;
    if (session === undefined) return item;
    const tooltip = new vscode.MarkdownString(
      sessionMarkdown(session, Date.now(), os.homedir(), (id) => this.board.get(id)),
      true,
    );
    tooltip.isTrusted = false;
    item.tooltip = tooltip;
    return item;
  }

  /** The editor calls this to reveal a row that it has not rendered yet. */
  getParent(node: TreeNode): TreeNode | undefined {
    return this.model.parent(node);
  }

  /** Selects the session's row if the view is visible; does not open the view. */
  reveal(sessionId: string): void {
    const node = this.model.sessionNode(sessionId);
    if (!this.view.visible || node === undefined) return;
    // Ignores the error for a session that has no row, because its section shows fewer rows.
    this.view.reveal(node, { select: true, focus: false }).then(undefined, () => undefined);
  }

  /**
   * True if the session's row is marked as muted. A mute of all sessions is shown only in the
   * status bar.
   */
  private isMarkedMuted(sessionId: string): boolean {
    const session = this.board.get(sessionId);
    if (session === undefined) return false;
    const mutes = mutesOf(this.windowConnection.mutes, session, Date.now());
    return mutes.some(({ scope }) => scope !== 'all');
  }

  /**
   * Returns the row of a node. Its command has no arguments: the editor stores those of a row's
   * command until it replaces the row, and a click at that moment would find no command.
   */
  private toTreeItem(node: TreeNode): vscode.TreeItem {
    switch (node.kind) {
      case 'stranded':
        return createStrandedItem(this.model.strandedCount);
      case 'group': {
        const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
        const { description, label } = this.groupTexts(node.group);
        const item = new vscode.TreeItem(
          groupHeadings[node.group](),
          node.group === 'delivered' && this.filter === '' ? Collapsed : Expanded,
        );
        // A separate icon keeps siblings aligned whether or not they have children.
        item.iconPath = new vscode.ThemeIcon(groupIcons[node.group]);
        item.description = description;
        item.contextValue = 'group';
        item.tooltip = label;
        item.accessibilityInformation = { label };
        return item;
      }
      case 'session': {
        const row = this.model.row(node.sessionId);
        const item = createRowItem(
          row && this.isMarkedMuted(node.sessionId) ? toMutedRow(row) : row,
        );
        if (row !== undefined && row.children.length > 0) {
          item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
        }
        item.command = command(commandIds.openRow, t('Open Transcript'));
        return item;
      }
      case 'subagent': {
        const row = this.model.subagentRow(node.sessionId, node.agentId);
        const item = createRowItem(row);
        item.tooltip = row?.accessibleLabel ?? '';
        if (row !== undefined && row.children.length > 0) {
          item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
        }
        item.command = command(commandIds.openRow, t('Open Transcript'));
        return item;
      }
      case 'tail':
        return createTailItem(node.section, this.model.countIn(node.section));
      case 'all': {
        const item = new vscode.TreeItem(t('All Sessions…'));
        item.iconPath = new vscode.ThemeIcon('search');
        item.command = command(commandIds.findSession, t('Find Session'));
        item.contextValue = 'all';
        item.tooltip = t('Find any session, also of long ago, by what it was about');
        return item;
      }
      case 'more': {
        const item = new vscode.TreeItem(t('Show More…'));
        item.command = command(commandIds.openRow, t('Show More Sessions'));
        item.contextValue = 'more';
        return item;
      }
    }
  }

  /** Description and accessible label of a group's row. */
  private groupTexts(group: AgentStateGroup): Record<'description' | 'label', string> {
    const { needsYou } = this.model;
    if (group === 'needs_you')
      return { description: needsYouNumbers(needsYou), label: needsYouText(needsYou, ', ') };
    const count = this.model.countOf(group);
    const sessions = counted(count, '{0} session', '{0} sessions');
    return {
      description: String(count),
      label: joinParts([groupHeadings[group](), sessions], ', '),
    };
  }

  private update(change: TreeChange, mayReorder: boolean): void {
    const redraw = this.model.update(change, Date.now(), mayReorder);
    if (!this.resolveAwaitingRoots()) this.redraw(redraw);
    this.updateBadgeAndMessage();
    if (!redraw.unsettled) {
      clearTimeout(this.reorderTimer);
      this.reorderTimer = undefined;
    } else {
      this.reorderTimer ??= setTimeout(() => {
        this.reorderTimer = undefined;
        this.update(noChange, true);
      }, reorderDelayMs);
    }
  }

  /**
   * Resolves the editor's pending requests for the root rows once the board has its first snapshot.
   * True if there were requests: the editor then needs no change event.
   */
  private resolveAwaitingRoots(): boolean {
    if (this.awaitingRoots.length === 0) return false;
    if (this.board.connection === 'connecting' && this.model.isEmpty) return true;
    for (const resolve of this.awaitingRoots.splice(0)) resolve([...this.model.roots()]);
    return true;
  }

  /** Fires the change event for the nodes; while the tree is hidden, marks it as stale instead. */
  private redraw({ nodes }: Redraw): void {
    if (!this.view.visible) {
      this.isStale ||= nodes === 'all' || nodes.length > 0;
      return;
    }
    if (nodes === 'all') this.changes.fire(undefined);
    else if (nodes.length > 0) this.changes.fire([...nodes]);
  }

  /** Updates the badge and the message of the view. */
  private updateBadgeAndMessage(): void {
    // Counts all blocked sessions, regardless of the filter.
    const counts = needsYouCounts(this.board.sessions);
    const { blocked: value } = counts;
    const tooltip = needsYouText(counts);
    if (value === 0) this.view.badge = undefined;
    else if (this.view.badge?.value !== value || this.view.badge.tooltip !== tooltip) {
      this.view.badge = { value, tooltip };
    }
    const message = this.message;
    if ((this.view.message ?? '') !== message) this.view.message = message;
  }

  private onVisibilityChange(): void {
    if (this.view.visible && this.isStale) this.changes.fire(undefined);
    this.isStale &&= !this.view.visible;
    this.tickWhileVisible();
  }

  private get message(): string {
    if (this.board.connection === 'connecting') return t('Looking for sessions…');
    if (this.board.connection === 'offline')
      return t('Connection lost. This is the last known state.');
    if (this.filter === '') return scanText(this.board.summary.scan) ?? '';
    const filter = plainTitle(this.filter, 80);
    return this.model.isEmpty
      ? t('No session matches the filter: {0}', filter)
      : t('Filter: {0} ({1} hidden)', filter, this.filtered.hiddenCount);
  }

  private tickWhileVisible(): void {
    clearInterval(this.tickTimer);
    if (!this.view.visible) return;
    this.redraw(this.model.tick(Date.now()));
    this.tickTimer = setInterval(() => this.redraw(this.model.tick(Date.now())), tickIntervalMs);
  }
}

function createStrandedItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(resumeStrandedText(count));
  item.iconPath = new vscode.ThemeIcon('debug-continue');
  item.command = command(commandIds.resumeStranded, t('Resume Last Sessions…'));
  item.contextValue = 'stranded';
  item.tooltip = strandedSentence(count);
  item.accessibilityInformation = { label: resumeStrandedText(count) };
  return item;
}

function createTailItem(section: 'ready' | 'dismissed', count: number): vscode.TreeItem {
  const isReady = section === 'ready';
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(
    isReady ? t('Ready for a prompt') : t('{0} dismissed', count),
    isReady && count <= openReadyCount ? Expanded : Collapsed,
  );
  item.iconPath = new vscode.ThemeIcon(isReady ? 'clock' : 'archive');
  item.contextValue = section;
  if (isReady) item.description = String(count);
  item.tooltip = isReady
    ? counted(
        count,
        '{0} session waits for your next prompt',
        '{0} sessions wait for your next prompt',
      )
    : counted(
        count,
        '{0} dismissed session: back when there is activity, or when you restore them',
        '{0} dismissed sessions: back when there is activity, or when you restore them',
      );
  item.accessibilityInformation = { label: item.tooltip };
  return item;
}

function createRowItem(row: TreeRowLook | undefined): vscode.TreeItem {
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
