import type { LiveSession } from '../../../../shared/protocol/protocol';
import type { CallSchedule } from '../../attention/callSchedule';
import type { CallRate } from './callRate';

/**
 * Time in ms after an occasion until which a person at the card is assumed to see it; after that
 * only the pointer may have been left there.
 */
export const atCardMs = 60_000;

/** State and settings by which every kind of call to phones is decided. */
export interface PhoneCallParts {
  readonly session: (sessionId: string) => LiveSession | undefined;
  /** True while a person is at the session's card at a desk. */
  readonly isPersonAtCard: (sessionId: string) => boolean;
  readonly isMuted: (session: LiveSession) => boolean;
  /** True while a phone can be called. */
  readonly canCallPhone: () => boolean;
  /** Returns the time in ms that people at a desk have before phones are called. */
  readonly delayMs: () => number;
  readonly rate: CallRate;
  readonly calls: CallSchedule;
}
