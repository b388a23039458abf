import * as z from '../../../shared/protocol/schema';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { PrivateFolder } from '../../util/files/privateFolder';
import type { CardPart } from '../domain/card/cardPart';
import { sessionChanges } from '../domain/facts/changes';
import type { SessionFacts } from '../domain/facts/session';
import { fittingEntries } from '../store/keptEntries';
import { KeptFile } from '../store/keptFile';

/** Sessions that are kept; beyond them those that were reviewed longest ago are forgotten. */
const keptCount = 1_000;
/** What was reviewed longer ago than this, in ms, is forgotten. */
const keptMs = 90 * 24 * 60 * 60_000;

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
  private readonly marks = new Map<string, Mark>();
  private readonly file: KeptFile<readonly (readonly [string, Mark])[]>;
  private readonly clock: () => number;

  constructor(parts: ReviewedParts) {
    this.clock = parts.clock ?? Date.now;
    this.file = new KeptFile({
      folder: parts.folder,
      name: 'reviews.json',
      parse: (text) => fittingEntries(text, markSchema),
      adopt: (kept) => this.adopt(kept),
      text: () => JSON.stringify(Object.fromEntries(this.kept())),
      onError: parts.onError,
    });
  }

  load(): Promise<void> {
    return this.file.load();
  }

  /** Settles when everything is on the disk, or cannot be. */
  flush(): Promise<void> {
    return this.file.flush();
  }

  fieldsOf(
    { sessionId, changes }: LiveSession,
    facts: SessionFacts,
  ): Pick<LiveSession, 'reviewed'> {
    const mark = this.marks.get(sessionId);
    // A transcript that is still being read may tell of fewer changes: the mark stays until it is known.
    if (mark === undefined || changes?.edits !== mark.edits) return {};
    return stateOf(facts)?.changedAt === mark.changedAt
      ? { reviewed: new Date(mark.at).toISOString() }
      : {};
  }

  /** False where the session has changed nothing. */
  set(facts: SessionFacts, isReviewed: boolean): boolean {
    const state = stateOf(facts);
    if (!isReviewed) this.marks.delete(facts.sessionId);
    else if (state === undefined) return false;
    else {
      // The newest is the last in the file.
      this.marks.delete(facts.sessionId);
      this.marks.set(facts.sessionId, { at: this.clock(), ...state });
    }
    void this.file.change();
    return true;
  }

  private kept(): readonly (readonly [string, Mark])[] {
    const oldest = this.clock() - keptMs;
    const kept = [...this.marks].filter(([, { at }]) => at > oldest).slice(-keptCount);
    const ids = new Set(kept.map(([id]) => id));
    for (const id of this.marks.keys()) if (!ids.has(id)) this.marks.delete(id);
    return kept;
  }

  private adopt(kept: readonly (readonly [string, Mark])[]): void {
    const told = [...this.marks];
    this.marks.clear();
    for (const [id, mark] of [...kept, ...told]) this.marks.set(id, mark);
  }
}

/** What of a session is another once it changed something; undefined before its first change. */
function stateOf(facts: SessionFacts): Pick<Mark, 'edits' | 'changedAt'> | undefined {
  const { edits, lastAt = 0 } = sessionChanges(facts);
  return edits === 0 ? undefined : { edits, changedAt: lastAt };
}
