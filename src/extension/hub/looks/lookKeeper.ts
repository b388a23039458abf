import type { Digest } from '../../../shared/protocol/looks';
import type { LiveSession, Summary } from '../../../shared/protocol/protocol';

/** Knows which sessions came to rest without being looked at. */
export interface LookKeeper {
  /** Called once for each change of a card. */
  isUnseen(session: LiveSession): boolean;
  /** Undefined where nothing is to be said; `scan` is the progress of the first count of costs. */
  digest(now: number, scan: Summary['scan']): Digest | undefined;
}
