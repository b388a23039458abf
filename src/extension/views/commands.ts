import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { choicesFor, commandAction, type ActionCommand } from '../../shared/actions/sessionActions';
import { t } from '../../shared/words/l10n';
import type { RevealMode } from '../../shared/messages/pageMessages';
import { addressIn } from '../../shared/protocol/machines/address';
import { sessionTitle } from '../../shared/board/sessionNames';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { BoardModel } from '../link/boardModel';
import type { Calls } from '../link/hubClient';
import { type CommandArguments, commandIds, type SessionTarget, viewIds } from '../manifest';
import type { Disposable } from '../util/lifetime';
import type { Log } from '../util/log';
import { seeCollision } from './collisions/seeCollision';
import { askForFilter } from './tree/filterInput';
import type { UnseenCommands } from './looks';
import { escapeForNotification } from './markdown';
import { isElsewhere } from './machines/elsewhere';
import type { MarkMenu } from './marks/markMenu';
import { warnOnError } from './warnOnError';
import { registerHandlers } from './registerHandlers';
import { openPullRequest } from './outcome/openPullRequest';
import { pickSession } from './pickSession';
import { ResumeError } from '../agents/commands';
import type { Resumer } from './resume/resumer';
import type { StrandedSessions } from './resume/strandedSessions';
import { targetOf, targetsOf } from './sessionTarget';
import type { WorktreeMenu } from './worktree/worktreeMenu';
import { TranscriptPathError } from '../reader/transcriptFilePath';

type Handler = (argument?: unknown) => Promise<void> | void;
type SessionHandler = (target: SessionTarget) => Promise<void> | void;

export interface CommandParts {
  readonly board: BoardModel;
  readonly log: Log & { show(): void };
  readonly hub: Calls<'archive' | 'dismissCollision'>;
  /** Reconnects this window after everything was removed. */
  readonly startAgain: () => void;
  readonly boardPanel: { show(): void; reveal(sessionId: string, how?: RevealMode): void };
  readonly sessionsTree: { filter: string; openSelected(): void };
  readonly transcripts: {
    openReadable(target: SessionTarget): Promise<void>;
    openAsText(target: SessionTarget): Promise<void>;
    openRaw(target: SessionTarget): Promise<void>;
    revealRaw(target: SessionTarget): Promise<void>;
  };
  /** The session whose transcript or review is in the active editor; undefined if none is. */
  readonly frontTranscript: () => SessionTarget | undefined;
  readonly attention: {
    showMenu(): Promise<void>;
    next(): Promise<void>;
    goTo(sessionId: string): Promise<void>;
    mute(targets: readonly SessionTarget[]): Promise<void>;
    unmute(target?: SessionTarget): Promise<void>;
    readonly mutes: { muteForAnHour(): Promise<void> };
  };
  readonly looks: Pick<UnseenCommands, 'next' | 'markAll'>;
  readonly marks: Pick<
    MarkMenu,
    'pin' | 'togglePin' | 'rename' | 'tag' | 'pinProject' | 'tagProject'
  >;
  readonly resumer: Pick<Resumer, 'resume' | 'fork' | 'startNew' | 'startInWorktree'>;
  readonly worktrees: Pick<WorktreeMenu, 'open' | 'remove'>;
  readonly there: { folderOf(sessionId: string): Promise<void> };
  readonly ofBefore: Pick<StrandedSessions, 'resume' | 'leave'>;
  readonly findSession: () => Promise<void>;
  /** Requests acceptance of this editor; only accepted editors can answer requests. */
  readonly askToAnswer: () => Promise<void>;
  /** Starts a session without a terminal. */
  readonly newBoardSession: () => Promise<void>;
}

/**
 * All commands of the views. Arguments come from menus, links and other extensions, so their shape
 * is unchecked.
 */
export function registerCommands(parts: CommandParts): Disposable {
  const { board, log, hub, boardPanel, sessionsTree, transcripts, resumer, attention, marks } =
    parts;
  /**
   * The session in the command's argument; otherwise, for commands that apply to the active editor,
   * the session shown there; otherwise one that the person picks.
   */
  const chosen = async (command: ActionCommand, argument: unknown) => {
    const front =
      commandAction(command).palette?.inFront === true ? parts.frontTranscript() : undefined;
    return targetOf(argument) ?? front ?? (await pickSession(choicesFor(command, board.sessions)));
  };
  const sessionHandlers: Partial<Record<ActionCommand, SessionHandler>> = {
    openTranscript: (target) => transcripts.openReadable(target),
    openTranscriptAsText: (target) => transcripts.openAsText(target),
    openRawTranscript: (target) => transcripts.openRaw(target),
    revealTranscriptFile: (target) => transcripts.revealRaw(target),
    revealInBoard: ({ sessionId }) => boardPanel.reveal(sessionId),
    explainState: ({ sessionId }) => boardPanel.reveal(sessionId, 'explain'),
    followUp: ({ sessionId }) => boardPanel.reveal(sessionId, 'followUp'),
    openProject: ({ sessionId }) =>
      isElsewhere(board, sessionId)
        ? parts.there.folderOf(sessionId)
        : openProject(board, sessionId),
    goToTerminal: ({ sessionId }) => attention.goTo(sessionId),
    copySessionId: ({ sessionId }) => copySessionId(sessionId),
    copyTitle: ({ sessionId }) => copyOf(board.get(sessionId), sessionTitle),
    copyFolder: ({ sessionId }) => copyOf(board.get(sessionId), ({ projectPath }) => projectPath),
    openPullRequest: ({ sessionId }) => openPullRequest(board.get(sessionId)),
    seeCollision: ({ sessionId }) => warnOnError(() => seeCollision(parts, sessionId)),
    resumeSession: ({ sessionId }) => resumer.resume(sessionId),
    takeOverSession: ({ sessionId }) => resumer.resume(sessionId),
    forkSession: ({ sessionId }) => resumer.fork(sessionId),
    newSession: ({ sessionId }) => resumer.startNew(sessionId),
    newSessionInWorktree: ({ sessionId }) => resumer.startInWorktree(sessionId),
    openWorktree: ({ sessionId }) => warnOnError(() => parts.worktrees.open(sessionId)),
    removeWorktree: ({ sessionId }) => warnOnError(() => parts.worktrees.remove(sessionId)),
    dismissSession: ({ sessionId }) =>
      warnOnError(() => hub.call('archive', { sessionId, archived: true })),
    restoreSession: ({ sessionId }) =>
      warnOnError(() => hub.call('archive', { sessionId, archived: false })),
  };
  /**
   * The sessions in the argument, otherwise the one in the active editor. The result may be empty,
   * because commands that use it let the person pick.
   */
  const targetsOrShown = (argument: unknown): readonly SessionTarget[] => {
    const targets = targetsOf(argument);
    return targets.length > 0 ? targets : targetsOf(parts.frontTranscript());
  };
  const handlers: Partial<Record<keyof CommandArguments, Handler>> = {
    [commandIds.openBoard]: () => boardPanel.show(),
    [commandIds.findSession]: () => parts.findSession(),
    [commandIds.newBoardSession]: () => warnOnError(() => parts.newBoardSession()),
    [commandIds.startAgain]: () => parts.startAgain(),
    [commandIds.askToAnswer]: () => warnOnError(() => parts.askToAnswer()),
    // The editor creates this command for each view; it also shows a hidden view.
    [commandIds.showBoardView]: () =>
      void vscode.commands.executeCommand(`${viewIds.boardView}.focus`),
    [commandIds.filterSessions]: async () => {
      await vscode.commands.executeCommand(`${viewIds.sessions}.focus`);
      askForFilter(sessionsTree.filter, (text) => (sessionsTree.filter = text));
    },
    [commandIds.clearFilter]: () => {
      sessionsTree.filter = '';
    },
    [commandIds.resumeStranded]: () => parts.ofBefore.resume(),
    [commandIds.leaveStranded]: () => parts.ofBefore.leave(),
    [commandIds.showLog]: () => log.show(),
    [commandIds.showMenu]: () => attention.showMenu(),
    [commandIds.nextSession]: () => attention.next(),
    [commandIds.nextChanged]: () => parts.looks.next(),
    [commandIds.markAllSeen]: () => parts.looks.markAll(),
    [commandIds.mute]: (argument) => attention.mute(targetsOf(argument)),
    [commandIds.unmute]: (argument) => attention.unmute(targetOf(argument)),
    [commandIds.muteForAnHour]: () => attention.mutes.muteForAnHour(),
    [commandIds.pinSession]: (argument) => marks.pin(targetsOrShown(argument), true),
    [commandIds.unpinSession]: (argument) => marks.pin(targetsOrShown(argument), false),
    [commandIds.togglePin]: (argument) => marks.togglePin(targetsOrShown(argument)),
    [commandIds.renameSession]: (argument) => marks.rename(targetsOrShown(argument)),
    [commandIds.tagSession]: (argument) => marks.tag(targetsOrShown(argument)),
    [commandIds.pinProject]: (argument) => marks.pinProject(targetsOf(argument), true),
    [commandIds.unpinProject]: (argument) => marks.pinProject(targetsOf(argument), false),
    [commandIds.tagProject]: (argument) => marks.tagProject(targetsOf(argument)),
    [commandIds.openRow]: () => sessionsTree.openSelected(),
  };
  for (const [name, act] of Object.entries(sessionHandlers)) {
    const command = name as ActionCommand;
    handlers[commandIds[command]] = async (argument) => {
      const target = await chosen(command, argument);
      if (target !== undefined) await act(target);
    };
  }
  return registerHandlers(handlers, async (act) => {
    try {
      await act();
    } catch (error) {
      await report(error, log);
    }
  });
}

async function openProject(board: BoardModel, sessionId: string): Promise<void> {
  const folder = board.get(sessionId)?.projectPath ?? '';
  const isFolder = folder !== '' && (await stat(folder).catch(() => undefined))?.isDirectory();
  if (isFolder !== true) {
    void vscode.window.showInformationMessage(t('The project folder no longer exists.'));
    return;
  }
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), {
    forceNewWindow: true,
  });
}

async function copySessionId(sessionId: string): Promise<void> {
  // Removes the prefix for another machine, because Claude Code there uses the plain id.
  await vscode.env.clipboard.writeText(addressIn(sessionId)?.sessionId ?? sessionId);
  vscode.window.setStatusBarMessage(t('Session ID copied'), 2_000);
}

async function copyOf(
  session: LiveSession | undefined,
  text: (session: LiveSession) => string,
): Promise<void> {
  if (session === undefined) return;
  await vscode.env.clipboard.writeText(text(session));
  vscode.window.setStatusBarMessage(t('Copied'), 2_000);
}

/**
 * Shows the message of an error that a person can act on. Any other error is a bug: its stack is
 * logged.
 */
async function report(error: unknown, log: Log & { show(): void }): Promise<void> {
  if (error instanceof TranscriptPathError || error instanceof ResumeError) {
    void vscode.window.showInformationMessage(escapeForNotification(error.message));
    return;
  }
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const showLog = t('Show Log');
  const answer = await vscode.window.showErrorMessage(
    t('Mission Control couldn’t do this.'),
    showLog,
  );
  if (answer === showLog) log.show();
}
