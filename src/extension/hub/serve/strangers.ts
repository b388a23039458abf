import type { Socket } from 'node:net';
import { afterRunning } from '../../util/runningTime';

export interface StrangersOptions {
  /** Time in ms within which a caller must authenticate. */
  readonly patience?: number;
  /** Maximum number of authenticated connections. */
  readonly maxKnown?: number;
}

const usual = {
  patience: 2_000,
  /** Many more than all windows and hooks of a day. */
  maxKnown: 1_000,
};

/**
 * Maximum number of waiting connections, more than a system hands over at once (`backlog`):
 * connections that arrive together with a caller can't displace it before it was read.
 */
const maxStrangers = 600;

/**
 * Connections that have not shown the token or a phone's key: few, for a short time, and the oldest
 * is dropped first. Thousands of such connections can't block authenticated callers.
 */
export class Strangers {
  private readonly waiting = new Map<Socket, () => void>();
  private readonly options: Required<StrangersOptions>;
  private known = 0;

  constructor(options: StrangersOptions = {}) {
    this.options = { ...usual, ...options };
  }

  add(socket: Socket): void {
    this.waiting.set(
      socket,
      afterRunning(this.options.patience, () => socket.destroy()),
    );
    socket.once('close', () => this.remove(socket));
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > maxStrangers && oldest !== undefined) {
      this.remove(oldest);
      oldest.destroy();
    }
  }

  has(socket: Socket): boolean {
    return this.waiting.has(socket);
  }

  /** Marks a connection as authenticated; returns false if there are too many of them. */
  admit(socket: Socket): boolean {
    if (!this.waiting.has(socket)) return !socket.destroyed;
    if (this.known >= this.options.maxKnown) return false;
    this.remove(socket);
    this.known += 1;
    socket.once('close', () => (this.known -= 1));
    return true;
  }

  /** Ends all waiting connections. */
  clear(): void {
    for (const socket of this.waiting.keys()) {
      this.remove(socket);
      socket.destroy();
    }
  }

  private remove(socket: Socket): void {
    this.waiting.get(socket)?.();
    this.waiting.delete(socket);
  }
}
