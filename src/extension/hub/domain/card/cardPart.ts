import type { LiveSession, Summary } from '../../../../shared/protocol/protocol';
import type { SessionFacts } from '../facts/session';

/** A part of the hub that adds fields to cards. It must not throw. */
export interface CardPart {
  /** Returns the part's fields; `session` already has the fields of all earlier parts. */
  fieldsOf(session: LiveSession, facts: SessionFacts): Partial<LiveSession>;
}

/** A part of the hub that adds fields to the summary. It must not throw. */
export interface SummaryPart {
  /**
   * Returns the part's fields of the summary. `now` is in ms since 1970; `scan` is the progress of
   * the first cost count.
   */
  summaryAt(now: number, scan: Summary['scan']): Partial<Summary>;
}

export type BoardPart = Partial<CardPart & SummaryPart>;
