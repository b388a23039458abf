import type { Decision } from '../shared/control';
import { t } from '../shared/l10n';
import type { LiveSession, PendingRequest } from '../shared/protocol';
import { requestKind } from '../shared/requestKind';
import { reveal, type Page } from './page';
import { askedBy } from './typing/draftKeys';

/**
 * Sends a decision, if what it is about can have been seen, and goes on to the next request when it
 * was made by key.
 */
export function decideOn(
  page: Page,
  session: LiveSession,
  decision: Decision,
  by: 'key' | 'pointer',
): boolean {
  const { sessionId, pendingRequest } = session;
  const call = pendingRequest?.call;
  if (pendingRequest === undefined || call?.answerable !== true) return false;
  if (!page.decisions.isSeen(sessionId, call.id, by === 'key')) return false;
  const next = nextRequest(page, sessionId);
  if (!page.decisions.decide(sessionId, call.id, decision)) return false;
  page.drafts.send(sessionId, askedBy(pendingRequest), call.id);
  page.board.announcer.say(said(decision, pendingRequest));
  if (by === 'key' && next !== undefined) reveal(page, next, 'focus');
  return true;
}

function said({ kind }: Decision, { toolName }: Pick<PendingRequest, 'toolName'>): string {
  if (kind === 'approve') return t('Approved.');
  if (kind !== 'deny') return t('Answered.');
  return requestKind(toolName) === 'tool' ? t('Denied.') : t('Sent back.');
}

/** The card after this one, round the group, whose request can be answered. */
function nextRequest({ board }: Page, from: string): string | undefined {
  const { columns, sessions } = board.state.get();
  const ids = columns.needs_you;
  const place = ids.indexOf(from);
  const others = [...ids.slice(place + 1), ...ids.slice(0, Math.max(place, 0))];
  return others.find((id) => sessions.get(id)?.pendingRequest?.call?.answerable === true);
}
