import type * as vscode from 'vscode';
import type { BoardModel } from '../link/boardModel';
import { commandIds } from '../manifest';
import { type Disposable, DisposableStore } from '../util/lifetime';
import type { Log } from '../util/log';
import { BoardPanel } from './boardPanel';
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
  readonly configHome: string;
  readonly hooks: HooksState;
  readonly log: Log & { show(): void };
}

/** Everything of a window that a person sees. */
export function registerViews({ context, board, configHome, hooks, log }: ViewParts): Disposable {
  const lifetime = new DisposableStore();
  const intents: PageIntents = {
    openTranscript: ({ sessionId }) => run(commandIds.openTranscript, sessionId),
    openSubagentTranscript: ({ sessionId, agentId }) =>
      run(commandIds.openTranscript, { sessionId, agentId }),
    archive: ({ sessionId }) => log.warn(`Session ${sessionId} cannot be dismissed yet.`),
    openRawTranscript: ({ sessionId }) => run(commandIds.openRawTranscript, sessionId),
    openProject: ({ sessionId }) => run(commandIds.openProject, sessionId),
    copySessionId: ({ sessionId }) => run(commandIds.copySessionId, sessionId),
    installHooks: () => run(commandIds.installHooks),
    showLog: () => run(commandIds.showLog),
  };
  lifetime.add(new ContextKeys(board, hooks));
  lifetime.add(new StatusBar(board));
  const sessionsTree = lifetime.add(new SessionsTree(board));
  const boardPanel = lifetime.add(new BoardPanel(context.extensionUri, board, hooks, intents, log));
  const files = lifetime.add(new TranscriptFileSystem(board, configHome, log));
  lifetime.add(registerTranscriptLanguage(files));
  lifetime.add(new TranscriptEditors(files));
  const transcripts = new TranscriptOpener(board, configHome);
  lifetime.add(registerCommands({ board, log, boardPanel, sessionsTree, transcripts }));
  return lifetime;
}
