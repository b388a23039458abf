import type { Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';

type GrantCall = 'giveGrant' | 'endGrant' | 'endGrants' | 'grantUses';

/** Creates the handlers of calls about grants. This hub gives none yet, so it has none to end. */
export function openGrants() {
  const handlers: Handlers<GrantCall> = {
    giveGrant: () => refusals.off,
    endGrant: () => undefined,
    endGrants: () => undefined,
    grantUses: () => ({ uses: [] }),
  };
  return { calls: handlers };
}
