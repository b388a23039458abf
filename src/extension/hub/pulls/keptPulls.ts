import { pullNewsSchema, type PullNews } from '../../../shared/protocol/layers/pulls';
import * as z from '../../../shared/protocol/schema';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { entryMap } from '../store/keptEntries';
import { KeptValue } from '../store/keptValue';
import { keptFiles } from '../store/keptFiles';

/**
 * Maximum number of stored pull requests, more than a person has open. The state of a dropped one
 * is requested again when it is shown.
 */
const { cap } = keptFiles['pulls.json'];

const keptPullSchema = z.lazyObject(() => ({
  /** Time of the last answer, ms since 1970. */
  at: z.number(),
  news: pullNewsSchema,
}));

export interface KeptPull {
  readonly at: number;
  readonly news: PullNews;
}

/**
 * Stores the states of pull requests by their addresses in `pulls.json`, so that a restarted hub
 * need not request them again.
 */
export class KeptPulls {
  private readonly pulls: KeptValue<ReadonlyMap<string, KeptPull>>;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.pulls = new KeptValue({
      folder,
      name: 'pulls.json',
      initial: new Map(),
      parse: (text) => entryMap(text, keptPullSchema),
      text: (pulls) => JSON.stringify(Object.fromEntries([...pulls].slice(-cap))),
      onError,
    });
  }

  /** Loads the file; one that cannot be read is set aside and treated as empty. */
  load(): Promise<void> {
    return this.pulls.load();
  }

  get(url: string): KeptPull | undefined {
    return this.pulls.value.get(url);
  }

  set(url: string, pull: KeptPull): void {
    void this.pulls.note((before) => {
      const pulls = new Map(before);
      pulls.delete(url);
      return pulls.set(url, pull);
    });
  }

  /** Resolves when all data is written to the disk. */
  flush(): Promise<void> {
    return this.pulls.flush();
  }
}
