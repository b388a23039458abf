import * as os from 'node:os';
import * as vscode from 'vscode';
import type { BoardModel } from '../link/boardModel';
import type { HubClient } from '../link/hubClient';
import type { RepeatedCalls } from '../link/repeatedCalls';
import type { WindowKeys } from '../link/windowKeys';
import type { WindowConnection } from '../link/windowConnection';
import type { WindowPhones } from '../link/windowPhones';
import { commandIds, settingIds } from '../manifest';
import type { AddRule } from '../settingsRule';
import { type Disposable, DisposableStore } from '../util/lifetime';
import { missionControlFolder } from '../util/files/missionControlFolder';
import { PrivateFolder } from '../util/files/privateFolder';
import { StartClaims } from '../util/hub/startClaims';
import type { Log } from '../util/log';
import { announceAgents } from './agentNotice';
import { OpenDialogs } from './attention/openDialogs';
import { WindowAttention } from './attention/windowAttention';
import { PageDrafts } from './board/pageDrafts';
import { pageSources } from './board/pageSources';
import { registerBoard } from './board/registerBoard';
import { BoardSessions } from './boardSession/boardSessions';
import { confirmTakeOver } from './boardSession/confirmTakeOver';
import { newBoardSession } from './boardSession/newBoardSession';
import { StartOrders } from './boardSession/startOrders';
import { startRunner } from './boardSession/startRunner';
import { takeOver } from './boardSession/takeOver';
import { registerCommandLine } from './commandLine/registerCommandLine';
import { registerCommands } from './commands';
import { ContextKeys } from './contextKeys';
import { AcceptanceDialogs, askToAnswer, warnOfIneffectiveSettings } from './control/acceptance';
import { registerAllowBlocked } from './control/allowBlocked';
import { registerControlCommands } from './control/controlCommands';
import { editorWorkspace, registerControl } from './control/registerControl';
import { WindowOffer } from './control/controlState';
import { findSession } from './findSession/findSession';
import type { HooksState } from '../page/pageParts';
import { registerGrants } from './grants/registerGrants';
import { UnseenCommands } from './looks';
import { RemoteTerminals } from './machines/remoteTerminals';
import { MachineLines } from './machines/machineLines';
import { openRemoteTerminal } from './machines/openRemoteTerminal';
import { RemoteSessionMenu } from './machines/remoteSessionMenu';
import { registerMachines } from './machines/registerMachines';
import { escapeForNotification } from './markdown';
import { MarkMenu } from './marks/markMenu';
import { warnOnError } from './warnOnError';
import { registerPhones } from './phone/registerPhones';
import { followPhoneSettings } from './phone/phoneSettings';
import { registerPrompts } from './prompt/registerPrompts';
import { editorTerminals } from './resume/editorTerminals';
import { Resumer } from './resume/resumer';
import { StrandedSessions } from './resume/strandedSessions';
import { registerReviews } from './review/registerReviews';
import { registerRules } from './rules/registerRules';
import { registerPulls } from './pulls/registerPulls';
import { followBudget, type Settings } from './settings/budgetSetting';
import { followKeepAwake } from './settings/keepAwakeSetting';
import { followLayers } from './settings/layersSetting';
import { followMcp } from './settings/mcpSetting';
import { followPrices } from './settings/pricesSetting';
import { StatusBar } from './statusBar/statusBar';
import { Terminals } from './terminal/terminals';
import { registerTranscripts } from './transcript/registerTranscripts';
import { SessionsTree } from './tree/sessionsTree';
import { run } from './typedCommands';
import { editorWorktrees } from './worktree/editorWorktrees';
import { WorktreeMenu } from './worktree/worktreeMenu';

export interface ViewParts {
  readonly context: Pick<
    vscode.ExtensionContext,
    'extensionUri' | 'workspaceState' | 'globalState'
  >;
  readonly board: BoardModel;
  readonly hub: HubClient<'window'>;
  readonly repeatedCalls: RepeatedCalls;
  /** Reconnects this window after everything was removed. */
  readonly startAgain: () => void;
  readonly windowConnection: WindowConnection;
  readonly keys: WindowKeys;
  readonly phones: WindowPhones;
  readonly configHome: string;
  readonly hooks: HooksState;
  readonly addRule: AddRule;
  readonly log: Log & { show(): void };
}

const settings: Settings = {
  get: (id) => vscode.workspace.getConfiguration().get<unknown>(id),
  onDidChange: (listener) => vscode.workspace.onDidChangeConfiguration(listener),
};

const say = (problem: string): void =>
  void vscode.window.showWarningMessage(escapeForNotification(problem));

/** Registers the complete user interface of a window; each part uses those created before it. */
export function registerViews(parts: ViewParts): Disposable {
  const {
    context,
    board,
    hub,
    repeatedCalls,
    startAgain,
    windowConnection,
    keys,
    phones,
    configHome,
    hooks,
    log,
  } = parts;
  const { extensionUri, workspaceState: memento } = context;
  const lifetime = new DisposableStore();

  // The parts that access sessions: their terminals, prompts and requests.
  const control = lifetime.add(new WindowOffer(settings, editorWorkspace, repeatedCalls, keys));
  const lines = new MachineLines(settings, board, configHome);
  const goThere = new RemoteTerminals({ board, hub, lines, open: openRemoteTerminal });
  const there = new RemoteSessionMenu({ board, lines, there: goThere });
  const takeOverFrom = { board, hub, control, confirm: confirmTakeOver };
  const resumer = lifetime.add(
    new Resumer(
      editorTerminals,
      board,
      hub,
      configHome,
      (session) => takeOver(takeOverFrom, session),
      goThere,
    ),
  );
  const terminals = lifetime.add(new Terminals());
  const asked = lifetime.add(new OpenDialogs());
  const prompts = lifetime.add(
    registerPrompts({ board, hub, windowConnection, terminals, control, resumer, asked }),
  );
  const sendPrompt = prompts.send;
  const { decider, diffs, plans, intents } = lifetime.add(
    registerControl({ board, hub, control, memento, sendPrompt }),
  );
  lifetime.add(registerAllowBlocked({ board, addRule: parts.addRule }));
  const runner = vscode.Uri.joinPath(extensionUri, 'dist', 'runner.js').fsPath;
  const boardSessions = new BoardSessions({
    board,
    control,
    isTrusted: () => vscode.workspace.isTrusted,
    claudeCommand: () => settings.get(settingIds.claudeCommand),
    configHome,
    home: os.homedir(),
    runnerKey: (sessionId) => keys.runnerKey(sessionId),
    startRunner: (job) => startRunner(runner, job, say),
    reveal: (sessionId) => run(commandIds.revealInBoard, sessionId),
  });
  const claims = new StartClaims(new PrivateFolder(missionControlFolder(configHome)));
  lifetime.add(
    new StartOrders({ windowConnection, control, sessions: boardSessions, claims, log }),
  );

  // The views of sessions.
  const sources = pageSources({
    board,
    hooks,
    hub,
    control,
    mutedSessions: windowConnection,
    phones,
    log,
    drafts: lifetime.add(new PageDrafts(memento)),
    intents: { ...intents, ...prompts.intents },
  });
  const { panel: boardPanel, cards } = lifetime.add(
    registerBoard({ extensionUri, sources, memento }),
  );
  const sessionsTree = lifetime.add(new SessionsTree(board, windowConnection));
  const { readers, transcripts, sessions } = lifetime.add(
    registerTranscripts({ extensionUri, sources, hub, configHome }),
  );
  lifetime.add(new ContextKeys(board, hooks, control, windowConnection));
  lifetime.add(new AcceptanceDialogs(keys));
  lifetime.add(warnOfIneffectiveSettings(keys));
  lifetime.add(registerPhones({ extensionUri, phones }));
  lifetime.add(followBudget(settings, repeatedCalls));
  lifetime.add(followKeepAwake(settings, repeatedCalls));
  lifetime.add(followPrices(settings, repeatedCalls, say));
  lifetime.add(followMcp(settings, repeatedCalls));
  lifetime.add(followLayers({ settings, repeatedCalls, say, home: os.homedir() }));
  const [label, memory] = [os.hostname(), context.globalState];
  lifetime.add(
    registerMachines({
      board,
      hub,
      repeatedCalls,
      keys,
      settings,
      lines,
      configHome,
      say,
      label,
      memory,
    }),
  );
  lifetime.add(announceAgents({ board, memory }));
  lifetime.add(registerPulls({ settings, repeatedCalls, windowConnection, hub, log }));
  lifetime.add(followPhoneSettings(settings, repeatedCalls));
  lifetime.add(registerRules({ board, hub, repeatedCalls }));
  lifetime.add(registerGrants({ board, hub }));
  const reveal = (sessionId: string): void => {
    sessionsTree.reveal(sessionId);
    boardPanel.revealIfVisible(sessionId);
  };
  const attention = lifetime.add(
    new WindowAttention({
      extensionUri,
      board,
      windowConnection,
      hub,
      decider,
      terminals,
      log,
      readers,
      cards,
      requests: [plans, diffs, asked],
      reveal,
      there,
    }),
  );
  lifetime.add(new StatusBar(board, windowConnection, phones, (id) => attention.holdsBack(id)));

  // The commands.
  lifetime.add(registerCommandLine({ extensionUri, configHome }));
  const showAnswer = (sessionId: string): void => boardPanel.reveal(sessionId, 'answer');
  const answering = {
    board,
    hub,
    control,
    decider,
    diffs,
    plans,
    asked,
    log,
    showAnswer,
    sendPrompt,
  };
  lifetime.add(registerControlCommands(answering));
  const reviews = lifetime.add(
    registerReviews({
      board,
      hub,
      memento,
      sendPrompt,
      planComments: plans.comments,
      frontTranscript: () => readers.front,
    }),
  );
  lifetime.add(
    registerCommands({
      board,
      log,
      hub,
      startAgain,
      boardPanel,
      sessionsTree,
      transcripts,
      frontTranscript: () => readers.front ?? reviews.front,
      resumer,
      worktrees: new WorktreeMenu({
        board,
        hub,
        editor: editorWorktrees,
        home: os.homedir(),
        there,
      }),
      there,
      ofBefore: new StrandedSessions({ board, hub, resumer }),
      attention,
      looks: new UnseenCommands({ board, hub, reveal }),
      marks: new MarkMenu({
        board,
        hub,
        renewed: (sessionId) => void warnOnError(() => sessions.renew(sessionId)),
      }),
      askToAnswer: () => askToAnswer(keys),
      findSession: () => findSession(board, hub),
      newBoardSession: () => newBoardSession(board, boardSessions),
    }),
  );
  return lifetime;
}
