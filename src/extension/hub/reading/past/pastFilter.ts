import { parseFilter } from '../../../../shared/board/filter/filterTokens';
import {
  isPastToken,
  namesOutcome,
  pastMatcherOf,
} from '../../../../shared/board/filter/pastFilter';
import type { SessionOutcome } from '../../../../shared/protocol/layers/display';
import type { PastSession } from '../../../transcript/fold/transcriptEnds';

/** The conditions on a session beside the words of a query. */
export interface PastFilter {
  /** True where it cannot be told before whole transcripts were read. */
  readonly needsOutcomes: boolean;
  readonly has: (session: PastSession) => boolean;
}

/** Undefined where the text has no token that sessions of the past are found by. */
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
