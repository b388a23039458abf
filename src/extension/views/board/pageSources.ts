import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { commandIds } from '../../manifest';
import { seeCollision } from '../collisions/seeCollision';
import type { AnswerIntents } from '../control/answerIntents';
import { escapeForNotification } from '../markdown';
import { warnOnError } from '../warnOnError';
import { openOffered } from '../outcome/openAddress';
import type { PromptPageIntents } from '../prompt/registerPrompts';
import { run } from '../typedCommands';
import type { PageChannelParts, PageIntents } from '../../page/pageChannel';
import { pictureBytes } from './pictureBytes';

/** Data sources and intents that a window's pages share: those of the board and of transcripts. */
export type PageSources = Omit<PageChannelParts, 'port' | 'keep' | 'seen'>;

type SessionIntents = AnswerIntents & PromptPageIntents;

export interface PageSourceParts extends Omit<PageSources, 'intents' | 'say' | 'home'> {
  /** Intents that answer a request or change a session's prompt queue. */
  readonly intents: SessionIntents;
}

export function pageSources(parts: PageSourceParts): PageSources {
  return {
    ...parts,
    intents: { ...commandIntents(parts), ...parts.intents },
    say: (problem) => void vscode.window.showWarningMessage(escapeForNotification(problem)),
    home: os.homedir(),
  };
}

/** Intents that also exist as commands of the editor, or open its dialogs. */
function commandIntents({
  board,
  hub,
  log,
}: Pick<PageSourceParts, 'board' | 'hub' | 'log'>): Omit<PageIntents, keyof SessionIntents> {
  return {
    openTranscript: ({ sessionId }) => run(commandIds.openTranscript, sessionId),
    openSubagentTranscript: ({ sessionId, agentId }) =>
      run(commandIds.openTranscript, { sessionId, agentId }),
    openLink: ({ sessionId, href }) =>
      void warnOnError(() => openOffered(board.get(sessionId), href)),
    sessionCommand: ({ command, sessionId }) => run(commandIds[command], sessionId),
    muteSessions: ({ sessionIds }) => run(commandIds.mute, sessionIds),
    tagSessions: ({ sessionIds }) => run(commandIds.tagSession, sessionIds),
    savePicture: ({ day, png }) =>
      void savePicture(day, png).catch((error: unknown) => {
        log.warn(`The picture was not saved: ${String(error)}`);
        void vscode.window.showWarningMessage(t('The picture could not be saved there.'));
      }),
    reviewChanges: ({ sessionId }) => run(commandIds.reviewChanges, sessionId),
    seeCollision: ({ sessionId, collision }) =>
      void warnOnError(() => seeCollision({ board, hub }, sessionId, collision)),
    findSession: () => run(commandIds.findSession),
    newBoardSession: () => run(commandIds.newBoardSession),
    connectPhone: () => run(commandIds.connectPhone),
    showGrants: () => run(commandIds.showGrants),
    installHooks: () => run(commandIds.installHooks),
    askToAnswer: () => run(commandIds.askToAnswer),
    startAgain: () => run(commandIds.startAgain),
    showLog: () => run(commandIds.showLog),
    resumeStranded: () => run(commandIds.resumeStranded),
    leaveStranded: () => run(commandIds.leaveStranded),
  };
}

/** Saves the picture of a day to the file that the user chooses. */
async function savePicture(day: string, base64: string): Promise<void> {
  const bytes = pictureBytes(base64);
  if (bytes === undefined) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(os.homedir());
  const target = await vscode.window.showSaveDialog({
    title: t('Save Picture'),
    defaultUri: vscode.Uri.joinPath(folder, `mission-control-${day}.png`),
    filters: { Pictures: ['png'] },
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, bytes);
  vscode.window.setStatusBarMessage(t('Saved {0}', path.basename(target.path)), 4_000);
}
