import * as vscode from 'vscode';
import type { BoardModel } from '../../link/boardModel';
import type { WindowConnection } from '../../link/windowConnection';
import type { WindowPhones } from '../../link/windowPhones';
import { commandIds } from '../../manifest';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import { NewlyBlocked } from './newlyBlocked';
import { statusBarState, type StatusBarState } from './statusBarModel';

const tickMs = 20_000;

/** The status bar item: the number of sessions that need the person; its hover lists them. */
export class StatusBar implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly item = this.lifetime.add(
    vscode.window.createStatusBarItem(
      'missionControl.needsYou',
      vscode.StatusBarAlignment.Left,
      50,
    ),
  );
  private readonly news: NewlyBlocked;
  private newsEnd: NodeJS.Timeout | undefined;
  private drawn = '';

  /**
   * `isSeen` returns true if a session raises no notification because the person sees it in this
   * window.
   */
  constructor(
    private readonly board: BoardModel,
    private readonly windowConnection: Pick<WindowConnection, 'mutes' | 'onDidChangeMutes'>,
    private readonly phones: Pick<WindowPhones, 'news' | 'onDidChange'>,
    isSeen: (sessionId: string) => boolean,
  ) {
    this.news = new NewlyBlocked(isSeen);
    this.item.name = 'Mission Control';
    this.item.command = commandIds.showMenu;
    this.lifetime.add(board.onDidChange(() => this.draw()));
    this.lifetime.add(windowConnection.onDidChangeMutes(() => this.draw()));
    this.lifetime.add(phones.onDidChange(() => this.draw()));
    const timer = setInterval(() => this.draw(), tickMs);
    this.lifetime.add(toDisposable(() => clearInterval(timer)));
    this.lifetime.add(toDisposable(() => clearTimeout(this.newsEnd)));
    this.draw();
    this.item.show();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Assigns only changed values, because an assignment closes an open hover. */
  private draw(): void {
    const { board, windowConnection, phones } = this;
    const now = Date.now();
    const highlightMs = this.news.update(board, now);
    clearTimeout(this.newsEnd);
    if (highlightMs > 0) this.newsEnd = setTimeout(() => this.draw(), highlightMs);
    const state = statusBarState(board, now, windowConnection.mutes, phones.news, highlightMs > 0);
    const next = JSON.stringify(state);
    if (next === this.drawn) return;
    this.drawn = next;
    this.item.text = state.text;
    this.item.backgroundColor = backgroundOf(state);
    this.item.accessibilityInformation = { label: state.accessibleLabel, role: 'button' };
    const tooltip = new vscode.MarkdownString(state.tooltip, true);
    tooltip.isTrusted = false;
    this.item.tooltip = tooltip;
  }
}

/** The background of the item. The API allows only two colours, and no animation. */
function backgroundOf({ warning, standsOut }: StatusBarState): vscode.ThemeColor | undefined {
  if (standsOut) return new vscode.ThemeColor('statusBarItem.errorBackground');
  return warning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
}
