import * as z from '../../../shared/protocol/schema';
import type { Kept } from '../../util/files/kept';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { entryMap } from './keptEntries';
import { KeptValue } from './keptValue';

/** Dismissals beyond this many are forgotten, oldest first: their sessions are history. */
const keptCount = 5_000;

const timeSchema = z.number();

/** The sessions that the user dismissed, kept over restarts in `archived.json`: id to ms since 1970. */
export class Archive {
  private readonly times: KeptValue<ReadonlyMap<string, number>>;

  constructor(folder: PrivateFolder, onError: (error: unknown) => void) {
    this.times = new KeptValue({
      folder,
      name: 'archived.json',
      initial: new Map(),
      parse: (text) => entryMap(text, timeSchema),
      text: (times) => JSON.stringify(Object.fromEntries(times)),
      onError,
    });
  }

  /** A file that cannot be read is set aside and counts as empty. */
  async load(): Promise<ReadonlyMap<string, number>> {
    await this.times.load();
    return this.times.value;
  }

  /** When the user dismissed the session; undefined for one that is in sight. */
  dismissedAt(sessionId: string): number | undefined {
    return this.times.value.get(sessionId);
  }

  /** Undefined brings the session back. Rejects with `NotKept`. */
  set(sessionId: string, at: number | undefined): Promise<Kept> {
    return this.times.change((before) => {
      const times = new Map(before);
      times.delete(sessionId);
      if (at !== undefined) times.set(sessionId, at);
      return new Map([...times].slice(-keptCount));
    });
  }

  /** Settles when everything is on the disk. */
  flush(): Promise<void> {
    return this.times.flush();
  }
}
