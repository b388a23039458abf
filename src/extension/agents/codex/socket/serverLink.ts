import { watch, type FSWatcher } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FolderArrival } from '../../../hub/ingest/folderArrival';
import { Coalescer } from '../../../util/coalesce';
import type { Disposable } from '../../../util/lifetime';
import { plainLine } from '../../../../shared/text/plainText';
import type { Log } from '../../../util/log';
import { findPrivateSocket } from '../../../util/files/findPrivateSocket';
import { RpcConnection, type RpcListener } from '../../../util/rpc/rpcConnection';
import { greetingSchema, unwantedNotifications } from './serverMessages';

/**
 * Times in ms after which a connection that ended or failed is tried again; after the last one,
 * only a change in the socket's folder is.
 */
const retriesMs = [100, 500, 2_000, 10_000] as const;
/** Time in ms after which a connection counts as steady: if it ends, the retries start anew. */
const steadyMs = 30_000;
/** Longest time in ms for which others wait for the first connection. */
const startMs = 1_000;

export interface ServerLinkParts {
  /** Path of the socket, a link that each server replaces. */
  readonly socket: string;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly onOpen: (connection: RpcConnection) => void;
  readonly listener: RpcListener;
}

/** Keeps a connection to the shared server while one runs. Without a server it only watches. */
export class ServerLink implements Disposable {
  private readonly folder: string;
  private readonly arrival: FolderArrival;
  private readonly attempts = new Coalescer(() => this.connect());
  private watcher: FSWatcher | undefined;
  private connection: RpcConnection | undefined;
  /** Time at which the server was ready, by the clock of `performance`. */
  private readyAt: number | undefined;
  private retry: NodeJS.Timeout | undefined;
  private tries = 0;
  private readonly logged = new Set<string>();
  private disposed = false;

  constructor(private readonly parts: ServerLinkParts) {
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
      await this.greet(connection);
    } catch (error) {
      this.logOnce(`Codex’s server can’t be used: ${String(error)}`);
      const { connection } = this;
      this.connection = undefined;
      connection?.close();
      this.tryLater();
    }
  }

  private async greet(connection: RpcConnection): Promise<void> {
    const clientInfo = { name: 'mission-control', title: 'Mission Control', version: '1' };
    const optOutNotificationMethods = unwantedNotifications;
    const capabilities = { experimentalApi: true, optOutNotificationMethods };
    const greeting = greetingSchema.parse(
      await connection.call('initialize', { clientInfo, capabilities }),
    );
    if (this.disposed) return connection.close();
    connection.notify('initialized');
    this.readyAt = performance.now();
    this.logOnce(`Connected to Codex’s server (${plainLine(greeting.userAgent).split(' ')[0]})`);
    this.parts.onOpen(connection);
  }

  private onClose(connection: RpcConnection): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    const { readyAt } = this;
    this.readyAt = undefined;
    if (readyAt === undefined) return; // The attempt to connect fails, and tries later.
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

  private logOnce(message: string): void {
    if (this.logged.has(message)) return;
    this.logged.add(message);
    this.parts.log.info(message);
  }
}
