import type { LiveSession } from '../../../../shared/protocol/protocol';
import type { NotificationSchedule } from '../../attention/notificationSchedule';
import type { CallRate } from './callRate';

/**
 * Time in ms after an event during which a person whose pointer is at the card is assumed to see
 * it; later, they may have left the computer without moving the pointer.
 */
export const atCardMs = 60_000;

/** State and settings that every kind of phone notification depends on. */
export interface PhoneCallParts {
  readonly session: (sessionId: string) => LiveSession | undefined;
  /** Returns true while a person at a desk is at the card of the session. */
  readonly isPersonAtCard: (sessionId: string) => boolean;
  readonly isMuted: (session: LiveSession) => boolean;
  /** Returns true while a phone can be notified. */
  readonly canCallPhone: () => boolean;
  /** Returns the time in ms that people at a desk have to react before phones are notified. */
  readonly delayMs: () => number;
  readonly rate: CallRate;
  readonly calls: NotificationSchedule;
}
