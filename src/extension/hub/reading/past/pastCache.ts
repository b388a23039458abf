import { collectGarbage } from '../../../util/thread/collectGarbage';
import { Past, type PastParts } from './past';

/** Time in ms without a question after which the past is dropped from memory. */
const restMs = 60_000;

/** Loads the past sessions for a question, and drops them from memory after a time without one. */
export class PastCache {
  private past: Past | undefined;
  private restTimer: NodeJS.Timeout | undefined;
  private uses = 0;
  private openQuestions = 0;

  constructor(
    private readonly parts: PastParts,
    private readonly afterMs = restMs,
  ) {}

  async use<Answer>(question: (past: Past) => Promise<Answer>): Promise<Answer> {
    clearTimeout(this.restTimer);
    this.uses += 1;
    this.openQuestions += 1;
    this.past ??= new Past(this.parts);
    try {
      return await question(this.past);
    } finally {
      this.openQuestions -= 1;
      if (this.openQuestions === 0) {
        this.restTimer = setTimeout(() => void this.release(), this.afterMs).unref();
      }
    }
  }

  /** Updates the cache. Drops the past from memory at once if only this call needed it. */
  async readAndSave(): Promise<void> {
    const wasUnloaded = this.past === undefined;
    const ownUse = this.uses + 1;
    await this.use((past) => past.readAndSave());
    if (wasUnloaded && this.uses === ownUse) await this.release();
  }

  private async release(): Promise<void> {
    await this.drop();
    if (this.past === undefined) collectGarbage();
  }

  /** Drops the past from memory; resolves when the cache is written. */
  async drop(): Promise<void> {
    clearTimeout(this.restTimer);
    const { past } = this;
    this.past = undefined;
    await past?.close();
  }
}
