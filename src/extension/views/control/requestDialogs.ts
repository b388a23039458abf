import * as vscode from 'vscode';
import { choicesFor, type ActionCommand } from '../../../shared/actions/sessionActions';
import { joinParts, projectOf, requestOf } from '../../../shared/board/texts/partTexts';
import { sessionTitle } from '../../../shared/board/sessionNames';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { type RequestKind, requestKind } from '../../../shared/request/requestKind';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import type { Log } from '../../util/log';
import type { OpenDialogs } from '../attention/openDialogs';
import { escapeIcons, escapeForNotification } from '../markdown';
import type { PlanReviews } from '../plan/planReviews';
import { targetOf } from '../sessionTarget';
import type { WindowOffer } from './controlState';
import type { Decider } from './decide';
import type { RequestDiffs } from './requestDiffs';
import { requestTitle } from './requestText';

/** Time in ms below which a shown request counts as unread. */
const unreadMs = 500;

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

/**
 * Shows the dialog again if its allow button was pressed before a person could have read the text.
 */
export async function askUntilRead(
  allow: string,
  show: () => Thenable<string | undefined>,
): Promise<string | undefined> {
  for (;;) {
    const shownAt = performance.now();
    const answer = await show();
    if (answer !== allow || performance.now() - shownAt >= unreadMs) return answer;
  }
}

export function kindOf({ pendingRequest }: LiveSession): RequestKind {
  return requestKind(pendingRequest?.toolName ?? '');
}

/**
 * The session in the argument, otherwise one that the person picks. If its request can't be
 * answered here, shows why and returns undefined.
 */
export async function sessionFor(
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
export async function showFailure(problem: Promise<string | undefined>): Promise<void> {
  const sentence = await problem;
  if (sentence !== undefined)
    void vscode.window.showWarningMessage(escapeForNotification(sentence));
}
