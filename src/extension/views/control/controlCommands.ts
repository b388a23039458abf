import * as os from 'node:os';
import * as vscode from 'vscode';
import { choicesFor, type ActionCommand } from '../../../shared/actions/sessionActions';
import type { Decision } from '../../../shared/protocol/control';
import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { isTextEdit } from '../../../shared/agents/tools';
import { type RequestKind, requestKind } from '../../../shared/request/requestKind';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { commandIds, type ShownTarget } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import { requestDigest } from '../../util/signing';
import type { OpenDialogs } from '../attention/openDialogs';
import { showTextInput, type TypedText } from '../showTextInput';
import { escapeIcons, escapeForNotification } from '../markdown';
import { showUnsentText } from '../showUnsentText';
import { registerHandlers } from '../registerHandlers';
import {
  requestCollisions,
  collisionLine,
  hasNewRequestCollision,
} from '../../../shared/board/texts/collisionText';
import { withPlace } from '../../../shared/board/texts/machineText';
import { sessionTitle } from '../../../shared/board/sessionNames';
import { plainTitle } from '../../../shared/text/plainText';
import { joinParts, projectOf, requestOf } from '../../../shared/board/texts/partTexts';
import { targetOf } from '../sessionTarget';
import type { PlanReviews } from '../plan/planReviews';
import type { WindowOffer } from './controlState';
import type { Decider } from './decide';
import type { RequestDiffs } from './requestDiffs';
import { requestDetail, requestTitle } from './requestText';

export interface ControlCommandParts {
  readonly board: BoardModel;
  readonly hub: Calls<'request'>;
  readonly control: WindowOffer;
  readonly decider: Decider;
  readonly diffs: RequestDiffs;
  readonly plans: Pick<PlanReviews, 'open'>;
  readonly asked: OpenDialogs;
  readonly log: Log & { show(): void };
  /** Opens the card of a session at its request. */
  readonly showAnswer: (sessionId: string) => void;
  readonly sendPrompt: (sessionId: string, text: string) => Promise<void>;
}

const noWords: TypedText = { words: '', over: undefined };

/** Time in ms below which a shown request counts as unread. */
const unreadMs = 500;

/** The commands that answer requests, for the tree, notifications and the palette. */
export function registerControlCommands(parts: ControlCommandParts): Disposable {
  const { decider, diffs, plans } = parts;
  const handlers: Readonly<Record<string, (argument: unknown) => Promise<void>>> = {
    [commandIds.allowRequest]: async (argument) => {
      const passedRequest = requestIn(argument);
      if (passedRequest === undefined) await allowAfterLook(parts, argument);
      else await showFailure(decider.decide(passedRequest, { kind: 'allow' }));
    },
    [commandIds.allowShownRequest]: (argument) => allowInDiff(parts, argument),
    [commandIds.denyRequest]: (argument) => deny(parts, argument, () => Promise.resolve(noWords)),
    [commandIds.denyRequestWithMessage]: (argument) =>
      deny(parts, argument, (target) =>
        showTextInput({
          title: t('Deny'),
          prompt: t('The agent reads this and continues.'),
          placeholder: t('What it should do instead'),
          over: () =>
            decider.isOpen(target) ? undefined : t('This request is no longer waiting.'),
          onDidChange: (listener) => parts.board.onDidChange(listener),
        }),
      ),
    [commandIds.giveBackRequest]: (argument) => giveBack(parts, argument),
    [commandIds.answerQuestion]: async (argument) => {
      const session = await sessionFor(parts, argument, 'answerQuestion');
      if (session !== undefined) parts.showAnswer(session.sessionId);
    },
    [commandIds.showRequestDiff]: async (argument) => {
      const session = await sessionFor(parts, argument, 'showRequestDiff');
      if (session !== undefined) await diffs.show(session.sessionId);
    },
    [commandIds.reviewRequest]: (argument) => review(parts, argument),
    [commandIds.reviewPlan]: async (argument) => {
      const session = await sessionFor(parts, argument, 'reviewPlan');
      if (session !== undefined) await plans.open(session.sessionId);
    },
  };
  return registerHandlers(handlers);
}

/** Opens the request where it is answered: a plan in its document, any other on its card. */
async function review(parts: ControlCommandParts, argument: unknown): Promise<void> {
  const { board, decider, plans, showAnswer } = parts;
  const target = targetOf(argument) ?? (await sessionFor(parts, undefined, 'reviewRequest'));
  const session = target && board.get(target.sessionId);
  if (session === undefined) return;
  const isOpen = decider.callOf(session) !== undefined;
  if (isOpen && kindOf(session) === 'plan') await plans.open(session.sessionId);
  else showAnswer(session.sessionId);
}

/** Returns a request to its terminal, and offers to undo that. */
async function giveBack(parts: ControlCommandParts, argument: unknown): Promise<void> {
  const { decider } = parts;
  const session = await sessionFor(parts, argument, 'giveBackRequest');
  const call = session && decider.callOf(session);
  if (session === undefined || call === undefined) return;
  const target = { sessionId: session.sessionId, call };
  const problem = await decider.handBack(target);
  if (problem !== undefined) return showFailure(Promise.resolve(problem));
  const undo = t('Undo');
  const title = plainTitle(sessionTitle(session), 60);
  const message = t('The request of “{0}” goes back to its terminal in 10 seconds.', title);
  const answer = await vscode.window.showInformationMessage(escapeForNotification(message), undo);
  if (answer === undo) await showFailure(decider.handBack(target, true));
}

/**
 * Shows the complete request before it can be allowed, because a row shows only its beginning; the
 * decision applies to what was shown.
 */
async function allowAfterLook(parts: ControlCommandParts, argument: unknown): Promise<void> {
  const session = await sessionFor(parts, argument, 'allowRequest');
  if (session === undefined) return;
  const { sessionId } = session;
  if (kindOf(session) !== 'tool') return parts.showAnswer(sessionId);
  const request = await parts.hub.call('request', { sessionId });
  const call = request.call?.id;
  if (call === undefined)
    return showFailure(Promise.resolve(t('This request is no longer waiting.')));
  const target = { sessionId, call, shown: requestDigest(request) };
  const shown = parts.board.get(sessionId);
  const warnings = requestCollisions(shown).map(collisionLine);
  const { text: detail, isWhole } = requestDetail(request, os.homedir(), warnings, session);
  const [allow, deny] = [t('Allow'), t('Deny')];
  const [board, diff] = [t('Show on Board'), t('Show Diff')];
  const viewButtons = isTextEdit(request.toolName) ? [board, diff] : [board];
  parts.decider.shown(sessionId, call, 'dialog');
  const title = sessionTitle(session);
  const place = withPlace(title, session);
  const question = isWhole
    ? t('Allow {0} in {1}?', requestTitle(request), place)
    : t('{0} in {1} is waiting for an answer.', requestTitle(request), place);
  const buttons = isWhole ? [allow, deny] : [...viewButtons, deny];
  const showDialog = (): Thenable<string | undefined> =>
    vscode.window.showWarningMessage(question, { modal: true, detail }, ...buttons);
  const answer = await parts.asked.listWhileOpen(sessionId, () => askUntilRead(allow, showDialog));
  if (answer === undefined) return;
  if (answer === board) return parts.showAnswer(sessionId);
  if (answer === diff) return parts.diffs.show(sessionId);
  const isNewCollision = hasNewRequestCollision(shown, parts.board.get(sessionId));
  // Another session changed the file while the dialog was open; the person has not seen that, so
  // the dialog is shown again.
  if (answer === allow && isNewCollision) return allowAfterLook(parts, argument);
  const kind = answer === allow ? 'allow' : 'deny';
  await showFailure(parts.decider.decide(target, { kind }));
}

/** Repeats the dialog if Allow was pressed too early for it to have been read. */
async function askUntilRead(
  allow: string,
  show: () => Thenable<string | undefined>,
): Promise<string | undefined> {
  for (;;) {
    const shownAt = performance.now();
    const answer = await show();
    if (answer !== allow || performance.now() - shownAt >= unreadMs) return answer;
  }
}

/**
 * Allows a request from its diff, unless the request contains more than the diff shows; then it has
 * to be allowed on the board.
 */
async function allowInDiff(parts: ControlCommandParts, argument: unknown): Promise<void> {
  const target = parts.diffs.targetOf(argument);
  if (target === undefined)
    return showFailure(Promise.resolve(t('This request is no longer waiting.')));
  const { against, ...shown } = target;
  if (against !== undefined) return showFailure(Promise.resolve(against));
  const problem = await parts.decider.decide(shown, { kind: 'allow' });
  if (problem === undefined) await parts.diffs.close(shown);
  else await showFailure(Promise.resolve(problem));
}

async function deny(
  parts: ControlCommandParts,
  argument: unknown,
  ask: (target: ShownTarget) => Promise<TypedText | undefined>,
): Promise<void> {
  const passedRequest = requestIn(argument);
  const inDiff = argument === undefined ? undefined : parts.diffs.targetOf(argument);
  let target: ShownTarget | undefined = passedRequest ?? inDiff;
  if (target === undefined) {
    const session = await sessionFor(parts, argument, 'denyRequest');
    target = session && parts.decider.targetOf(session);
    if (target === undefined) return;
  }
  const request = target;
  const typed = await parts.asked.listWhileOpen(request.sessionId, () => ask(request));
  if (typed === undefined) return;
  const { words, over } = typed;
  const decision: Decision = { kind: 'deny', ...(words !== '' && { message: words }) };
  const why = over ?? (await parts.decider.decide(target, decision));
  if (why === undefined) return parts.diffs.close(target);
  const { sessionId } = target;
  if (words.trim() === '') await showFailure(Promise.resolve(why));
  else await showUnsentText({ words, why, send: () => parts.sendPrompt(sessionId, words) });
}

function kindOf({ pendingRequest }: LiveSession): RequestKind {
  return requestKind(pendingRequest?.toolName ?? '');
}

/**
 * The session in the argument, otherwise one that the person picks. If its request can't be
 * answered here, shows why and returns undefined.
 */
async function sessionFor(
  { board, control, decider }: ControlCommandParts,
  argument: unknown,
  /** Command whose sessions are offered if the argument names none. */
  command: ActionCommand,
): Promise<LiveSession | undefined> {
  const target = targetOf(argument);
  if (target === undefined)
    return pick(
      choicesFor(command, board.sessions).filter((one) => decider.callOf(one)),
      control,
    );
  const session = board.get(target.sessionId);
  if (session?.pendingRequest === undefined) {
    void vscode.window.showInformationMessage(
      t('This session isn’t asking for anything right now.'),
    );
    return undefined;
  }
  const against = control.reasonAgainst(session.projectPath);
  if (against !== undefined) {
    void vscode.window.showInformationMessage(against);
    return undefined;
  }
  return session;
}

async function pick(
  sessions: readonly LiveSession[],
  control: WindowOffer,
): Promise<LiveSession | undefined> {
  if (sessions.length === 0) {
    const against = control.reasonAgainst('');
    void vscode.window.showInformationMessage(against ?? t('No request is waiting for an answer.'));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    sessions.map((session) => ({
      label: escapeIcons(sessionTitle(session)),
      description: escapeIcons(
        joinParts([
          session.pendingRequest && requestTitle(session.pendingRequest),
          projectOf(session),
        ]),
      ),
      detail: escapeIcons(requestOf(session)),
      session,
    })),
    { placeHolder: t('Select a request'), matchOnDescription: true, matchOnDetail: true },
  );
  return picked?.session;
}

/**
 * Shows the sentence if an answer failed. A success needs no message, because the session continues
 * visibly.
 */
async function showFailure(problem: Promise<string | undefined>): Promise<void> {
  const sentence = await problem;
  if (sentence !== undefined)
    void vscode.window.showWarningMessage(escapeForNotification(sentence));
}

function requestIn(argument: unknown): ShownTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { sessionId, call, shown } = argument as Readonly<Record<string, unknown>>;
  return typeof sessionId === 'string' && typeof call === 'string' && typeof shown === 'string'
    ? { sessionId, call, shown }
    : undefined;
}
