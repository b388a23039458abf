import * as z from '../../../shared/protocol/schema';
import type { SavedResult } from '../../util/files/savedResult';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { entryMap } from './keptEntries';
import { KeptValue } from './keptValue';
import { keptFiles } from './keptFiles';

/** Maximum number of stored dismissals; the oldest are dropped, since their sessions are history. */
const { cap } = keptFiles['archived.json'];

const timeSchema = z.number();

/** The sessions that the user dismissed, stored in `archived.json`: id to ms since 1970. */
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

  /** Loads the file; one that can't be read is set aside and counts as empty. */
  async load(): Promise<ReadonlyMap<string, number>> {
    await this.times.load();
    return this.times.value;
  }

  /** Returns when the user dismissed the session; undefined for a visible one. */
  dismissedAt(sessionId: string): number | undefined {
    return this.times.value.get(sessionId);
  }

  /** Stores a dismissal; undefined makes the session visible again. Rejects with `NotSavedError`. */
  set(sessionId: string, at: number | undefined): Promise<SavedResult> {
    return this.times.change((before) => {
      const times = new Map(before);
      times.delete(sessionId);
      if (at !== undefined) times.set(sessionId, at);
      return new Map([...times].slice(-cap));
    });
  }

  /** Resolves when everything is on the disk. */
  flush(): Promise<void> {
    return this.times.flush();
  }
}
