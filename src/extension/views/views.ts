import * as vscode from 'vscode';
import type { BoardModel } from '../link/boardModel';
import type { HubActions } from '../link/hubActions';
import { commandIds } from '../manifest';
import { type Disposable, DisposableStore } from '../util/lifetime';
import type { Log } from '../util/log';
import { BoardPanel } from './boardPanel';
import { followBudget, type Settings } from './budgetSetting';
import { registerCommands } from './commands';
import { ContextKeys } from './contextKeys';
import type { HooksState } from './hooksState';
import type { PageIntents } from './pageChannel';
import { SessionsTree } from './sessionsTree';
import { StatusBar } from './statusBar';
import { TranscriptOpener } from './transcript/openTranscript';
import { TranscriptEditors } from './transcript/transcriptEditors';
import { TranscriptFileSystem } from './transcript/transcriptFileSystem';
import { registerTranscriptLanguage } from './transcript/transcriptLanguage';
import { run } from './typedCommands';

export interface ViewParts {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri'>;
  readonly board: BoardModel;
  readonly actions: HubActions;
  readonly configHome: string;
  readonly hooks: HooksState;
  readonly log: Log & { show(): void };
}

const editorSettings: Settings = {
  get: (id) => vscode.workspace.getConfiguration().get<unknown>(id),
  onDidChange: (listener) => vscode.workspace.onDidChangeConfiguration(listener),
};

/** Everything of a window that a person sees. */
export function registerViews(parts: ViewParts): Disposable {
  const { context, board, actions, configHome, hooks, log } = parts;
  const lifetime = new DisposableStore();
  const intents: PageIntents = {
    openTranscript: ({ sessionId }) => run(commandIds.openTranscript, sessionId),
    openSubagentTranscript: ({ sessionId, agentId }) =>
      run(commandIds.openTranscript, { sessionId, agentId }),
    archive: ({ sessionId, archived }) =>
      run(archived ? commandIds.dismissSession : commandIds.restoreSession, sessionId),
    openRawTranscript: ({ sessionId }) => run(commandIds.openRawTranscript, sessionId),
    openProject: ({ sessionId }) => run(commandIds.openProject, sessionId),
    copySessionId: ({ sessionId }) => run(commandIds.copySessionId, sessionId),
    installHooks: () => run(commandIds.installHooks),
    showLog: () => run(commandIds.showLog),
  };
  lifetime.add(new ContextKeys(board, hooks));
  lifetime.add(new StatusBar(board));
  lifetime.add(followBudget(editorSettings, actions));
  const sessionsTree = lifetime.add(new SessionsTree(board));
  const boardPanel = lifetime.add(new BoardPanel(context.extensionUri, board, hooks, intents, log));
  const files = lifetime.add(new TranscriptFileSystem(board, configHome, log));
  lifetime.add(registerTranscriptLanguage(files));
  lifetime.add(new TranscriptEditors(files));
  const transcripts = new TranscriptOpener(board, configHome);
  lifetime.add(registerCommands({ board, log, actions, boardPanel, sessionsTree, transcripts }));
  return lifetime;
}
