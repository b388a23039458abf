import * as os from 'node:os';
import * as vscode from 'vscode';
import { t } from '../../shared/words/l10n';
import type { BoardModel } from '../link/boardModel';
import type { HubClient } from '../link/hubClient';
import type { KeptCalls } from '../link/keptCalls';
import type { WindowKeys } from '../link/windowKeys';
import type { WindowConnection } from '../link/windowConnection';
import { commandIds, settingIds } from '../manifest';
import { type Disposable, DisposableStore } from '../util/lifetime';
import type { Log } from '../util/log';
import { Arrangements } from './board/arrangements';
import { WindowAttention } from './attention/windowAttention';
import type { BoardPageParts } from './board/boardPage';
import { BoardPanel } from './board/boardPanel';
import { BoardView } from './board/boardView';
import { followBudget, type Settings } from './settings/budgetSetting';
import { askNewSession } from './boardSession/askNewSession';
import { BoardSessions } from './boardSession/boardSessions';
import { confirmTakeOver } from './boardSession/confirmTakeOver';
import { startRunner } from './boardSession/startRunner';
import { takeOver } from './boardSession/takeOver';
import { registerCommands } from './commands';
import { AskedToAccept, askToAnswer } from './control/acceptance';
import { registerControl } from './control/registerControl';
import { ContextKeys } from './contextKeys';
import { findSession } from './findSession/findSession';
import type { HooksState } from './hooksState';
import { sayable } from './markdown';
import type { PageIntents } from './board/pageChannel';
import { editorTerminals } from './resume/editorTerminals';
import { registerPrompts } from './prompt/registerPrompts';
import { EditDiffs } from './reader/editDiffs';
import { ReaderPanels } from './reader/readerPanels';
import { Resumer } from './resume/resumer';
import { followPrices } from './settings/pricesSetting';
import { savePicture } from './board/savePicture';
import { SessionsTree } from './tree/sessionsTree';
import { StatusBar } from './statusBar/statusBar';
import { Terminals } from './terminal/terminals';
import { TranscriptOpener } from './transcript/openTranscript';
import { offerWords } from './offerWords';
import { ReadableSessions } from './transcript/readableSessions';
import { TranscriptTexts } from './transcript/transcriptTexts';
import { run } from './typedCommands';

export interface ViewParts {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
  readonly board: BoardModel;
  readonly hub: HubClient<'window'>;
  readonly kept: KeptCalls;
  /** Makes our folder again, after everything was removed. */
  readonly startAgain: () => void;
  readonly line: WindowConnection;
  readonly keys: WindowKeys;
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
  const { context, board, hub, kept, startAgain, line, keys, configHome, hooks, log } = parts;
  const lifetime = new DisposableStore();
  const showAnswer = (sessionId: string): void => boardPanel.reveal(sessionId, 'answer');
  const control = lifetime.add(
    registerControl({
      board,
      hub,
      kept,
      settings: editorSettings,
      standing: keys,
      memento: context.workspaceState,
      log,
      showAnswer,
      sendPrompt: (sessionId, text): Promise<void> => prompts.send(sessionId, text),
    }),
  );
  const resumer = lifetime.add(
    new Resumer(editorTerminals, board, hub, configHome, (session) =>
      takeOver({ board, hub, control: control.state, confirm: confirmTakeOver }, session),
    ),
  );
  const terminals = lifetime.add(new Terminals());
  const prompts = lifetime.add(
    registerPrompts({ board, hub, line, terminals, control: control.state, resumer }),
  );
  const sayProblem = (problem: string): void =>
    void vscode.window.showWarningMessage(sayable(problem));
  const intents: PageIntents = {
    ...control.intents,
    ...prompts.intents,
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
  lifetime.add(new AskedToAccept(keys));
  lifetime.add(new ContextKeys(board, hooks, control.state, line));
  lifetime.add(new StatusBar(board, line));
  lifetime.add(followBudget(editorSettings, kept));
  lifetime.add(
    followPrices(editorSettings, kept, (problem) => {
      void vscode.window.showWarningMessage(problem);
    }),
  );
  const sessionsTree = lifetime.add(new SessionsTree(board, line));
  const arrangements = new Arrangements(context.workspaceState);
  const { extensionUri } = context;
  const page: BoardPageParts = {
    extensionUri,
    board,
    hooks,
    hub,
    control: control.state,
    line,
    intents,
    say: sayProblem,
    arrangements,
    log,
  };
  const boardPanel = lifetime.add(new BoardPanel(page));
  lifetime.add(new BoardView(page));
  const readable = new ReadableSessions(board, hub, log);
  const texts = lifetime.add(new TranscriptTexts(readable, configHome));
  const diffs = lifetime.add(new EditDiffs());
  const readers = lifetime.add(
    new ReaderPanels({ extensionUri, board, sessions: readable, configHome, diffs, log }),
  );
  const transcripts = new TranscriptOpener(readable, configHome, readers, texts);
  const reveal = (sessionId: string): void => {
    sessionsTree.reveal(sessionId);
    boardPanel.revealIfVisible(sessionId);
  };
  const attention = lifetime.add(
    new WindowAttention({
      extensionUri,
      board,
      line,
      hub,
      decider: control.decider,
      terminals,
      log,
      readers,
      reveal,
    }),
  );
  const script = vscode.Uri.joinPath(extensionUri, 'dist', 'runner.js').fsPath;
  const boardSessions = new BoardSessions({
    board,
    control: control.state,
    isTrusted: () => vscode.workspace.isTrusted,
    claudeCommand: () => editorSettings.get(settingIds.claudeCommand),
    configHome,
    home: os.homedir(),
    startRunner: (job) => startRunner(script, job, sayProblem),
    reveal: (sessionId) => run(commandIds.revealInBoard, sessionId),
  });
  lifetime.add(
    registerCommands({
      board,
      log,
      hub,
      startAgain,
      boardPanel,
      sessionsTree,
      transcripts,
      resumer,
      attention,
      askToAnswer: () => askToAnswer(keys),
      findSession: () => findSession(board, hub),
      async newBoardSession() {
        const against = boardSessions.reasonAgainst;
        if (against !== undefined) throw new Error(against);
        const wanted = await askNewSession(board);
        if (wanted === undefined) return;
        await boardSessions.start(wanted).catch((error: unknown) => {
          const why = error instanceof Error ? error.message : String(error);
          return offerWords({ words: wanted.prompt, why });
        });
      },
      leaveRequest: (sessionId) => control.decider.leave(sessionId),
    }),
  );
  return lifetime;
}
