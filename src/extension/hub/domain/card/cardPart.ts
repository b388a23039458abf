import type { LiveSession } from '../../../../shared/protocol/protocol';
import type { SessionFacts } from '../facts/session';

/** A part of the hub that adds fields to cards once the rest of a card is made. It must not throw. */
export interface CardPart {
  fieldsOf(session: LiveSession, facts: SessionFacts): Partial<LiveSession>;
}
