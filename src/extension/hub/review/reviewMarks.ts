import * as z from '../../../shared/protocol/schema';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { SavedResult } from '../../util/files/savedResult';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { CardPart } from '../domain/card/cardPart';
import { sessionChanges } from '../domain/facts/changes';
import type { SessionFacts } from '../domain/facts/session';
import { entryMap } from '../store/keptEntries';
import { KeptValue } from '../store/keptValue';
import { keptFiles } from '../store/keptFiles';

/** Maximum number of stored reviews, and their maximum age in ms. */
const { cap, ms } = keptFiles['reviews.json'];

const markSchema = z.object({
  at: z.number().check(z.nonnegative()),
  edits: z.number(),
  /** Time of the session's last change before the review, in ms since 1970. */
  changedAt: z.number(),
});
/** A person's review, at time `at`, of all changes that a session had made until then. */
type Mark = z.infer<typeof markSchema>;

export interface ReviewedParts {
  readonly folder: PrivateFolder;
  readonly onError: (error: unknown) => void;
  readonly clock?: () => number;
}

/** Stores in `reviews.json` the sessions whose changes a person has reviewed completely. */
export class ReviewMarks implements CardPart {
  private readonly marks: KeptValue<ReadonlyMap<string, Mark>>;
  private readonly clock: () => number;

  constructor(parts: ReviewedParts) {
    this.clock = parts.clock ?? Date.now;
    this.marks = new KeptValue({
      folder: parts.folder,
      name: 'reviews.json',
      initial: new Map(),
      parse: (text) => entryMap(text, markSchema),
      text: (marks) => JSON.stringify(Object.fromEntries(marks)),
      onError: parts.onError,
    });
  }

  load(): Promise<void> {
    return this.marks.load();
  }

  /** Resolves when all writes have succeeded or failed. */
  flush(): Promise<void> {
    return this.marks.flush();
  }

  fieldsOf(
    { sessionId, changes }: LiveSession,
    facts: SessionFacts,
  ): Pick<LiveSession, 'reviewed'> {
    const mark = this.marks.value.get(sessionId);
    // While a transcript is being read, the count may be lower: the mark is hidden, but not
    // deleted.
    if (mark === undefined || changes?.edits !== mark.edits) return {};
    return stateOf(facts)?.changedAt === mark.changedAt
      ? { reviewed: new Date(mark.at).toISOString() }
      : {};
  }

  /**
   * Stores or deletes a session's review; rejects with `NotSavedError`. Returns undefined if the session
   * has no changes to review.
   */
  set(facts: SessionFacts, isReviewed: boolean): Promise<SavedResult> | undefined {
    const state = stateOf(facts);
    if (isReviewed && state === undefined) return undefined;
    const at = this.clock();
    return this.marks.change((before) => {
      const marks = new Map(before);
      // Deleted first, so that the newest review comes last: the limit drops the oldest.
      marks.delete(facts.sessionId);
      if (isReviewed && state !== undefined) marks.set(facts.sessionId, { at, ...state });
      return new Map([...marks].filter(([, mark]) => mark.at > at - ms).slice(-cap));
    });
  }
}

/** Returns values that differ after each change by the session; undefined before its first one. */
function stateOf(facts: SessionFacts): Pick<Mark, 'edits' | 'changedAt'> | undefined {
  const { edits, lastAt = 0 } = sessionChanges(facts);
  return edits === 0 ? undefined : { edits, changedAt: lastAt };
}
