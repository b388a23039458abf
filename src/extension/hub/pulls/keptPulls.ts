import { pullNewsSchema, type PullNews } from '../../../shared/protocol/layers/pulls';
import * as z from '../../../shared/protocol/schema';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { fittingEntries } from '../store/keptEntries';
import { KeptFile } from '../store/keptFile';

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
  private pulls = new Map<string, KeptPull>();
  private readonly file: KeptFile<readonly (readonly [string, KeptPull])[]>;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.file = new KeptFile({
      folder,
      name: 'pulls.json',
      parse: (text) => fittingEntries(text, keptPullSchema),
      adopt: (kept) => (this.pulls = new Map([...kept, ...this.pulls])),
      text: () => JSON.stringify(Object.fromEntries([...this.pulls].slice(-keptCount))),
      onError,
    });
  }

  /** A file that cannot be read is set aside and counts as empty. */
  load(): Promise<void> {
    return this.file.load();
  }

  get(url: string): KeptPull | undefined {
    return this.pulls.get(url);
  }

  set(url: string, pull: KeptPull): void {
    this.pulls.delete(url);
    this.pulls.set(url, pull);
    void this.file.change();
  }

  /** Settles when everything is on the disk. */
  flush(): Promise<void> {
    return this.file.flush();
  }
}
