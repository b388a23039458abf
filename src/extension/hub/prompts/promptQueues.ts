import { SerialQueue } from '../../util/thread/serialQueue';
import { SafeFile, type SafeFileParts } from '../../util/files/safeFile';
import { validEntries } from '../store/keptEntries';
import {
  emptyQueue,
  promptQueueSchema,
  type PromptQueue,
  type PromptChangeFault,
} from './promptQueue';
import { keptFiles, type KeptFileName } from '../store/keptFiles';

/** Time in ms after which a queue is deleted once all of its prompts were read. */
const { ms: retentionMs } = keptFiles['prompts.json'];

export interface PromptQueuesParts {
  readonly folder: SafeFileParts<unknown>['folder'];
  /** Receives a `SetAside` if the file could not be read completely. */
  readonly onError: (error: unknown) => void;
  readonly onChange: (sessionId: string) => void;
  /** False if another hub now serves the config home and owns the file. */
  readonly isOurs: () => Promise<boolean>;
  readonly clock?: () => number;
}

/**
 * Stores the prompt queues of all sessions in `prompts.json`. A change becomes visible only after
 * it was written, so that nobody sees a state that is not on the disk.
 */
export class PromptQueues {
  private all: ReadonlyMap<string, PromptQueue> = new Map();
  /** Runs reads and writes of the file one after the other. */
  private readonly accessQueue = new SerialQueue();
  private readonly file: SafeFile<readonly (readonly [string, PromptQueue])[]>;

  constructor(private readonly parts: PromptQueuesParts) {
    this.file = new SafeFile({
      folder: parts.folder,
      name: 'prompts.json' satisfies KeptFileName,
      parse: (text) => validEntries(text, promptQueueSchema),
      onSetAside: parts.onError,
    });
  }

  /**
   * Loads the file; false if that fails. The load is then retried before the first change, which
   * would otherwise overwrite the file.
   */
  async load(): Promise<boolean> {
    try {
      await this.accessQueue.run(() => this.read());
      return true;
    } catch (error) {
      this.parts.onError(error);
      return false;
    }
  }

  /** Reads the stored queues; damaged ones are set aside. Rejects on I/O errors. */
  private async read(): Promise<void> {
    const { clock = Date.now } = this.parts;
    const now = clock();
    const { value = [], isWhole } = await this.file.read();
    const stored = value.filter(([, queue]) => isRetained(queue, now));
    // A file that was damaged while this hub ran may lack queues that are still in memory.
    this.all = new Map(isWhole ? stored : [...this.all, ...stored]);
    if (!isWhole && this.all.size > 0) await this.write(this.all);
  }

  get sessionIds(): readonly string[] {
    return [...this.all.keys()];
  }

  get(sessionId: string): PromptQueue {
    return this.all.get(sessionId) ?? emptyQueue;
  }

  has(sessionId: string): boolean {
    return this.all.has(sessionId);
  }

  /** Applies one change at a time; resolves after it was written, rejects if writing failed. */
  change(
    sessionId: string,
    edit: (queue: PromptQueue) => PromptQueue | PromptChangeFault,
  ): Promise<PromptChangeFault | undefined> {
    return this.accessQueue.run(() => this.file.exclusively(() => this.apply(sessionId, edit)));
  }

  /** Resolves after all changes have completed or failed. */
  close(): Promise<void> {
    return this.accessQueue.whenIdle();
  }

  private async apply(
    sessionId: string,
    edit: (queue: PromptQueue) => PromptQueue | PromptChangeFault,
  ): Promise<PromptChangeFault | undefined> {
    if (await this.file.isStale()) await this.refresh();
    const before = this.get(sessionId);
    const after = edit(before);
    if (typeof after === 'string') return after;
    if (after === before) return undefined;
    const next = new Map(this.all);
    if (after.prompts.length === 0) next.delete(sessionId);
    else next.set(sessionId, after);
    await this.write(next);
    this.all = next;
    this.parts.onChange(sessionId);
    return undefined;
  }

  /** Reads changes of another hub, so that a prompt that it sent or removed is not sent again. */
  private async refresh(): Promise<void> {
    await this.verifyOwnership();
    const known = this.all;
    await this.read();
    for (const id of new Set([...known.keys(), ...this.all.keys()])) this.parts.onChange(id);
  }

  private async write(queues: ReadonlyMap<string, PromptQueue>): Promise<void> {
    await this.verifyOwnership();
    await this.file.write(JSON.stringify(Object.fromEntries(queues)));
  }

  private async verifyOwnership(): Promise<void> {
    if (!(await this.parts.isOurs())) throw new Error('Another hub serves the config home by now');
  }
}

function isRetained({ prompts }: PromptQueue, now: number): boolean {
  return prompts.some(({ state, at }) => state !== 'read' || now - at < retentionMs);
}
