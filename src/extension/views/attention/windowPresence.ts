import * as vscode from 'vscode';
import { notificationLevelSchema, type NotificationLevel } from '../../../shared/protocol/windows';
import type { OwnPresence, WindowConnection } from '../../link/windowConnection';
import { settingIds, transcriptScheme } from '../../manifest';
import type { Event } from '../../util/emitter';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import type { Terminals } from '../terminal/terminals';
import { parseTranscriptPath } from '../transcript/transcriptAddress';

/** The rendered transcripts of this window. */
export interface ShownReaders {
  readonly shownSessions: readonly string[];
  readonly onDidChangeShown: Event<void>;
}

/**
 * The board's cards that a person sees (`inSight`) and those that they interact with (`inHand`).
 */
export interface ShownCards {
  readonly inSight: readonly string[];
  readonly inHand: readonly string[];
  /** True while the board is visible. */
  readonly isShown: boolean;
  readonly onDidChange: Event<void>;
}

/** The sessions whose request is open outside their cards: as a plan, as a diff or in a dialog. */
export interface RequestsInSight {
  readonly shownSessions: readonly string[];
  /** Required if a change of `shownSessions` does not also change the visible editors. */
  readonly onDidChangeShown?: Event<void>;
}

/** Maximum number of cards in the protocol; no screen shows as many. */
const maxCards = 1_000;

/** Changes within this time, in ms, are sent as one. */
const coalesceMs = 30;

/**
 * Sends this window's state to the hub: its folders, its terminals, and what a person sees in it.
 */
export class WindowPresence implements Disposable {
  private readonly lifetime = new DisposableStore();
  private focusedAt = vscode.window.state.focused ? Date.now() : 0;
  private focused = vscode.window.state.focused;
  private timer: NodeJS.Timeout | undefined;
  private lastSent = '';

  constructor(
    private readonly windowConnection: Pick<WindowConnection, 'sendPresence'>,
    private readonly terminals: Terminals,
    private readonly readers: ShownReaders,
    private readonly cards: ShownCards,
    private readonly requests: readonly RequestsInSight[],
  ) {
    const changed = (): void => this.schedule();
    this.lifetime.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && !this.focused) this.focusedAt = Date.now();
        this.focused = focused;
        this.schedule();
      }),
    );
    this.lifetime.add(terminals.onDidChange(changed));
    this.lifetime.add(readers.onDidChangeShown(changed));
    this.lifetime.add(cards.onDidChange(changed));
    for (const { onDidChangeShown } of requests) {
      if (onDidChangeShown !== undefined) this.lifetime.add(onDidChangeShown(changed));
    }
    this.lifetime.add(vscode.window.onDidChangeVisibleTextEditors(changed));
    this.lifetime.add(vscode.workspace.onDidChangeWorkspaceFolders(changed));
    this.lifetime.add(
      vscode.workspace.onDidChangeConfiguration(
        (change) => change.affectsConfiguration(settingIds.notifications) && this.schedule(),
      ),
    );
    this.lifetime.add(toDisposable(() => clearTimeout(this.timer)));
    this.sendPresence();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** False if the person has switched notifications off. */
  get notifies(): boolean {
    return notificationLevel() !== 'off';
  }

  /** True if a person sees the session at this moment. */
  isInFront(sessionId: string, terminal: number | undefined): boolean {
    if (!vscode.window.state.focused) return false;
    if (this.cards.isShown) return true;
    const seen = terminal !== undefined && terminal === this.terminals.activePid;
    const shown = [...this.shownSessions(), ...this.cards.inSight, ...this.inHand];
    return seen || shown.includes(sessionId);
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => this.sendPresence(), coalesceMs);
  }

  private sendPresence(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const presence = this.readPresence();
    const text = JSON.stringify(presence);
    if (text === this.lastSent) return;
    this.lastSent = text;
    this.windowConnection.sendPresence(presence);
  }

  /** Sessions whose transcripts are visible, rendered or as text. */
  private shownSessions(): readonly string[] {
    return [...shownAsText(), ...this.readers.shownSessions];
  }

  private get inHand(): readonly string[] {
    const shown = this.requests.flatMap(({ shownSessions }) => shownSessions);
    return [...new Set([...this.cards.inHand, ...shown])];
  }

  private readPresence(): OwnPresence {
    const { activePid, pids } = this.terminals;
    return {
      pid: process.pid,
      focused: vscode.window.state.focused,
      active: vscode.window.state.active,
      focusedAt: this.focusedAt,
      notifications: notificationLevel(),
      folders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      terminals: [...pids],
      front: {
        ...(activePid !== undefined && { terminal: activePid }),
        sessions: [...this.shownSessions()],
        board: this.cards.isShown,
        cards: this.cards.inSight.slice(0, maxCards),
        inHand: this.inHand.slice(0, maxCards),
      },
    };
  }
}

/** The level in the settings; an invalid value counts as `blocked`. */
function notificationLevel(): NotificationLevel {
  const set = vscode.workspace.getConfiguration().get<unknown>(settingIds.notifications);
  const level = notificationLevelSchema.safeParse(set);
  return level.success ? level.data : 'blocked';
}

function shownAsText(): readonly string[] {
  return vscode.window.visibleTextEditors.flatMap(({ document: { uri } }) => {
    const target = uri.scheme === transcriptScheme ? parseTranscriptPath(uri.path) : undefined;
    return target === undefined || target.agentId !== undefined ? [] : [target.sessionId];
  });
}
