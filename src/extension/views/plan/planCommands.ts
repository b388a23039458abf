import * as vscode from 'vscode';
import { counted, t } from '../../../shared/l10n';
import type { BoardModel } from '../../link/boardModel';
import { commandIds, planScheme, type ShownTarget } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { ControlState } from '../control/controlState';
import { sayable } from '../markdown';
import { orSay } from '../orSay';
import type { PlanDraft } from './planDrafts';
import { isEdited, planMessage } from './planMessage';
import type { PlanReviews } from './planReviews';

export interface PlanCommandsParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly control: Pick<ControlState, 'reasonAgainst'>;
  readonly reviews: PlanReviews;
}

/** The decisions that are made in a plan's document. */
export function registerPlanCommands(parts: PlanCommandsParts): Disposable {
  const handlers: Readonly<Record<string, (argument: unknown) => Promise<void>>> = {
    [commandIds.approvePlan]: (argument) => approve(parts, argument, false),
    [commandIds.approvePlanAcceptEdits]: (argument) => approve(parts, argument, true),
    [commandIds.sendBackPlan]: (argument) => sendBack(parts, argument),
  };
  const lifetime = new DisposableStore();
  for (const [id, handle] of Object.entries(handlers)) {
    lifetime.add(
      vscode.commands.registerCommand(id, (argument?: unknown) => orSay(() => handle(argument))),
    );
  }
  return lifetime;
}

async function approve(
  parts: PlanCommandsParts,
  argument: unknown,
  acceptEdits: boolean,
): Promise<void> {
  const meant = meantPlan(parts, argument);
  if (meant === undefined) return;
  const { draft, target } = meant;
  const { plan, text, comments } = parts.reviews.written(draft);
  if (text.trim() === '') return say(t('An empty plan cannot be approved.'));
  if (comments.length > 0 && !(await isApprovedWithoutComments(comments.length))) return;
  const edited = isEdited(plan, text);
  await tell(
    parts.reviews.decide(target, { kind: 'approve', acceptEdits, ...(edited && { plan: text }) }),
  );
}

/** An approval has no words: comments would be lost. */
async function isApprovedWithoutComments(count: number): Promise<boolean> {
  const anyway = t('Approve Anyway');
  const answer = await vscode.window.showWarningMessage(
    t('Approve the plan without your comments?'),
    {
      modal: true,
      detail: counted(
        count,
        'The agent does not get your comment with an approval. Send the plan back, or change its text.',
        'The agent does not get your {0} comments with an approval. Send the plan back, or change its text.',
      ),
    },
    anyway,
  );
  return answer === anyway;
}

async function sendBack(parts: PlanCommandsParts, argument: unknown): Promise<void> {
  const meant = meantPlan(parts, argument);
  if (meant === undefined) return;
  const { draft, target } = meant;
  const remark = await vscode.window.showInputBox({
    title: t('Send Back'),
    prompt: promptFor(parts.reviews.written(draft)),
    placeHolder: t('On the plan as a whole, if there is something to say'),
    ignoreFocusOut: true,
  });
  if (remark === undefined) return;
  // Read again: the document can be written in while the question is open.
  const written = parts.reviews.written(parts.reviews.drafts.get(draft.path) ?? draft);
  const message = planMessage({ ...written, remark });
  if (message === undefined) {
    return say(t('Write a comment at a line, change the text or say something first.'));
  }
  await tell(parts.reviews.decide(target, { kind: 'deny', message }));
}

function promptFor({ plan, text, comments }: ReturnType<PlanReviews['written']>): string {
  const count = comments.length;
  const said =
    count === 0
      ? t('The agent reads this and revises the plan.')
      : counted(
          count,
          'The agent reads this and your comment, and revises the plan.',
          'The agent reads this and your {0} comments, and revises the plan.',
        );
  return isEdited(plan, text) ? `${said} ${t('It gets your changed text, too.')}` : said;
}

/** The plan that is meant and the call that answers it; says so where it is not answered here. */
function meantPlan(
  { board, control, reviews }: PlanCommandsParts,
  argument: unknown,
): { readonly draft: PlanDraft; readonly target: ShownTarget } | undefined {
  const path = pathIn(argument) ?? pathIn(vscode.window.activeTextEditor?.document.uri);
  const draft = path === undefined ? undefined : reviews.drafts.get(path);
  const state = path === undefined ? undefined : reviews.stateOf(path);
  if (draft !== undefined && state?.kind === 'open') {
    const { call, shown } = state;
    return { draft, target: { sessionId: draft.sessionId, call, shown } };
  }
  const session = draft && board.get(draft.sessionId);
  const against = session && control.reasonAgainst(session.projectPath);
  say(
    against ??
      (state?.kind === 'elsewhere'
        ? t('Answer this plan in its terminal.')
        : t('This plan was answered elsewhere.')),
  );
  return undefined;
}

function pathIn(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { scheme, path } = argument as Readonly<Record<string, unknown>>;
  return scheme === planScheme && typeof path === 'string' ? path : undefined;
}

/** What went well shows by itself: the document goes. */
async function tell(problem: Promise<string | undefined>): Promise<void> {
  const sentence = await problem;
  if (sentence !== undefined) say(sentence);
}

function say(sentence: string): void {
  void vscode.window.showWarningMessage(sayable(sentence));
}
