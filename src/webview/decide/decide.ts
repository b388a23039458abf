import type { Decision } from '../../shared/protocol/control';
import { t } from '../../shared/words/l10n';
import type { RevealHow } from '../../shared/messages/pageMessages';
import type { LiveSession, PendingRequest } from '../../shared/protocol/protocol';
import { requestKind } from '../../shared/request/requestKind';
import { reveal, type Page } from '../page';
import { othersWaiting } from '../pane/nextInLine';
import { showAfterAnswer, showsPane } from '../pane/pane';
import type { DecidedBy } from './decisions';
import { requestPieces, rulePiece } from './sight';
import { askedBy } from '../typing/draftKeys';

/**
 * Sends a decision if its subject can have been seen where it is made; in the pane the next session follows that which
 * was answered. To let something run, all of it must have been in sight; to stop it or to answer in words, not.
 */
export function decideOn(
  page: Page,
  session: LiveSession,
  decision: Decision,
  by: DecidedBy,
): boolean {
  const { sessionId, pendingRequest } = session;
  const call = pendingRequest?.call;
  if (page.pulse.refuses()) return false;
  if (pendingRequest === undefined || call?.answerable !== true) return false;
  if (!page.decisions.isSeen(sessionId, call.id, by, neededFor(decision))) return false;
  const { shown } = shownRequest(page, pendingRequest) ?? {};
  if (shown === undefined) return false;
  const [next] = othersWaiting(page.board.state.get(), sessionId);
  if (!page.decisions.decide(sessionId, call.id, shown, decision)) return false;
  const hasMessage = decision.kind === 'deny' && decision.message !== undefined;
  page.drafts.send(sessionId, askedBy(pendingRequest), call.id, hasMessage);
  const text = said(decision, pendingRequest);
  page.board.announcer.say(text);
  const hasPane = showsPane(page.view);
  if (hasPane || by === 'card') page.board.release(sessionId, answeredMs);
  if (!hasPane || page.view.state.get().chosen !== sessionId) return true;
  const onReveal = (id: string, how: RevealHow) => reveal(page, id, how);
  showAfterAnswer(page, { session, text, next, reveal: onReveal, isOnCard: by === 'card' });
  return true;
}

/** Time in ms for which the card of an answered session stays in its place. */
export const answeredMs = 2_000;

/** The whole request, as it stands where it is answered. */
function shownRequest({ board }: Page, request: PendingRequest): PendingRequest | undefined {
  return request.whole ? request : board.answers.state.get().requests.get(request.requestId);
}

/** Names of the pieces that must have been in sight for a decision. */
function neededFor(decision: Decision): readonly string[] {
  switch (decision.kind) {
    case 'allow':
      return [requestPieces, ...(decision.suggestions ?? []).map(rulePiece)];
    case 'approve':
      return [requestPieces];
    case 'answer':
    case 'deny':
      return [];
  }
}

/** Scrolls to the next piece that a person has not seen; false where there is none. */
export function showRest(page: Page, call: string, name = requestPieces): boolean {
  if (!page.decisions.showRest(call, name)) return false;
  page.board.announcer.say(t('You hadn’t seen all of it. This is the next part.'), 'unseen');
  return true;
}

function said({ kind }: Decision, { toolName }: Pick<PendingRequest, 'toolName'>): string {
  if (kind === 'approve') return t('Approved.');
  if (kind === 'allow') return t('Allowed.');
  if (kind === 'answer') return t('Answered.');
  return requestKind(toolName) === 'tool' ? t('Denied.') : t('Changes requested.');
}
