import type { Socket } from 'node:net';
import { afterRunning } from '../../util/runningTime';

export interface StrangersOptions {
  /** A caller has so long to show who it is, in ms. */
  readonly patience?: number;
  /** Of those that have shown it. */
  readonly maxKnown?: number;
}

const usual = {
  patience: 2_000,
  /** Far beyond all windows and hooks of a day. */
  maxKnown: 1_000,
};

/**
 * More than a system hands over at once (`backlog`): those that come together with a caller do not
 * push it out before it was heard.
 */
const maxStrangers = 600;

/**
 * The connections that have not shown the token, or a phone's key: few, for a moment, the oldest first
 * to go. So whoever holds a thousand of them takes nothing from those that have it.
 */
export class Strangers {
  private readonly waiting = new Map<Socket, () => void>();
  private readonly options: Required<StrangersOptions>;
  private known = 0;

  constructor(options: StrangersOptions = {}) {
    this.options = { ...usual, ...options };
  }

  take(socket: Socket): void {
    this.waiting.set(
      socket,
      afterRunning(this.options.patience, () => socket.destroy()),
    );
    socket.once('close', () => this.forget(socket));
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > maxStrangers && oldest !== undefined) {
      this.forget(oldest);
      oldest.destroy();
    }
  }

  has(socket: Socket): boolean {
    return this.waiting.has(socket);
  }

  /** False where there are too many already. */
  admit(socket: Socket): boolean {
    if (!this.waiting.has(socket)) return !socket.destroyed;
    if (this.known >= this.options.maxKnown) return false;
    this.forget(socket);
    this.known += 1;
    socket.once('close', () => (this.known -= 1));
    return true;
  }

  /** Hangs up on all that wait. */
  clear(): void {
    for (const socket of this.waiting.keys()) {
      this.forget(socket);
      socket.destroy();
    }
  }

  private forget(socket: Socket): void {
    this.waiting.get(socket)?.();
    this.waiting.delete(socket);
  }
}
