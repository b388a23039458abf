import * as z from '../../../shared/protocol/schema';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Kept } from '../../util/files/kept';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { CardPart } from '../domain/card/cardPart';
import { sessionChanges } from '../domain/facts/changes';
import type { SessionFacts } from '../domain/facts/session';
import { entryMap } from '../store/keptEntries';
import { KeptValue } from '../store/keptValue';
import { keptFiles } from '../store/keptFiles';

/** Limits of number, and of time (ms) since the review. */
const { cap, ms } = keptFiles['reviews.json'];

const markSchema = z.object({
  at: z.number().check(z.nonnegative()),
  edits: z.number(),
  /** When the session changed something last, in ms since 1970. */
  changedAt: z.number(),
});
/** A person's look at all that a session had changed by then. */
type Mark = z.infer<typeof markSchema>;

export interface ReviewedParts {
  readonly folder: PrivateFolder;
  readonly onError: (error: unknown) => void;
  readonly clock?: () => number;
}

/** Knows over restarts, by `reviews.json`, of which sessions all changes were reviewed. */
export class Reviewed implements CardPart {
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

  /** Settles when everything is on the disk, or cannot be. */
  flush(): Promise<void> {
    return this.marks.flush();
  }

  fieldsOf(
    { sessionId, changes }: LiveSession,
    facts: SessionFacts,
  ): Pick<LiveSession, 'reviewed'> {
    const mark = this.marks.value.get(sessionId);
    // A transcript that is still being read may tell of fewer changes: the mark stays until it is known.
    if (mark === undefined || changes?.edits !== mark.edits) return {};
    return stateOf(facts)?.changedAt === mark.changedAt
      ? { reviewed: new Date(mark.at).toISOString() }
      : {};
  }

  /** Rejects with `NotKept`. Undefined where the session has changed nothing. */
  set(facts: SessionFacts, isReviewed: boolean): Promise<Kept> | undefined {
    const state = stateOf(facts);
    if (isReviewed && state === undefined) return undefined;
    const at = this.clock();
    return this.marks.change((before) => {
      const marks = new Map(before);
      // The newest is the last in the file.
      marks.delete(facts.sessionId);
      if (isReviewed && state !== undefined) marks.set(facts.sessionId, { at, ...state });
      return new Map([...marks].filter(([, mark]) => mark.at > at - ms).slice(-cap));
    });
  }
}

/** What of a session is another once it changed something; undefined before its first change. */
function stateOf(facts: SessionFacts): Pick<Mark, 'edits' | 'changedAt'> | undefined {
  const { edits, lastAt = 0 } = sessionChanges(facts);
  return edits === 0 ? undefined : { edits, changedAt: lastAt };
}
