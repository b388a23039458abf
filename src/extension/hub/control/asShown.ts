import type { Decision } from '../../../shared/protocol/control';
import { requestBeginning } from '../domain/card/preview';
import { requestDigest } from '../../util/signing';
import type { NewCall } from './waitingCall';

/**
 * True if `shown` is the complete request of the call. A person who saw only the start of a longer
 * one may deny it, but not allow it.
 */
export function isAsShown(call: NewCall, shown: string, kind: Decision['kind']): boolean {
  const { toolName, toolInput, suggestions, cwd, agentId, agentType } = call;
  const about = { toolName, cwd, agentId, agentType };
  const whole = { ...about, toolInput, suggestions: [...suggestions], whole: true };
  if (requestDigest(whole) === shown) return true;
  if (kind !== 'deny') return false;
  return requestDigest({ ...about, ...requestBeginning(toolInput, suggestions) }) === shown;
}
