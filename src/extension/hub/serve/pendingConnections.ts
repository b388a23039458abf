import type { Socket } from 'node:net';
import { afterRunning } from '../../util/runningTime';

export interface PendingConnectionsOptions {
  /** Time in ms within which a caller must authenticate. */
  readonly patience?: number;
  /** Maximum number of authenticated connections. */
  readonly maxKnown?: number;
}

const defaults = {
  patience: 2_000,
  /** Far more than all windows and hooks need at a time. */
  maxKnown: 1_000,
};

/**
 * Maximum number of waiting connections. It is higher than the listener's `backlog`, so that
 * connections that arrive together with a caller can't displace it before its request was read.
 */
const maxStrangers = 600;

/**
 * Connections that have not authenticated with the token or a phone's key. Few are kept, for a
 * short time, and the oldest is dropped first, so that they can't block authenticated callers.
 */
export class PendingConnections {
  /** Functions that cancel the time limits of the connections. */
  private readonly waiting = new Map<Socket, () => void>();
  private readonly options: Required<PendingConnectionsOptions>;
  /** Number of authenticated connections. */
  private admittedCount = 0;

  constructor(options: PendingConnectionsOptions = {}) {
    this.options = { ...defaults, ...options };
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
    if (this.admittedCount >= this.options.maxKnown) return false;
    this.remove(socket);
    this.admittedCount += 1;
    socket.once('close', () => (this.admittedCount -= 1));
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
