import * as os from 'node:os';
import * as vscode from 'vscode';
import type { Decision } from '../../../shared/protocol/control';
import { t } from '../../../shared/words/l10n';
import { isTextEdit } from '../../../shared/agents/tools';
import { commandIds, type ShownTarget } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import { requestDigest } from '../../util/keys/signing';
import { showTextInput, type TypedText } from '../showTextInput';
import { escapeForNotification } from '../markdown';
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
import { targetOf } from '../sessionTarget';
import { allowForAWhile } from './allowForAWhile';
import {
  askUntilRead,
  kindOf,
  sessionFor,
  showFailure,
  type ControlCommandParts,
} from './requestDialogs';
import { requestDetail, requestTitle } from './requestText';

const emptyTypedText: TypedText = { words: '', over: undefined };

/** The commands that answer requests, for the tree, notifications and the palette. */
export function registerControlCommands(parts: ControlCommandParts): Disposable {
  const { decider, diffs, plans } = parts;
  const handlers: Readonly<Record<string, (argument: unknown) => Promise<void>>> = {
    [commandIds.allowRequest]: async (argument) => {
      const passedRequest = requestIn(argument);
      if (passedRequest === undefined) await confirmAllow(parts, argument);
      else await showFailure(decider.decide(passedRequest, { kind: 'allow' }));
    },
    [commandIds.allowForAWhile]: (argument) => allowForAWhile(parts, argument),
    [commandIds.allowShownRequest]: (argument) => allowInDiff(parts, argument),
    [commandIds.denyRequest]: (argument) =>
      deny(parts, argument, () => Promise.resolve(emptyTypedText)),
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
async function confirmAllow(parts: ControlCommandParts, argument: unknown): Promise<void> {
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
  if (answer === allow && isNewCollision) return confirmAllow(parts, argument);
  const kind = answer === allow ? 'allow' : 'deny';
  await showFailure(parts.decider.decide(target, { kind }));
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

function requestIn(argument: unknown): ShownTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { sessionId, call, shown } = argument as Readonly<Record<string, unknown>>;
  return typeof sessionId === 'string' && typeof call === 'string' && typeof shown === 'string'
    ? { sessionId, call, shown }
    : undefined;
}
