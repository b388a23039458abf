import type { AskedAfter, BlockedCallCard } from '../protocol/session/blocked';
import type { LiveSession } from '../protocol/protocol';
import { summarizeRequest } from './requestSummary';
import { plainLine, plainTitle } from '../text/plainText';
import { counted, t } from '../words/l10n';

/** The subject of a blocked call on one line: its command, path or address, otherwise its tool. */
export function blockedSubject({ toolName, toolInput }: BlockedCallCard, length = 200): string {
  const summary = summarizeRequest(toolName, toolInput, (all) => plainLine(all, length));
  return summary?.text ?? plainTitle(toolName, 60);
}

/** The reason that auto mode's check gave; empty if it gave none. */
export function blockedReason({ reason }: Pick<BlockedCallCard, 'reason'>, length = 300): string {
  return plainLine(reason, length);
}

/**
 * "3 calls blocked by auto mode" with the reason for the last one. If the state already says what
 * was blocked, only the reason. Empty if no blocked call is open.
 */
export function blockedText({
  blocked,
  agentState,
}: Pick<LiveSession, 'blocked' | 'agentState'>): string {
  if (blocked === undefined || blocked.open === 0) return '';
  const { open, calls } = blocked;
  const last = calls.find((call) => call.open === true);
  const reason = last === undefined ? '' : blockedReason(last);
  if (agentState.state === 'blocked_by_auto_mode') {
    return reason === '' ? '' : t('Reason: {0}', reason);
  }
  const count = counted(open, '{0} call blocked by auto mode', '{0} calls blocked by auto mode');
  return reason === '' ? count : t('{0}: {1}', count, reason);
}

/** Explains that the client asks because auto mode blocked several calls in a row. */
export function consecutiveBlocksText({ count, reason }: AskedAfter): string {
  const asks = t('Auto mode asks: it blocked {0} calls in a row.', count);
  const last = plainLine(reason, 300);
  return last === '' ? asks : `${asks} ${t('Last reason: {0}', last)}`;
}
