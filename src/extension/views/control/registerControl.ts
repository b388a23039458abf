import * as os from 'node:os';
import * as vscode from 'vscode';
import type { BoardModel } from '../../link/boardModel';
import type { HubClient } from '../../link/hubClient';
import type { Keeps } from '../../link/keptCalls';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { Keeper } from '../board/arrangements';
import type { Settings } from '../settings/budgetSetting';
import { registerPlanCommands } from '../plan/planCommands';
import { PlanLenses } from '../plan/planLenses';
import { PlanReviews } from '../plan/planReviews';
import { answerIntents, type AnswerIntents } from './answerIntents';
import { registerControlCommands } from './controlCommands';
import { WindowOffer, type Standing, type Workspace } from './controlState';
import { Decider } from './decide';
import { registerProjectSwitch } from './projectSwitch';
import { RequestDiffs } from './requestDiffs';

export interface ControlParts {
  readonly board: BoardModel;
  readonly hub: HubClient<'window'>;
  readonly kept: Keeps<'offerControl'>;
  readonly settings: Settings;
  readonly standing: Standing;
  /** Keeps plans that somebody wrote in. */
  readonly memento: Keeper;
  readonly log: Log & { show(): void };
  /** Opens the card of a session where its request is answered. */
  readonly showAnswer: (sessionId: string) => void;
  /** Sends words as the session's next prompt; rejects with a sentence fit for a person. */
  readonly sendPrompt: (sessionId: string, text: string) => Promise<void>;
}

/** What answers requests in this window; the views share it. */
export interface WindowControl extends Disposable {
  readonly state: WindowOffer;
  readonly decider: Decider;
  readonly diffs: RequestDiffs;
  /** What pages of the board ask for. */
  readonly intents: AnswerIntents;
}

export function registerControl(parts: ControlParts): WindowControl {
  const { board, hub, kept, settings, standing, memento, log, showAnswer, sendPrompt } = parts;
  const lifetime = new DisposableStore();
  const state = lifetime.add(new WindowOffer(settings, workspace, kept, standing));
  const decider = new Decider({ board, hub, control: state });
  const diffs = lifetime.add(new RequestDiffs(board, hub));
  const control = state;
  const plans = lifetime.add(
    new PlanReviews({ board, hub, control, decider, memento, sendPrompt }),
  );
  lifetime.add(new PlanLenses({ board, control, reviews: plans }));
  lifetime.add(registerPlanCommands({ board, control, reviews: plans, sendPrompt }));
  lifetime.add(
    registerControlCommands({
      board,
      hub,
      control,
      decider,
      diffs,
      plans,
      log,
      showAnswer,
      sendPrompt,
    }),
  );
  lifetime.add(registerProjectSwitch(board));
  const intents = answerIntents(decider, plans);
  return { state, decider, diffs, intents, dispose: () => lifetime.dispose() };
}

const workspace: Workspace = {
  get isTrusted() {
    return vscode.workspace.isTrusted;
  },
  get name() {
    return vscode.workspace.name;
  },
  home: os.homedir(),
  onDidGrantTrust: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(() => listener()),
};
