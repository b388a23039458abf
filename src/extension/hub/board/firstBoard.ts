import { setTimeout as delay } from 'node:timers/promises';
import type { Board } from '../../../shared/protocol/protocol';
import type { Event } from '../../util/emitter';
import { Gate } from '../../util/gate';

/** Longest time, in ms, for which the first board waits for the transcripts of living sessions. */
const defaultPatienceMs = 2_000;

/** Delays requests for the board until there is one to show. */
export class FirstBoard {
  private readonly ready = new Gate();

  constructor(
    private readonly board: { snapshot(): Board; readonly onDidChange: Event<unknown> },
    private readonly patienceMs = defaultPatienceMs,
  ) {}

  /** Resolves once there is a board to show. */
  get whenOpened(): Promise<void> {
    return this.ready.opened;
  }

  async snapshot(): Promise<Board> {
    await this.whenOpened;
    return this.board.snapshot();
  }

  /**
   * Answers the delayed requests with the board as it is; called at the latest when the hub ends.
   */
  show(): void {
    this.ready.open();
  }

  /**
   * Answers the delayed requests when there is something to show. `living` resolves when living
   * sessions can be shown, `recent` when all recently active ones can. An empty board would claim
   * that there are no sessions, so it is not shown before `recent` resolves.
   */
  async showAfter(living: Promise<void>, recent: Promise<void>): Promise<void> {
    await Promise.race([living, delay(this.patienceMs, undefined, { ref: false })]).catch(
      () => undefined,
    );
    void recent.then(() => this.show());
    const showAny = (): void => {
      if (this.board.snapshot().sessions.length > 0) this.show();
    };
    const subscription = this.board.onDidChange(showAny);
    showAny();
    await this.ready.opened;
    subscription.dispose();
  }
}
