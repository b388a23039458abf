import type { HeldCallCard } from '../../../shared/protocol/control';
import type { AccountLimits } from '../../../shared/protocol/session/limit';
import type { Prompting } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { CardMarks } from '../domain/card/live';
import type { OpenCalls } from '../domain/claims/openCalls';
import type { LookKeeper } from '../looks/lookKeeper';

/** Keeps the client's calls that wait for a person. */
export interface CallKeeper {
  watches(sessionId: string): boolean;
  reconcile(sessionId: string, open: OpenCalls): void;
  cardOf(callId: string | undefined): HeldCallCard | undefined;
}

/** Keeps the prompts that are queued for a session. */
export interface PromptKeeper {
  cardOf(session: LiveSession): Prompting | undefined;
}

/** Keeps how much of the account's limits is used. */
export interface LimitKeeper {
  /** Undefined where nothing is known at a time, in ms since 1970. */
  at(now: number): AccountLimits | undefined;
}

/** Keepers that need the board themselves; cards show what they keep from then on. */
export interface JoiningKeepers {
  readonly prompts?: PromptKeeper;
  readonly looks?: LookKeeper;
  readonly limits?: LimitKeeper;
}

/** Keeps what persons set on sessions. */
export interface MarkKeeper {
  of(session: LiveSession): CardMarks;
}

/** Keeps no calls. */
export const keepsNone: CallKeeper = {
  watches: () => false,
  reconcile: () => undefined,
  cardOf: () => undefined,
};
