import * as vscode from 'vscode';
import type { Decision } from '../../../shared/protocol/control';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { contextKeys, planScheme, type RequestTarget, type ShownTarget } from '../../manifest';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import type { MementoStore } from '../board/arrangements';
import type { WindowOffer } from '../control/controlState';
import type { Decider } from '../control/decide';
import { escapeIcons, escapeForNotification } from '../markdown';
import { showUnsentText } from '../showUnsentText';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { planPath } from './planAddress';
import { TypedComments } from './typedComments';
import type { LineComments } from '../comments/lineComments';
import { planComments } from './planComments';
import { type PlanDraft, PlanDrafts } from './planDrafts';
import { PlanFiles, planUri } from './planFiles';
import { planMessage, type PlanReply } from '../../../shared/text/planMessage';
import { wholePlan, type PlanState, PlanStates } from './planStates';
import { closePlan, documentOf, isInFront, planOf, savePlan, showPlan, tabsOf } from './planTabs';
import { PlanUnsaved } from './planUnsaved';
import { withPlanChanges } from './withPlanChanges';

export interface PlanReviewsParts {
  readonly board: BoardModel;
  readonly hub: Calls<'request'>;
  readonly control: Pick<WindowOffer, 'onDidChange' | 'reasonAgainst'>;
  readonly decider: Decider;
  readonly memento: MementoStore;
  /** Rejects with a sentence for the person. */
  readonly sendPrompt: (sessionId: string, text: string) => Promise<void>;
}

/**
 * Delay in ms before an answered plan is closed, because plans also seem answered while a new hub
 * takes over.
 */
const closingMs = 700;
const messageMs = 6_000;

/** Opens plans that wait for a decision as documents that a person can edit and comment on. */
export class PlanReviews implements Disposable {
  private readonly lifetime = new DisposableStore();
  readonly drafts: PlanDrafts;
  readonly comments: LineComments;
  private readonly files: PlanFiles;
  private readonly unsaved: PlanUnsaved;
  private readonly typedComments = this.lifetime.add(new TypedComments());
  private readonly states: PlanStates;
  private readonly changes = this.lifetime.add(new Emitter<void>());
  /** Fires when the actions on a plan, or the comments on it, have changed. */
  readonly onDidChange = this.changes.event;
  private readonly kinds = new Map<string, PlanState['kind']>();
  /**
   * Paths of plans whose decision this window is sending; no message says that these were answered.
   */
  private readonly deciding = new Set<string>();
  private readonly closing = new Map<string, NodeJS.Timeout>();
  /** Paths of answered plans that will be closed once they are not in use. */
  private readonly answered = new Set<string>();

  constructor(private readonly parts: PlanReviewsParts) {
    const { board, hub, control, decider, memento } = parts;
    this.drafts = new PlanDrafts(memento);
    this.states = this.lifetime.add(new PlanStates({ board, hub, decider }));
    this.files = this.lifetime.add(new PlanFiles(this.drafts));
    this.unsaved = this.lifetime.add(new PlanUnsaved(this.drafts));
    const onAdded = (path: string, text: string): void =>
      this.typedComments.removeAdded(path, text);
    const onChanged = (path: string): void => this.typedComments.removeEdited(path);
    const { drafts } = this;
    const onKept = (): void => this.changes.fire();
    this.comments = this.lifetime.add(planComments({ drafts, onKept, onAdded, onChanged }));
    const update = (): void => this.update();
    this.lifetime.add(this.onDidChange(() => this.updateWrittenContext()));
    this.lifetime.add(this.typedComments.onDidChange(() => this.changes.fire()));
    this.lifetime.add(board.onDidChange(update));
    this.lifetime.add(control.onDidChange(update));
    this.lifetime.add(this.states.onDidLearn(update));
    this.lifetime.add(
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (uri.scheme === planScheme) this.changes.fire();
      }),
    );
    this.lifetime.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.onClosed(planOf(tab));
        this.closeAnswered();
      }),
    );
    this.lifetime.add(
      toDisposable(() => {
        for (const timer of this.closing.values()) clearTimeout(timer);
      }),
    );
    this.update();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Sessions whose plans are visible. */
  get shownSessions(): readonly string[] {
    return vscode.window.visibleTextEditors.flatMap(({ document: { uri } }) => {
      const draft = uri.scheme === planScheme ? this.drafts.get(uri.path) : undefined;
      return draft === undefined ? [] : [draft.sessionId];
    });
  }

  /** Opens the plan that the session waits for. */
  async open(sessionId: string): Promise<void> {
    const { board, hub, decider } = this.parts;
    const request = await hub.call('request', { sessionId });
    const plan = wholePlan(request);
    if (plan === undefined) {
      void vscode.window.showInformationMessage(t('This session has no plan to review right now.'));
      return;
    }
    const title = sessionTitle({ title: board.get(sessionId)?.title ?? '' });
    const path = this.drafts.of(sessionId, plan)?.path ?? planPath(plan, title);
    if (this.drafts.get(path) === undefined) {
      this.drafts.put({ path, sessionId, title, plan, text: plan, comments: [] });
    }
    this.update();
    await showPlan(path);
    this.comments.restore(planUri(path));
    if (request.call !== undefined) decider.shown(sessionId, request.call.id, 'plan');
  }

  stateOf(path: string): PlanState {
    const draft = this.drafts.get(path);
    return draft === undefined ? { kind: 'over' } : this.states.stateOf(draft);
  }

  /** A plan with the changes and comments that the person has made so far. */
  written({ path, plan, text, comments }: PlanDraft): Omit<PlanReply, 'remark'> {
    return { plan, text: documentOf(path)?.getText() ?? text, comments };
  }

  /**
   * Adds the changes and comments in the open document to a decision made in another view of this
   * window, because a person who approves on the card means the plan with their changes.
   */
  completed(target: RequestTarget, decision: Decision): Decision {
    const draft = this.findDraftInTab(target);
    return draft === undefined ? decision : withPlanChanges(decision, this.written(draft));
  }

  /**
   * Sends a decision and closes the document; returns a sentence if the decision was not accepted.
   */
  async decide(target: ShownTarget, decision: Decision): Promise<string | undefined> {
    const draft = this.findDraftInTab(target);
    const path = draft?.path ?? '';
    this.deciding.add(path);
    const problem = await this.parts.decider.decide(target, decision);
    if (problem === undefined && draft !== undefined) {
      const unfinished = this.typedComments.of(path).join('\n\n');
      await this.finish(path);
      if (unfinished !== '') this.showUnfinishedComment(target.sessionId, unfinished);
    }
    this.deciding.delete(path);
    this.update();
    return problem;
  }

  /** Unsent changes and comments on an answered plan as one text; undefined if there are none. */
  unsentText(path: string): string | undefined {
    const draft = this.drafts.get(path);
    if (draft === undefined || this.stateOf(path).kind !== 'over') return undefined;
    return planMessage({
      ...this.written(draft),
      remark: this.typedComments.of(path).join('\n\n'),
    });
  }

  /**
   * Sends the unsent changes and comments as a prompt and closes the document. If sending fails,
   * keeps everything and rejects with a sentence for the person.
   */
  async sendUnsent(path: string): Promise<void> {
    const [text, draft] = [this.unsentText(path), this.drafts.get(path)];
    if (text === undefined || draft === undefined) return;
    await this.parts.sendPrompt(draft.sessionId, text);
    await this.finish(path);
  }

  /** Closes the document of an answered plan and discards what was written. */
  async discard(path: string): Promise<void> {
    if (this.stateOf(path).kind === 'over') await this.finish(path);
  }

  /** Offers to send or copy a comment that was still being typed when the decision was sent. */
  private showUnfinishedComment(sessionId: string, words: string): void {
    const why = t('A comment you had started wasn’t sent.');
    const send = (): Promise<void> => this.parts.sendPrompt(sessionId, words);
    void showUnsentText({ words, why, send });
  }

  private findDraftInTab({ sessionId, call }: RequestTarget): PlanDraft | undefined {
    return this.drafts.all.find((draft) => {
      if (draft.sessionId !== sessionId || tabsOf(draft.path).length === 0) return false;
      const state = this.states.stateOf(draft);
      return state.kind === 'open' && state.call === call;
    });
  }

  private update(): void {
    let changed = false;
    const answerable: string[] = [];
    for (const draft of this.drafts.all) {
      const { kind } = this.states.stateOf(draft);
      if (kind === 'open') answerable.push(planUri(draft.path).toString());
      const before = this.kinds.get(draft.path);
      if (before === kind) continue;
      changed = true;
      this.kinds.set(draft.path, kind);
      if (kind === 'over') this.scheduleEnd(draft.path, before !== undefined);
      else this.reopen(draft.path);
    }
    if (!changed) return;
    void vscode.commands.executeCommand('setContext', contextKeys.answerablePlans, answerable);
    this.changes.fire();
  }

  /** Updates the context key that enables the menus of plans with unsent text. */
  private updateWrittenContext(): void {
    const written = this.drafts.all
      .filter(({ path }) => this.unsentText(path) !== undefined)
      .map(({ path }) => planUri(path).toString());
    void vscode.commands.executeCommand('setContext', contextKeys.writtenPlans, written);
  }

  private scheduleEnd(path: string, wasWaiting: boolean): void {
    clearTimeout(this.closing.get(path));
    this.closing.set(
      path,
      setTimeout(() => void this.endReview(path, wasWaiting), closingMs),
    );
  }

  private reopen(path: string): void {
    clearTimeout(this.closing.get(path));
    this.closing.delete(path);
    this.answered.delete(path);
    this.files.lock(path, false);
  }

  /**
   * Makes an answered plan read-only. Without unsent text it is closed; otherwise it stays open
   * until the person closes it.
   */
  private async endReview(path: string, wasWaiting: boolean): Promise<void> {
    this.closing.delete(path);
    const draft = this.drafts.get(path);
    if (draft === undefined || this.deciding.has(path)) return;
    if (tabsOf(path).length === 0) return this.deleteDraft(path);
    const title = escapeForNotification(draft.title);
    await savePlan(path);
    this.files.lock(path, true);
    this.changes.fire();
    if (this.unsentText(path) === undefined) {
      this.answered.add(path);
      this.closeAnswered();
      const message = t('The plan of “{0}” was answered elsewhere', title);
      if (wasWaiting) vscode.window.setStatusBarMessage(escapeIcons(message), messageMs);
      return;
    }
    if (!wasWaiting) return;
    void vscode.window.showWarningMessage(
      t(
        'The plan of “{0}” was answered elsewhere. Your text wasn’t sent; it stays here until you close it.',
        title,
      ),
    );
  }

  /**
   * Closes answered plans, except the active one, in which the person may be typing, and those with
   * an open comment box or unsent text.
   */
  private closeAnswered(): void {
    for (const path of this.answered) {
      const isNeeded =
        isInFront(path) || this.typedComments.isOpen(path) || this.unsentText(path) !== undefined;
      if (isNeeded) continue;
      this.answered.delete(path);
      void this.finish(path);
    }
  }

  private async finish(path: string): Promise<void> {
    await closePlan(path);
    this.deleteDraft(path);
  }

  private onClosed(path: string | undefined): void {
    if (path === undefined || tabsOf(path).length > 0) return;
    this.comments.release(planUri(path));
    this.unsaved.forget(path);
    if (this.drafts.get(path) === undefined) return;
    this.answered.delete(path);
    this.typedComments.forget(path);
    if (this.drafts.deleteClosed(path, this.stateOf(path).kind === 'over')) this.deleteDraft(path);
  }

  private deleteDraft(path: string): void {
    this.comments.release(planUri(path));
    this.drafts.delete(path);
    this.files.lock(path, false);
    this.kinds.delete(path);
    this.update();
    this.updateWrittenContext();
  }
}
