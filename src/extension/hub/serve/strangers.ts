import type { Socket } from 'node:net';
import { afterRunning } from '../../util/runningTime';

/** A caller has so long to show the token, in ms. */
const patienceMs = 2_000;

/**
 * More than a system hands over at once (`backlog`): those that come together with a caller do not
 * push it out before it was heard.
 */
const maxStrangers = 600;

/** Far beyond all windows and hooks of a day. */
const maxKnown = 1_000;

/**
 * The connections that have not shown the token: few, for a moment, the oldest first to go. So whoever
 * holds a thousand of them takes nothing from those that have it.
 */
export class Strangers {
  private readonly waiting = new Map<Socket, () => void>();
  private known = 0;

  constructor(private readonly patience = patienceMs) {}

  take(socket: Socket): void {
    this.waiting.set(
      socket,
      afterRunning(this.patience, () => socket.destroy()),
    );
    socket.once('close', () => this.forget(socket));
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > maxStrangers && oldest !== undefined) {
      this.forget(oldest);
      oldest.destroy();
    }
  }

  /** False where there are too many already. */
  admit(socket: Socket): boolean {
    if (!this.waiting.has(socket)) return !socket.destroyed;
    if (this.known >= maxKnown) return false;
    this.forget(socket);
    this.known += 1;
    socket.once('close', () => (this.known -= 1));
    return true;
  }

  private forget(socket: Socket): void {
    this.waiting.get(socket)?.();
    this.waiting.delete(socket);
  }
}
