import type { HeldCallCard } from '../../../shared/protocol/control';
import type { OpenCalls } from '../domain/claims/openCalls';

/** Keeps the client's calls that wait for a person. */
export interface CallKeeper {
  watches(sessionId: string): boolean;
  reconcile(sessionId: string, open: OpenCalls): void;
  cardOf(callId: string | undefined): HeldCallCard | undefined;
}

/** Keeps no calls. */
export const keepsNone: CallKeeper = {
  watches: () => false,
  reconcile: () => undefined,
  cardOf: () => undefined,
};
