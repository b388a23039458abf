import * as fs from 'node:fs';
import type { Play } from './play';

export interface Baton {
  /** Appears when a hub listens. */
  readonly endpointFile: string;
  /** How long the first moment waits for it. */
  readonly patienceMs: number;
  /** What else the first moment waits for. */
  readonly begins?: () => boolean;
  /** The moment of play at which everything stands still. */
  readonly until?: number;
}

const lookEveryMs = 200;

/** Beats time: waits for a listener, then plays at the pace of the real clock. */
export class Conductor {
  readonly ended: Promise<void>;
  private markEnded: () => void = () => {};
  private timer: NodeJS.Timeout | undefined;
  private begunAt = 0;
  private stopped = false;

  constructor(
    private readonly play: Play,
    private readonly baton: Baton,
  ) {
    this.ended = new Promise((resolve) => {
      this.markEnded = resolve;
    });
  }

  start(): void {
    this.await(Date.now() + this.baton.patienceMs);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.markEnded();
  }

  private await(deadline: number): void {
    const isHeard = fs.existsSync(this.baton.endpointFile) && this.baton.begins?.() !== false;
    if (isHeard || Date.now() >= deadline) {
      this.begunAt = Date.now();
      this.play.begin(this.begunAt);
      this.beat();
      return;
    }
    this.timer = setTimeout(() => this.await(deadline), lookEveryMs);
  }

  private beat(): void {
    if (this.stopped) return;
    const { speed } = this.play;
    const until = this.baton.until ?? Number.POSITIVE_INFINITY;
    const moment = (Date.now() - this.begunAt) * speed;
    this.play.advance(Math.min(moment, until));
    const next = this.play.next;
    if (next === undefined || next > until) {
      this.markEnded();
      return;
    }
    const wait = (next - (Date.now() - this.begunAt) * speed) / speed;
    // Not for long: somebody may decide meanwhile.
    this.timer = setTimeout(() => this.beat(), Math.min(lookEveryMs, Math.max(5, wait)));
  }
}
