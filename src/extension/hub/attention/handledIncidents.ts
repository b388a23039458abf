import * as z from '../../../shared/protocol/schema';
import type { PrivateFolder } from '../../util/files/privateFolder';
import { validEntries } from '../store/keptEntries';
import { KeptFile } from '../store/keptFile';
import type { Incident } from './incidents';
import { keptFiles } from '../store/keptFiles';

/**
 * Greatest difference, in ms, between the starts that two hubs derive for one incident, if they
 * have different evidence.
 */
const startToleranceMs = 5_000;

const timeSchema = z.number();

/**
 * The time of each session's last handled incident: the person was notified of it, or needed no
 * notification. Persisted, so that the next hub does not notify again.
 */
export class HandledIncidents {
  /** Times that this hub recorded, by session id. */
  private readonly handledTimes = new Map<string, number>();
  /** Times that an earlier hub stored, by session id. */
  private readonly storedTimes = new Map<string, number>();
  private readonly file: KeptFile<readonly (readonly [string, number])[]>;

  constructor(
    folder: PrivateFolder,
    onError: (error: unknown) => void,
    name: 'notified.json' | 'pushed.json' = 'notified.json',
  ) {
    this.file = new KeptFile({
      folder,
      name,
      parse: (text) => validEntries(text, timeSchema),
      adopt: (stored) => {
        for (const [sessionId, at] of stored) {
          if (at <= (this.handledTimes.get(sessionId) ?? -Infinity)) continue;
          this.handledTimes.delete(sessionId);
          this.storedTimes.set(sessionId, at);
        }
      },
      value: () => [...this.storedTimes, ...this.handledTimes].slice(-keptFiles[name].cap),
      text: (times) => JSON.stringify(Object.fromEntries(times)),
      onError,
    });
  }

  /** An unreadable file is set aside and counts as empty. */
  load(): Promise<void> {
    return this.file.load();
  }

  includes({ sessionId, startedAt }: Pick<Incident, 'sessionId' | 'startedAt'>): boolean {
    const handledAt = this.handledTimes.get(sessionId) ?? -Infinity;
    const inheritedAt = this.storedTimes.get(sessionId) ?? -Infinity;
    return startedAt <= handledAt || startedAt <= inheritedAt + startToleranceMs;
  }

  /** The promise settles when the entry is on the disk, or writing has failed. */
  async add(sessionId: string, at: number): Promise<void> {
    this.storedTimes.delete(sessionId);
    this.handledTimes.delete(sessionId); // Moves the entry to the end, where the newest are.
    this.handledTimes.set(sessionId, at);
    await this.file.saveObservation();
  }

  flush(): Promise<void> {
    return this.file.flush();
  }
}
