import type { HeldCallCard } from '../../../shared/protocol/control';
import type { OpenCalls } from '../domain/claims/openCalls';

/** Holds the client's hook calls that wait for a person's answer. */
export interface CallKeeper {
  hasCalls(sessionId: string): boolean;
  reconcile(sessionId: string, open: OpenCalls): void;
  cardOf(callId: string | undefined): HeldCallCard | undefined;
}

/** A keeper that holds no calls. */
export const emptyCallKeeper: CallKeeper = {
  hasCalls: () => false,
  reconcile: () => undefined,
  cardOf: () => undefined,
};
