import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { commandIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { AnswerIntents } from '../control/answerIntents';
import { sayable } from '../markdown';
import type { PromptPageIntents } from '../prompt/registerPrompts';
import { run } from '../typedCommands';
import { Arrangements, type Keeper } from './arrangements';
import type { BoardPageParts } from './boardPage';
import { BoardPanel } from './boardPanel';
import { BoardView } from './boardView';
import type { PageIntents } from './pageChannel';
import { savePicture } from './savePicture';

type SessionIntents = AnswerIntents & PromptPageIntents;

export interface BoardParts extends Omit<BoardPageParts, 'intents' | 'say' | 'arrangements'> {
  readonly memento: Keeper;
  /** Intents that answer a request or change what waits for a session. */
  readonly intents: SessionIntents;
}

/** The board, as a tab of the editor and in its side bar. */
export function registerBoard(parts: BoardParts): Disposable & { readonly panel: BoardPanel } {
  const lifetime = new DisposableStore();
  const page: BoardPageParts = {
    ...parts,
    intents: { ...commandIntents(parts.log), ...parts.intents },
    say: (problem) => void vscode.window.showWarningMessage(sayable(problem)),
    arrangements: new Arrangements(parts.memento),
  };
  const panel = lifetime.add(new BoardPanel(page));
  lifetime.add(new BoardView(page));
  return { panel, dispose: () => lifetime.dispose() };
}

/** Intents that are commands of the editor, too, or end in a dialog of it. */
function commandIntents(log: Log): Omit<PageIntents, keyof SessionIntents> {
  return {
    openTranscript: ({ sessionId }) => run(commandIds.openTranscript, sessionId),
    openSubagentTranscript: ({ sessionId, agentId }) =>
      run(commandIds.openTranscript, { sessionId, agentId }),
    sessionCommand: ({ command, sessionId }) => run(commandIds[command], sessionId),
    savePicture: ({ day, png }) =>
      void savePicture(day, png).catch((error: unknown) => {
        log.warn(`The picture was not saved: ${String(error)}`);
        void vscode.window.showWarningMessage(t('The picture could not be saved there.'));
      }),
    findSession: () => run(commandIds.findSession),
    newBoardSession: () => run(commandIds.newBoardSession),
    installHooks: () => run(commandIds.installHooks),
    askToAnswer: () => run(commandIds.askToAnswer),
    startAgain: () => run(commandIds.startAgain),
    showLog: () => run(commandIds.showLog),
  };
}
