import { collectGarbage } from '../../../util/thread/collectGarbage';
import { Past, type PastParts } from './past';

/** Time in ms without a question after which the past is dropped from memory. */
const restMs = 60_000;

/** Keeps the past in memory while questions are asked, and loads it again after it was dropped. */
export class PastDesk {
  private past: Past | undefined;
  private rest: NodeJS.Timeout | undefined;
  private uses = 0;
  private open = 0;

  constructor(
    private readonly parts: PastParts,
    private readonly afterMs = restMs,
  ) {}

  async use<Answer>(question: (past: Past) => Promise<Answer>): Promise<Answer> {
    clearTimeout(this.rest);
    this.uses += 1;
    this.open += 1;
    this.past ??= new Past(this.parts);
    try {
      return await question(this.past);
    } finally {
      this.open -= 1;
      if (this.open === 0) {
        this.rest = setTimeout(() => void this.giveBack(), this.afterMs).unref();
      }
    }
  }

  /** Updates the cache of the past. Drops the past from memory at once if it was not in use before. */
  async readAndSave(): Promise<void> {
    const isAlone = this.past === undefined;
    const use = this.uses + 1;
    await this.use((past) => past.readAndSave());
    if (isAlone && this.uses === use) await this.giveBack();
  }

  private async giveBack(): Promise<void> {
    await this.drop();
    if (this.past === undefined) collectGarbage();
  }

  /** Drops the past from memory; resolves when the cache is written. */
  async drop(): Promise<void> {
    clearTimeout(this.rest);
    const { past } = this;
    this.past = undefined;
    await past?.close();
  }
}
