import type { Disposable } from '../util/lifetime';
import type { ClipLimits } from './items/clip';
import type { LineSearch, TranscriptSource } from './transcriptSource';

interface Parts<Found> {
  readonly source: Pick<TranscriptSource, 'search'>;
  readonly search: LineSearch<Found>;
  readonly limits: ClipLimits;
  /** Number of findings at which the search stops. */
  readonly most: number;
  /**
   * Receives findings in file order; `done` is true once the search has reached the present end of
   * the file.
   */
  readonly tell: (found: readonly Found[], done: boolean, capped: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** Searches a whole transcript, and continues from its position when the file has grown. */
export class TranscriptSearch<Found> implements Disposable {
  private to = 0;
  private count = 0;
  private isRunning = false;
  private isDisposed = false;

  constructor(private readonly parts: Parts<Found>) {}

  /** Searches from the current position to the end of the file, which may grow meanwhile. */
  async continueSearch(): Promise<void> {
    if (this.isRunning || this.isDisposed) return;
    this.isRunning = true;
    let before = -1;
    while (this.to > before && !this.isDisposed && !this.isCapped) {
      before = this.to;
      this.to = await this.searchFromPosition().catch((error: unknown) => {
        this.parts.onError(error);
        return before;
      });
    }
    this.isRunning = false;
    if (!this.isDisposed) this.parts.tell([], true, this.isCapped);
  }

  /** Stops the search: `tell` is not called again. */
  dispose(): void {
    this.isDisposed = true;
  }

  private get isCapped(): boolean {
    return this.count >= this.parts.most;
  }

  private searchFromPosition(): Promise<number> {
    const { source, search, limits, most, tell } = this.parts;
    return source.search(search, this.to, limits, (places) => {
      if (this.isDisposed) return false;
      const counted = places.slice(0, most - this.count);
      this.count += counted.length;
      if (counted.length > 0) tell(counted, false, this.isCapped);
      return !this.isCapped;
    });
  }
}
