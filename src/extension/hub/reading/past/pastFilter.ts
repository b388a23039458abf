import { parseFilter } from '../../../../shared/board/filter/filterTokens';
import {
  isPastToken,
  namesOutcome,
  pastMatcherOf,
} from '../../../../shared/board/filter/pastFilter';
import type { SessionOutcome } from '../../../../shared/protocol/layers/display';
import type { PastSession } from '../../../transcript/fold/transcriptEnds';

/** Conditions on a session other than the query's words. */
export interface PastFilter {
  /** True if the conditions need outcomes, for which complete transcripts must be read. */
  readonly needsOutcomes: boolean;
  readonly has: (session: PastSession) => boolean;
}

/** Returns the filter; undefined if the text has no token that applies to past sessions. */
export function pastFilter(
  text: string | undefined,
  outcomeOf: (session: PastSession) => SessionOutcome | undefined,
): PastFilter | undefined {
  const tokens = parseFilter(text ?? '').tokens.filter(isPastToken);
  if (tokens.length === 0) return undefined;
  const matches = pastMatcherOf(tokens);
  return {
    needsOutcomes: tokens.some(namesOutcome),
    has: (session) => {
      const { gitBranch, projectPath } = session;
      return matches({ gitBranch, projectPath, outcome: outcomeOf(session) });
    },
  };
}
