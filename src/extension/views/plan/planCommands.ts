import * as vscode from 'vscode';
import { counted, t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import { commandIds, planScheme, type ShownTarget } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import type { WindowOffer } from '../control/controlState';
import { showTextInput } from '../showTextInput';
import { escapeForNotification } from '../markdown';
import { showUnsentText } from '../showUnsentText';
import { registerHandlers } from '../registerHandlers';
import type { PlanDraft } from './planDrafts';
import { isEdited, planMessage } from '../../../shared/text/planMessage';
import type { PlanReviews } from './planReviews';

export interface PlanCommandsParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly control: Pick<WindowOffer, 'reasonAgainst'>;
  readonly reviews: PlanReviews;
  readonly sendPrompt: (sessionId: string, text: string) => Promise<void>;
}

/** Registers the commands that decide on a plan in its document. */
export function registerPlanCommands(parts: PlanCommandsParts): Disposable {
  const handlers: Readonly<Record<string, (argument: unknown) => Promise<void>>> = {
    [commandIds.approvePlan]: (argument) => approve(parts, argument, false),
    [commandIds.approvePlanAcceptEdits]: (argument) => approve(parts, argument, true),
    [commandIds.sendBackPlan]: (argument) => sendBack(parts, argument),
    [commandIds.sendPlanWords]: (argument) => parts.reviews.sendUnsent(pathOf(argument)),
    [commandIds.copyPlanWords]: async (argument) => {
      await vscode.env.clipboard.writeText(parts.reviews.unsentText(pathOf(argument)) ?? '');
    },
    [commandIds.discardPlanWords]: (argument) => parts.reviews.discard(pathOf(argument)),
  };
  return registerHandlers(handlers);
}

async function approve(
  parts: PlanCommandsParts,
  argument: unknown,
  acceptEdits: boolean,
): Promise<void> {
  const answerable = findAnswerable(parts, argument);
  if (answerable === undefined) return;
  const { draft, target, hasMore } = answerable;
  if (hasMore)
    return showWarning(t('Approve it on the board: it asks for more than the plan itself.'));
  const { plan, text, comments } = parts.reviews.written(draft);
  if (text.trim() === '') return showWarning(t('An empty plan can’t be approved.'));
  if (comments.length > 0 && !(await isApprovedWithoutComments(comments.length))) return;
  const edited = isEdited(plan, text);
  await showFailure(
    parts.reviews.decide(target, { kind: 'approve', acceptEdits, ...(edited && { plan: text }) }),
  );
}

/**
 * Asks before an approval with unsent comments, because an approval has no message that could
 * contain them.
 */
async function isApprovedWithoutComments(count: number): Promise<boolean> {
  const anyway = t('Approve Anyway');
  const answer = await vscode.window.showWarningMessage(
    t('Approve the plan without your comments?'),
    {
      modal: true,
      detail: counted(
        count,
        'The agent doesn’t get your comment with an approval. Request changes, or edit the plan’s text.',
        'The agent doesn’t get your {0} comments with an approval. Request changes, or edit the plan’s text.',
      ),
    },
    anyway,
  );
  return answer === anyway;
}

async function sendBack(parts: PlanCommandsParts, argument: unknown): Promise<void> {
  const answerable = findAnswerable(parts, argument);
  if (answerable === undefined) return;
  const { draft, target } = answerable;
  const { reviews } = parts;
  const isOver = (): boolean => reviews.stateOf(draft.path).kind === 'over';
  const typed = await showTextInput({
    title: t('Request Changes'),
    prompt: promptFor(reviews.written(draft)),
    placeholder: t('A comment on the whole plan (optional)'),
    over: () => (isOver() ? t('This plan was answered elsewhere.') : undefined),
    onDidChange: (listener) => reviews.onDidChange(listener),
  });
  if (typed === undefined) return;
  // Reads the draft again, because the document may have changed while the input box was open.
  const written = reviews.written(reviews.drafts.get(draft.path) ?? draft);
  const message = planMessage({ ...written, remark: typed.words });
  if (message === undefined) {
    return showWarning(t('First comment on a line, edit the text or write a comment.'));
  }
  const why = typed.over ?? (await reviews.decide(target, { kind: 'deny', message }));
  if (why === undefined) return;
  const send = (): Promise<void> => parts.sendPrompt(draft.sessionId, message);
  // The document keeps its comments, but a remark would be lost, so it is offered as a prompt.
  if (typed.words.trim() === '') showWarning(why);
  else await showUnsentText({ words: message, why, send });
}

function promptFor({ plan, text, comments }: ReturnType<PlanReviews['written']>): string {
  const count = comments.length;
  const prompt =
    count === 0
      ? t('The agent reads this and revises the plan.')
      : counted(
          count,
          'The agent reads this and your comment, and revises the plan.',
          'The agent reads this and your {0} comments, and revises the plan.',
        );
  return isEdited(plan, text) ? `${prompt} ${t('It also gets your edited text.')}` : prompt;
}

/**
 * The plan in the argument and its call. If it can't be answered here, shows why and returns
 * undefined.
 */
function findAnswerable(
  { board, control, reviews }: PlanCommandsParts,
  argument: unknown,
):
  | { readonly draft: PlanDraft; readonly target: ShownTarget; readonly hasMore: boolean }
  | undefined {
  const path = pathOf(argument);
  const draft = reviews.drafts.get(path);
  const state = reviews.stateOf(path);
  if (draft !== undefined && state.kind === 'open') {
    const { call, shown, hasMore } = state;
    return { draft, target: { sessionId: draft.sessionId, call, shown }, hasMore };
  }
  const session = draft && board.get(draft.sessionId);
  const against = session && control.reasonAgainst(session.projectPath);
  showWarning(
    against ??
      (state.kind === 'elsewhere'
        ? t('Answer this plan in its terminal.')
        : t('This plan was answered elsewhere.')),
  );
  return undefined;
}

/**
 * Path of the plan in the argument, otherwise of the one in the active editor; empty if there is
 * none.
 */
function pathOf(argument: unknown): string {
  return pathIn(argument) ?? pathIn(vscode.window.activeTextEditor?.document.uri) ?? '';
}

function pathIn(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { scheme, path } = argument as Readonly<Record<string, unknown>>;
  return scheme === planScheme && typeof path === 'string' ? path : undefined;
}

/**
 * Shows the sentence if a decision failed. A success needs no message, because the document closes.
 */
async function showFailure(problem: Promise<string | undefined>): Promise<void> {
  const sentence = await problem;
  if (sentence !== undefined) showWarning(sentence);
}

function showWarning(sentence: string): void {
  void vscode.window.showWarningMessage(escapeForNotification(sentence));
}
