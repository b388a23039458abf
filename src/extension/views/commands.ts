import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { lookOf } from '../../shared/presentation';
import type { BoardModel } from '../link/boardModel';
import type { HubActions } from '../link/hubActions';
import { type CommandArguments, commandIds, type SessionTarget } from '../manifest';
import { type Disposable, DisposableStore } from '../util/lifetime';
import type { Log } from '../util/log';
import { escapeIcons } from './markdown';
import { branchOf, coarseAge, joined, labelOf, projectOf, titleOf } from './sessionText';
import { targetOf } from './sessionTarget';
import { TranscriptPathError } from './transcript/transcriptFilePath';

type OwnCommand = Exclude<
  keyof CommandArguments,
  typeof commandIds.installHooks | typeof commandIds.removeHooks
>;

export interface CommandParts {
  readonly board: BoardModel;
  readonly log: Log & { show(): void };
  readonly actions: Pick<HubActions, 'archive'>;
  readonly boardPanel: { show(): void; reveal(sessionId: string, explain?: boolean): void };
  readonly sessionsTree: { showMore(): void };
  readonly transcripts: {
    openReadable(target: SessionTarget): Promise<void>;
    openRaw(target: SessionTarget): Promise<void>;
  };
}

/** All commands of the views. Arguments come from menus, links and other extensions: any shape. */
export function registerCommands(parts: CommandParts): Disposable {
  const { board, log, actions, boardPanel, sessionsTree, transcripts } = parts;
  /** For a command of one session; called without one, it lets the user pick. */
  const withSession =
    (act: (target: SessionTarget) => Promise<void> | void) => async (argument?: unknown) => {
      const target = targetOf(argument) ?? (await pickSession(board));
      if (target !== undefined) await act(target);
    };
  const handlers: Readonly<Record<OwnCommand, (argument?: unknown) => Promise<void> | void>> = {
    [commandIds.openBoard]: () => boardPanel.show(),
    [commandIds.showLog]: () => log.show(),
    [commandIds.openTranscript]: withSession((target) => transcripts.openReadable(target)),
    [commandIds.openRawTranscript]: withSession((target) => transcripts.openRaw(target)),
    [commandIds.revealInBoard]: withSession(({ sessionId }) => boardPanel.reveal(sessionId)),
    [commandIds.openProject]: withSession(({ sessionId }) => openProject(board, sessionId)),
    [commandIds.copySessionId]: withSession(({ sessionId }) => copySessionId(sessionId)),
    [commandIds.explainState]: withSession(({ sessionId }) => boardPanel.reveal(sessionId, true)),
    [commandIds.dismissSession]: withSession(({ sessionId }) => archive(actions, sessionId, true)),
    [commandIds.restoreSession]: withSession(({ sessionId }) => archive(actions, sessionId, false)),
    [commandIds.showMoreDone]: () => sessionsTree.showMore(),
  };
  const lifetime = new DisposableStore();
  for (const [id, handle] of Object.entries(handlers)) {
    lifetime.add(
      vscode.commands.registerCommand(id, async (argument?: unknown) => {
        try {
          await handle(argument);
        } catch (error) {
          await report(error, log);
        }
      }),
    );
  }
  return lifetime;
}

async function openProject(board: BoardModel, sessionId: string): Promise<void> {
  const folder = board.get(sessionId)?.projectPath ?? '';
  const isFolder = folder !== '' && (await stat(folder).catch(() => undefined))?.isDirectory();
  if (isFolder !== true) {
    void vscode.window.showInformationMessage('The project folder does not exist any more.');
    return;
  }
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), {
    forceNewWindow: true,
  });
}

async function copySessionId(sessionId: string): Promise<void> {
  await vscode.env.clipboard.writeText(sessionId);
  vscode.window.setStatusBarMessage('Session ID copied', 2_000);
}

async function archive(
  actions: Pick<HubActions, 'archive'>,
  sessionId: string,
  archived: boolean,
): Promise<void> {
  try {
    await actions.archive(sessionId, archived);
  } catch (error) {
    // The hub's own sentence, or that it cannot be reached now.
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showWarningMessage(reason);
  }
}

async function pickSession(board: BoardModel): Promise<SessionTarget | undefined> {
  if (board.sessions.length === 0) {
    void vscode.window.showInformationMessage('There are no Claude Code sessions yet.');
    return undefined;
  }
  const now = Date.now();
  const picked = await vscode.window.showQuickPick(
    board.sessions.map((session) => ({
      label: `$(${lookOf(session.agentState).codicon}) ${escapeIcons(titleOf(session))}`,
      description: escapeIcons(joined([labelOf(session), coarseAge(session.stateSince, now)])),
      detail: escapeIcons(joined([projectOf(session), branchOf(session)])),
      sessionId: session.sessionId,
    })),
    { placeHolder: 'Choose a session', matchOnDescription: true, matchOnDetail: true },
  );
  return picked && { sessionId: picked.sessionId };
}

/** What a person can act on is said; anything else is a bug, and the log has its stack. */
async function report(error: unknown, log: Log & { show(): void }): Promise<void> {
  if (error instanceof TranscriptPathError) {
    void vscode.window.showInformationMessage(error.message);
    return;
  }
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const showLog = 'Show Log';
  const answer = await vscode.window.showErrorMessage(
    'Mission Control could not do this.',
    showLog,
  );
  if (answer === showLog) log.show();
}
