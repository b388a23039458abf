import type { Decision } from '../../shared/protocol/control';
import type { GrantTerms } from '../../shared/protocol/work/grants';
import { t } from '../../shared/words/l10n';
import type { RevealMode } from '../../shared/messages/pageMessages';
import type { LiveSession, PendingRequest } from '../../shared/protocol/protocol';
import { requestKind } from '../../shared/request/requestKind';
import { reveal, type Page } from '../page';
import { othersWaiting } from '../pane/nextInLine';
import { showAfterAnswer, isPaneVisible } from '../pane/pane';
import type { DecidedBy } from './decisions';
import { grantPieces, requestPieces, rulePiece } from './sight';
import { requestContentHash } from '../typing/draftKeys';

/**
 * Sends the person's decision on a session's request; the pane then shows the next session. A
 * request is allowed only if all of it was visible where the person decides (`by`); to deny it or
 * to answer with a message, it need not be. With `terms`, later requests are allowed as well.
 * Returns the reason if nothing was sent; the reason is also shown beside the buttons.
 */
export function decideOn(
  page: Page,
  session: LiveSession,
  decision: Decision,
  by: DecidedBy,
  terms?: GrantTerms,
): string | undefined {
  const { sessionId, pendingRequest } = session;
  const call = pendingRequest?.call;
  const refuse = (reason: string): string => explainPress(page, session, by, reason);
  if (page.pulse.refuseIfLost()) return refuse(page.pulse.reason);
  if (pendingRequest === undefined || call?.answerable !== true)
    return refuse(t('This request can’t be answered here any more.'));
  if (page.decisions.isPending(call.id)) return refuse(t('Your answer is on its way already.'));
  const unread = unreadReason(page, {
    sessionId,
    call: call.id,
    by,
    names: requiredPieces(decision, terms),
  });
  if (unread !== undefined) return refuse(unread);
  const { shown } = shownRequest(page, pendingRequest) ?? {};
  if (shown === undefined)
    return refuse(t('Press again in a moment: the request is still loading.'));
  const [next] = othersWaiting(page.board.state.get(), sessionId);
  page.decisions.decide(sessionId, call.id, shown, decision, terms);
  const hasMessage = decision.kind === 'deny' && decision.message !== undefined;
  page.drafts.markSent(sessionId, requestContentHash(pendingRequest), call.id, hasMessage);
  const text = `${answerWord(decision, pendingRequest)}.`;
  page.board.announcer.announce(text);
  const hasPane = isPaneVisible(page.view);
  if (hasPane || by === 'card') page.board.release(sessionId, answeredCardStayMs);
  if (!hasPane || page.view.state.get().chosen !== sessionId) return undefined;
  const onReveal = (id: string, how: RevealMode) => reveal(page, id, how);
  showAfterAnswer(page, { session, text, next, reveal: onReveal, isOnCard: by === 'card' });
  return undefined;
}

/**
 * Shows why a press had no effect, beside the buttons and to screen readers; returns the reason.
 */
export function explainPress(
  { board, decisions }: Page,
  { pendingRequest }: LiveSession,
  by: DecidedBy,
  reason: string,
): string {
  decisions.showReason(pendingRequest?.call?.id ?? '', by, reason);
  board.announcer.announce(reason, 'idle');
  return reason;
}

/** Text for a request that can't be answered on its card, because the card shows only a part. */
export function notAllOnCardReason(): string {
  return t('Open the session: its card doesn’t show all of the request.');
}

interface Press {
  readonly sessionId: string;
  readonly call: string;
  readonly by: DecidedBy;
  readonly names: readonly string[];
}

/**
 * The reason why the person cannot have read a request yet; in the pane it also scrolls to the next
 * unseen part.
 */
function unreadReason({ decisions }: Page, { sessionId, call, by, names }: Press) {
  const unseenReason = decisions.reasonUnseen(sessionId, call, by, names);
  if (unseenReason === undefined) return undefined;
  if (unseenReason === 'time') return t('Press again: the request has only just appeared here.');
  if (by === 'card') return notAllOnCardReason();
  return names.some((name) => decisions.showRest(call, name))
    ? t('You hadn’t seen all of it. This is the next part.')
    : t('Read the request to its end, then press again.');
}

/** Time in ms for which the card of an answered session stays in place. */
export const answeredCardStayMs = 2_000;

/** The complete request; undefined while it is loading. */
function shownRequest({ board }: Page, request: PendingRequest): PendingRequest | undefined {
  return request.whole ? request : board.answers.state.get().requests.get(request.requestId);
}

/** Names of the pieces that must have been visible for a decision. */
function requiredPieces(decision: Decision, terms?: GrantTerms): readonly string[] {
  switch (decision.kind) {
    case 'allow':
      return terms === undefined
        ? [requestPieces, ...(decision.suggestions ?? []).map(rulePiece)]
        : [requestPieces, grantPieces];
    case 'approve':
      return [requestPieces];
    case 'answer':
    case 'deny':
      return [];
  }
}

/** A decision in one or two words for cards and announcements: `Allowed`, `Changes requested`. */
export function answerWord(
  { kind }: Pick<Decision, 'kind'>,
  { toolName }: Pick<PendingRequest, 'toolName'>,
): string {
  if (kind === 'approve') return t('Approved');
  if (kind === 'allow') return t('Allowed');
  if (kind === 'answer') return t('Answered');
  return requestKind(toolName) === 'tool' ? t('Denied') : t('Changes requested');
}
