import { pullNewsSchema, type PullNews } from '../../../shared/protocol/layers/pulls';
import * as z from '../../../shared/protocol/schema';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { entryMap } from '../store/keptEntries';
import { KeptValue } from '../store/keptValue';

/** More than a person has open; the oldest are forgotten, and asked for again where they are shown. */
const keptCount = 500;

const keptPullSchema = z.lazyObject(() => ({
  /** When it was asked for last, ms since 1970. */
  at: z.number(),
  news: pullNewsSchema,
}));

export interface KeptPull {
  readonly at: number;
  readonly news: PullNews;
}

/** Keeps the state of pull requests, by their addresses, in `pulls.json`: a restart asks for nothing again. */
export class KeptPulls {
  private readonly pulls: KeptValue<ReadonlyMap<string, KeptPull>>;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.pulls = new KeptValue({
      folder,
      name: 'pulls.json',
      initial: new Map(),
      parse: (text) => entryMap(text, keptPullSchema),
      text: (pulls) => JSON.stringify(Object.fromEntries([...pulls].slice(-keptCount))),
      onError,
    });
  }

  /** A file that cannot be read is set aside and counts as empty. */
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

  /** Settles when everything is on the disk. */
  flush(): Promise<void> {
    return this.pulls.flush();
  }
}
