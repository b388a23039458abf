import * as os from 'node:os';
import * as vscode from 'vscode';
import type { BoardModel } from '../../link/boardModel';
import type { HubClient } from '../../link/hubClient';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { MementoStore } from '../board/arrangements';
import { registerPlanCommands } from '../plan/planCommands';
import { PlanLenses } from '../plan/planLenses';
import { PlanReviews } from '../plan/planReviews';
import { answerIntents, type AnswerIntents } from './answerIntents';
import type { WindowOffer, Workspace } from './controlState';
import { Decider } from './decide';
import { registerProjectSwitch } from './projectSwitch';
import { RequestDiffs } from './requestDiffs';

export interface ControlParts {
  readonly board: BoardModel;
  readonly hub: HubClient<'window'>;
  readonly control: WindowOffer;
  /** Stores plans with unsent changes. */
  readonly memento: MementoStore;
  /** Sends a text as the session's next prompt; rejects with a sentence for the person. */
  readonly sendPrompt: (sessionId: string, text: string) => Promise<void>;
}

/** The parts of this window that answer requests; shared by the views. */
export interface WindowControl extends Disposable {
  readonly decider: Decider;
  readonly diffs: RequestDiffs;
  readonly plans: PlanReviews;
  /** Intents of the board's pages for requests. */
  readonly intents: AnswerIntents;
}

export function registerControl(parts: ControlParts): WindowControl {
  const { board, hub, control, memento, sendPrompt } = parts;
  const lifetime = new DisposableStore();
  const decider = new Decider({ board, hub, control });
  const diffs = lifetime.add(new RequestDiffs({ board, hub, control, decider }));
  const plans = lifetime.add(
    new PlanReviews({ board, hub, control, decider, memento, sendPrompt }),
  );
  lifetime.add(new PlanLenses({ board, control, reviews: plans }));
  lifetime.add(registerPlanCommands({ board, control, reviews: plans, sendPrompt }));
  lifetime.add(registerProjectSwitch(board));
  const intents = answerIntents(decider, plans);
  return { decider, diffs, plans, intents, dispose: () => lifetime.dispose() };
}

/** The workspace of this window, on which its control offer depends. */
export const editorWorkspace: Workspace = {
  get isTrusted() {
    return vscode.workspace.isTrusted;
  },
  get name() {
    return vscode.workspace.name;
  },
  home: os.homedir(),
  onDidGrantTrust: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(() => listener()),
};
