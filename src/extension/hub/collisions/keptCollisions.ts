import * as z from '../../../shared/protocol/schema';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { elementsOf } from '../store/keptEntries';
import { KeptFile } from '../store/keptFile';

/** Older ones are forgotten after this, in ms, and beyond this number: their sessions are history. */
const keptMs = 30 * 24 * 60 * 60_000;
const keptCount = 500;

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
    /** As they were then: the taker may be gone when it is read. */
    titles: z.record(z.string(), z.string()),
    /** When the command ended, in ms since 1970, as are the other times. */
    at: z.number(),
    sweeps: z.array(
      z.object({
        act: z.string(),
        command: z.string(),
        branch: z.optional(z.string()),
        /** True where all of the work is still there, on another branch. */
        carried: z.optional(z.boolean()),
      }),
    ),
    /** Real paths, and when their owner had changed them. */
    files: z.array(z.object({ path: z.string(), at: z.number(), agentId: z.optional(z.string()) })),
    /** A person has seen it, and does not need it any more. */
    dismissed: z.boolean(),
    /** Persons were told, or did not need to be. */
    told: z.boolean(),
  }),
);
/** Uncommitted work of one session that another took. */
export type Taken = z.infer<typeof takenSchema>;

const entrySchema = z.lazyUnion('kind', () => [sharingSchema, takenSchema]);
type Entry = z.infer<typeof entrySchema>;

/**
 * The pairs of sessions that a person lets share the files of a work tree, and the work that was taken,
 * kept over restarts: the next hub cannot find that out again, and is not to tell it again.
 */
export class KeptCollisions {
  private entries: readonly Entry[] = [];
  private readonly file: KeptFile<readonly Entry[]>;

  constructor(
    folder: PrivateFolder,
    onError: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.file = new KeptFile({
      folder,
      name: 'collisions.json',
      parse: (text) => elementsOf(text, entrySchema),
      adopt: (kept) => {
        const own = new Set(this.entries.map(keyOf));
        this.entries = [...kept.filter((one) => !own.has(keyOf(one))), ...this.entries];
      },
      text: () => JSON.stringify(this.current()),
      onError,
    });
  }

  /** A file that cannot be read is set aside and counts as empty. */
  load(): Promise<void> {
    return this.file.load();
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

  /** Collisions of these two in that work tree are told no more. Settles when that is on the disk, or cannot be. */
  letShare(top: string, [one, other]: readonly [string, string]): Promise<void> {
    return this.put({ kind: 'sharing', top, sessions: [one, other], at: this.now() });
  }

  taken(id: string): Taken | undefined {
    return this.entries.find((entry): entry is Taken => entry.kind === 'taken' && entry.id === id);
  }

  /** Losses on which a session is either side, without those that were dismissed. */
  takenOf(sessionId: string): readonly Taken[] {
    return this.entries.filter(
      (entry): entry is Taken =>
        entry.kind === 'taken' &&
        !entry.dismissed &&
        (entry.owner === sessionId || entry.taker === sessionId),
    );
  }

  /** Keeps it in place of what was known of the same. Settles when it is on the disk, or cannot be. */
  put(entry: Entry): Promise<void> {
    const key = keyOf(entry);
    // The memory keeps no more than the file.
    this.entries = [...this.entries.filter((one) => keyOf(one) !== key), entry].slice(-keptCount);
    return this.file.change();
  }

  flush(): Promise<void> {
    return this.file.flush();
  }

  private current(): readonly Entry[] {
    const now = this.now();
    return this.entries.filter(({ at }) => now - at < keptMs).slice(-keptCount);
  }
}

function keyOf(entry: Entry): string {
  return entry.kind === 'taken' ? entry.id : [entry.top, ...entry.sessions].join('\0');
}
