import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { livingGrants } from '../../../shared/board/texts/grantTexts';
import { plainTitle } from '../../../shared/text/plainText';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Loss } from '../../../shared/protocol/windows';
import { isTextEdit } from '../../../shared/agents/tools';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { blockedOf, readyOf } from '../../../shared/board/waiting';
import type { WindowConnection } from '../../link/windowConnection';
import { commandIds, type SessionTarget, settingIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Log } from '../../util/log';
import { requestDigest } from '../../util/keys/signing';
import { seeCollision } from '../collisions/seeCollision';
import type { Decider } from '../control/decide';
import { escapeIcons, escapeLinks, escapeForNotification } from '../markdown';
import { warnOnError } from '../warnOnError';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { GoToSession, type GoToSessionParts } from '../terminal/goToSession';
import type { Terminals } from '../terminal/terminals';
import { run } from '../typedCommands';
import { MuteMenu } from './muteMenu';
import type { Notice, NoticeAction } from './notice';
import { Notifier } from './notifier';
import { playSound, soundCommands } from './sound';
import { showStatusMenu } from './statusMenu';
import { Warner, type WarningAction } from './warner';
import {
  type ShownCards,
  type ShownReaders,
  type RequestsInSight,
  WindowPresence,
} from './windowPresence';

export interface WindowAttentionParts {
  readonly extensionUri: vscode.Uri;
  readonly board: BoardModel;
  readonly windowConnection: WindowConnection;
  readonly hub: Calls<'show' | 'next' | 'mute' | 'dismissCollision'>;
  readonly decider: Pick<Decider, 'callOf' | 'shown'>;
  readonly terminals: Terminals;
  readonly log: Log;
  readonly readers: ShownReaders;
  readonly cards: ShownCards;
  readonly requests: readonly RequestsInSight[];
  /** Selects the session's row in this window's tree, if it has one. */
  readonly reveal: (sessionId: string) => void;
  readonly there: GoToSessionParts['there'];
}

const messageMs = 6_000;

/** Shows notifications and warnings about sessions in this window, and opens the sessions. */
export class WindowAttention implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly goToSession: GoToSession;
  private readonly presence: WindowPresence;
  readonly mutes: MuteMenu;

  constructor(private readonly parts: WindowAttentionParts) {
    const {
      board,
      windowConnection,
      hub,
      decider,
      terminals,
      readers,
      cards,
      requests,
      reveal,
      there,
    } = parts;
    const presence = new WindowPresence(windowConnection, terminals, readers, cards, requests);
    this.presence = this.lifetime.add(presence);
    this.goToSession = this.lifetime.add(
      new GoToSession({ board, windowConnection, hub, terminals, reveal, there }),
    );
    this.mutes = new MuteMenu(board, windowConnection, hub);
    this.lifetime.add(windowConnection.onDidLose((loss) => void showLoss(loss)));
    this.lifetime.add(windowConnection.onDidNotSave(showUnsaved));
    this.lifetime.add(
      new Notifier({
        board,
        windowConnection,
        isInFront: (sessionId, terminal) => presence.isInFront(sessionId, terminal),
        show: (notice) => show(notice),
        act: (action, sessions, call) => this.act(action, sessions, call),
        callOf: (session) => decider.callOf(session),
        shown: (sessionId, call) => decider.shown(sessionId, call, 'notification'),
        sayOver,
        sayDecided,
        playSound: () => this.playSound(),
      }),
    );
    this.lifetime.add(
      new Warner({
        board,
        windowConnection,
        show: (message, labels) => vscode.window.showWarningMessage(message, ...labels),
        act: (action, sessionId, collision) => this.actOn(action, sessionId, collision),
        playSound: () => this.playSound(),
      }),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /**
   * True if the session's notification is suppressed because the person sees the session in this
   * window.
   */
  holdsBack(sessionId: string): boolean {
    const session = this.parts.board.get(sessionId);
    if (session === undefined || this.mutes.isMuted(session)) return false;
    return this.presence.notifies && this.presence.isInFront(sessionId, undefined);
  }

  async goTo(sessionId: string): Promise<void> {
    await warnOnError(() => this.goToSession.goTo(sessionId));
  }

  /**
   * Opens the next session that needs a person, in the view where it can be answered. All windows
   * step through the same list.
   */
  async next(): Promise<void> {
    await warnOnError(async () => {
      const { sessionId } = await this.parts.hub.call('next', {});
      if (sessionId !== undefined) run(commandIds.reviewRequest, sessionId);
      else vscode.window.setStatusBarMessage(`$(check) ${t('No session needs you')}`, messageMs);
    });
  }

  async showMenu(): Promise<void> {
    const { board } = this.parts;
    await showStatusMenu({
      blocked: blockedOf(board),
      ready: readyOf(board),
      isMuted: (session) => this.mutes.isMuted(session),
      mutes: this.mutes.current.length > 0,
      grants: livingGrants(board.summary.grants).length,
      stranded: board.summary.stranded?.length ?? 0,
    });
  }

  async mute(targets: readonly SessionTarget[]): Promise<void> {
    await this.mutes.mute(
      targets.flatMap(({ sessionId }) => this.parts.board.get(sessionId) ?? []),
    );
  }

  async unmute(target?: SessionTarget): Promise<void> {
    await this.mutes.unmute(target && this.parts.board.get(target.sessionId));
  }

  private act(
    action: NoticeAction,
    sessions: readonly LiveSession[],
    call: string | undefined,
  ): void {
    const [first] = sessions;
    if (first === undefined) return;
    const { sessionId, pendingRequest } = first;
    // `pendingRequest` is from the time when the notification was created.
    const shown = pendingRequest && requestDigest(pendingRequest);
    const request =
      call === undefined || shown === undefined ? sessionId : { sessionId, call, shown };
    switch (action) {
      case 'allow':
        return run(commandIds.allowRequest, request);
      case 'deny':
        return run(commandIds.denyRequest, request);
      case 'look':
        return run(commandIds.allowRequest, sessionId);
      case 'showRequest':
        return isTextEdit(pendingRequest?.toolName ?? '')
          ? run(commandIds.showRequestDiff, sessionId)
          : run(commandIds.answerQuestion, sessionId);
      case 'answer':
        return run(commandIds.answerQuestion, sessionId);
      case 'reviewPlan':
        return run(commandIds.reviewPlan, sessionId);
      case 'goTo':
        return run(commandIds.goToTerminal, sessionId);
      case 'openTranscript':
        return run(commandIds.openTranscript, sessionId);
      case 'showBoard':
        return run(commandIds.revealInBoard, sessionId);
      case 'mute':
        return void this.mutes.mute(sessions);
    }
  }

  private actOn(action: WarningAction, sessionId: string, collision: string): void {
    const { board, hub } = this.parts;
    switch (action) {
      case 'show':
        return run(commandIds.revealInBoard, sessionId);
      case 'see':
        return void warnOnError(() => seeCollision({ board, hub }, sessionId, collision));
      case 'dismiss':
        return void warnOnError(() => hub.call('dismissCollision', { sessionId, collision }));
    }
  }

  /**
   * Plays the sound only if the window is local; a remote extension host would play it on its own
   * machine.
   */
  private playSound(): void {
    const wanted = vscode.workspace.getConfiguration().get<unknown>(settingIds.notificationSound);
    const isHere =
      vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
    if (wanted !== true || !isHere) return;
    const file = vscode.Uri.joinPath(this.parts.extensionUri, 'media', 'attention.wav').fsPath;
    void playSound(soundCommands(process.platform, file));
  }
}

async function show({ severity, message, buttons }: Notice): Promise<string | undefined> {
  const labels = buttons.map(({ label }) => label);
  return severity === 'warning'
    ? vscode.window.showWarningMessage(message, ...labels)
    : vscode.window.showInformationMessage(message, ...labels);
}

/** Shows that the request was decided elsewhere, so that the pressed button had no effect. */
function sayDecided(session: LiveSession): void {
  const title = plainTitle(sessionTitle(session), 60);
  void vscode.window.showInformationMessage(
    escapeForNotification(t('The request of “{0}” was decided elsewhere.', title)),
  );
}

/**
 * Shows that the sessions no longer need anybody; the pressed button's action is still performed.
 */
function sayOver(sessions: readonly LiveSession[]): void {
  const [first, ...others] = sessions;
  if (first === undefined) return;
  const message =
    others.length > 0
      ? t('These sessions are no longer waiting')
      : t('“{0}” is no longer waiting', plainTitle(sessionTitle(first), 60));
  vscode.window.setStatusBarMessage(`$(info) ${escapeIcons(message)}`, messageMs);
}

/**
 * Shows that the hub could not store the phone settings. All windows send them; only the focused
 * one reports the failure.
 */
function showUnsaved(problem: string): void {
  if (!vscode.window.state.focused) return;
  const text = t('The settings for phones count now, but will not without a window. {0}', problem);
  void vscode.window.showWarningMessage(escapeForNotification(text));
}

/**
 * Shows that one of Mission Control's files was damaged, and offers to open the preserved original.
 */
async function showLoss({ name, path }: Loss): Promise<void> {
  const open = t('Open File');
  const message = t(
    'Mission Control couldn’t read all of {0}. Nothing was overwritten: the original is kept in {1}.',
    name,
    path,
  );
  if ((await vscode.window.showWarningMessage(escapeLinks(message), open)) !== open) return;
  await warnOnError(async () => void (await vscode.window.showTextDocument(vscode.Uri.file(path))));
}
