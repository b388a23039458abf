import type { Decision } from '../../../shared/protocol/control';
import { requestBeginning } from '../domain/card/preview';
import { requestDigest } from '../../util/keys/signing';
import type { NewCall } from './waitingCall';

/**
 * True if `shown` is the digest of the call's complete request, or, for a denial, of its start: a
 * person who saw only the start of a longer request may deny it, but not allow it.
 */
export function matchesShown(call: NewCall, shown: string, kind: Decision['kind']): boolean {
  const { toolName, toolInput, suggestions, cwd, agentId, agentType } = call;
  const common = { toolName, cwd, agentId, agentType };
  const whole = { ...common, toolInput, suggestions: [...suggestions], whole: true };
  if (requestDigest(whole) === shown) return true;
  if (kind !== 'deny') return false;
  return requestDigest({ ...common, ...requestBeginning(toolInput, suggestions) }) === shown;
}
