import { watch, type FSWatcher } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Coalescer } from '../../util/coalesce';
import { findPrivateSocket } from '../../util/files/findPrivateSocket';
import type { Disposable } from '../../util/lifetime';
import { RpcConnection, type RpcListener } from '../../util/rpc/rpcConnection';
import { FolderArrival } from './folderArrival';

/**
 * Delays in ms before each retry of a connection that ended or failed; after the last one, only a
 * change in the socket's folder starts an attempt.
 */
const retriesMs = [100, 500, 2_000, 10_000] as const;
/** Time in ms after which a connection counts as stable: its end restarts the retries. */
const steadyMs = 30_000;
/** Maximum time in ms for which `start` waits for the first attempt to connect. */
const startMs = 1_000;

export interface LocalServerParts {
  /** Path of the socket, which may be a link that each server replaces. */
  readonly socket: string;
  readonly log: (message: string) => void;
  /** Negotiates the protocol with a server; rejects if the server does not support it. */
  readonly greet: (connection: RpcConnection) => Promise<void>;
  readonly onOpen: (connection: RpcConnection) => void;
  readonly listener: RpcListener;
}

/**
 * Maintains a connection to a server on this computer while one runs, if only this user can use its
 * socket. Without a server, it only watches the socket's folder.
 */
export class LocalServerLink implements Disposable {
  private readonly folder: string;
  private readonly arrival: FolderArrival;
  private readonly attempts = new Coalescer(() => this.connect());
  private watcher: FSWatcher | undefined;
  private connection: RpcConnection | undefined;
  /** Time at which the server was ready, by the clock of `performance`. */
  private readyAt: number | undefined;
  private retry: NodeJS.Timeout | undefined;
  private tries = 0;
  private disposed = false;

  constructor(private readonly parts: LocalServerParts) {
    this.folder = path.dirname(parts.socket);
    this.arrival = new FolderArrival(this.folder, () => this.watch());
  }

  /** Resolves after the first attempt to connect, or soon if the server does not answer. */
  async start(): Promise<void> {
    this.watch();
    await Promise.race([this.attempts.run(), delay(startMs, undefined, { ref: false })]);
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.retry);
    this.arrival.dispose();
    this.watcher?.close();
    this.connection?.close();
  }

  private watch(): void {
    if (this.disposed) return;
    try {
      this.watcher = watch(this.folder, { persistent: false }, () => this.onChange());
      this.watcher.on('error', () => this.rewatch());
      this.onChange();
    } catch {
      this.arrival.wait(); // No server has run here yet.
    }
  }

  private rewatch(): void {
    this.watcher?.close();
    this.watcher = undefined;
    this.arrival.wait();
  }

  private onChange(): void {
    this.tries = 0;
    void this.attempts.run();
  }

  private async connect(): Promise<void> {
    clearTimeout(this.retry);
    if (this.disposed || this.connection !== undefined) return;
    try {
      const socket = await findPrivateSocket(this.parts.socket);
      if (socket === undefined) return;
      const connection = await RpcConnection.open(socket, {
        onNotification: (method, params) => this.parts.listener.onNotification(method, params),
        onRequest: (id, method, params) => this.parts.listener.onRequest(id, method, params),
        onClose: () => this.onClose(connection),
      });
      if (this.disposed) return connection.close();
      this.connection = connection;
      await this.parts.greet(connection);
      if (this.disposed) return connection.close();
      this.readyAt = performance.now();
      this.parts.onOpen(connection);
    } catch (error) {
      this.parts.log(`can’t be used: ${String(error)}`);
      const { connection } = this;
      this.connection = undefined;
      connection?.close();
      this.tryLater();
    }
  }

  private onClose(connection: RpcConnection): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    const { readyAt } = this;
    this.readyAt = undefined;
    if (readyAt === undefined) return; // The failed attempt schedules the retry itself.
    this.parts.listener.onClose();
    const isSteady = performance.now() - readyAt >= steadyMs;
    this.tries = isSteady ? 0 : Math.min(this.tries, retriesMs.length - 1);
    this.tryLater();
  }

  private tryLater(): void {
    const pauseMs = retriesMs[this.tries];
    clearTimeout(this.retry);
    if (pauseMs === undefined || this.disposed) return;
    this.tries += 1;
    this.retry = setTimeout(() => void this.attempts.run(), pauseMs);
    this.retry.unref();
  }
}
