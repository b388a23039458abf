import * as z from '../../../shared/protocol/schema';
import type { SavedResult } from '../../util/files/savedResult';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { elementsOf } from '../store/keptEntries';
import { KeptValue } from '../store/keptValue';
import { keptFiles } from '../store/keptFiles';

const { cap: maxEntries, ms: maxAgeMs } = keptFiles['collisions.json'];

const sharingSchema = z.lazy(() =>
  z.object({
    kind: z.literal('sharing'),
    /** Real top folder of the work tree. */
    top: z.string(),
    sessions: z.tuple([z.string(), z.string()]),
    /** In ms since 1970. */
    at: z.number(),
  }),
);

const takenSchema = z.lazy(() =>
  z.object({
    kind: z.literal('taken'),
    id: z.string(),
    top: z.string(),
    taker: z.string(),
    owner: z.string(),
    /** Titles at the time of the loss, because a session may have left the board later. */
    titles: z.record(z.string(), z.string()),
    /** When the command ended, in ms since 1970, like all times in this file. */
    at: z.number(),
    sweeps: z.array(
      z.object({
        act: z.string(),
        command: z.string(),
        branch: z.optional(z.string()),
        /** True if all of the work still exists, but on a different branch. */
        carried: z.optional(z.boolean()),
      }),
    ),
    /** Real paths, each with the time at which the owner had last changed the file. */
    files: z.array(z.object({ path: z.string(), at: z.number(), agentId: z.optional(z.string()) })),
    /** True if a person has dismissed the loss. */
    dismissed: z.boolean(),
    /** True if the person was notified, or needed no notification. */
    told: z.boolean(),
  }),
);
/** Uncommitted work of one session that a different session discarded. */
export type WorkLoss = z.infer<typeof takenSchema>;

const entrySchema = z.lazyUnion('kind', () => [sharingSchema, takenSchema]);
type Entry = z.infer<typeof entrySchema>;

/**
 * The pairs of sessions that a person allowed to share a work tree, and the losses of work.
 * Persisted, because a later hub cannot detect a loss again and must not report it twice.
 */
export class KeptCollisions {
  private readonly kept: KeptValue<readonly Entry[]>;

  constructor(
    folder: PrivateFolder,
    onError: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.kept = new KeptValue({
      folder,
      name: 'collisions.json',
      initial: [],
      parse: (text) => elementsOf(text, entrySchema),
      text: (entries) => JSON.stringify(entries.filter(({ at }) => this.now() - at < maxAgeMs)),
      onError,
    });
  }

  /** An unreadable file is set aside and counts as empty. */
  load(): Promise<void> {
    return this.kept.load();
  }

  isQuiet(top: string, one: string, other: string): boolean {
    return this.entries.some(
      (entry) =>
        entry.kind === 'sharing' &&
        entry.top === top &&
        entry.sessions.includes(one) &&
        entry.sessions.includes(other),
    );
  }

  /**
   * Stops reports of collisions between these two sessions in that work tree. Rejects with
   * `NotSavedError`.
   */
  allowSharing(top: string, [one, other]: readonly [string, string]): Promise<SavedResult> {
    const entry: Entry = { kind: 'sharing', top, sessions: [one, other], at: this.now() };
    return this.kept.change((entries) => withEntry(entries, entry));
  }

  /** Marks a loss as dismissed by a person. Rejects with `NotSavedError`. */
  dismiss(loss: WorkLoss): Promise<SavedResult> {
    return this.kept.change((entries) => {
      // The stored loss may have been extended since.
      const known = entries.find((one) => one.kind === 'taken' && one.id === loss.id) ?? loss;
      return withEntry(entries, { ...known, dismissed: true } as WorkLoss);
    });
  }

  lossWithId(id: string): WorkLoss | undefined {
    return this.entries.find(
      (entry): entry is WorkLoss => entry.kind === 'taken' && entry.id === id,
    );
  }

  /** Returns the losses whose owner or taker is the session, except dismissed ones. */
  lossesOf(sessionId: string): readonly WorkLoss[] {
    return this.entries.filter(
      (entry): entry is WorkLoss =>
        entry.kind === 'taken' &&
        !entry.dismissed &&
        (entry.owner === sessionId || entry.taker === sessionId),
    );
  }

  /**
   * Stores a loss, replacing the previous one with the same id. The promise settles when it is on
   * the disk, or writing has failed.
   */
  put(entry: WorkLoss): Promise<void> {
    return this.kept.note((entries) => withEntry(entries, entry));
  }

  flush(): Promise<void> {
    return this.kept.flush();
  }

  private get entries(): readonly Entry[] {
    return this.kept.value;
  }
}

/** Adds or replaces an entry. The limit of the file's entries applies in memory as well. */
function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const key = keyOf(entry);
  return [...entries.filter((one) => keyOf(one) !== key), entry].slice(-maxEntries);
}

function keyOf(entry: Entry): string {
  return entry.kind === 'taken' ? entry.id : [entry.top, ...entry.sessions].join('\0');
}
