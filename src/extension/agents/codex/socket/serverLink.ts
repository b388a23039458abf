import { watch, type FSWatcher } from 'node:fs';
import * as path from 'node:path';
import { FolderArrival } from '../../../hub/ingest/folderArrival';
import { Coalescer } from '../../../util/coalesce';
import type { Disposable } from '../../../util/lifetime';
import type { Log } from '../../../util/log';
import { findServerSocket } from './findServerSocket';
import { ServerConnection, type ServerListener } from './serverConnection';
import { greetingSchema, unwantedNotifications } from './serverMessages';

/**
 * Times in ms after which a connection that ended or failed is tried again; after the last one,
 * only a change in the socket's folder is.
 */
const retriesMs = [100, 500, 2_000, 10_000] as const;

export interface ServerLinkParts {
  /** Path of the socket, a link that each server replaces. */
  readonly socket: string;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly onOpen: (connection: ServerConnection) => void;
  readonly listener: ServerListener;
}

/** Keeps a connection to the shared server while one runs. Without a server it only watches. */
export class ServerLink implements Disposable {
  private readonly folder: string;
  private readonly arrival: FolderArrival;
  private readonly attempts = new Coalescer(() => this.connect());
  private watcher: FSWatcher | undefined;
  private connection: ServerConnection | undefined;
  private retry: NodeJS.Timeout | undefined;
  private tries = 0;
  private readonly logged = new Set<string>();
  private disposed = false;

  constructor(private readonly parts: ServerLinkParts) {
    this.folder = path.dirname(parts.socket);
    this.arrival = new FolderArrival(this.folder, () => this.watch());
  }

  /** Resolves after the first attempt to connect. */
  start(): Promise<void> {
    this.watch();
    return this.attempts.run();
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
      const socket = await findServerSocket(this.parts.socket);
      if (socket === undefined) return;
      const connection = await ServerConnection.open(socket, {
        onNotification: (method, params) => this.parts.listener.onNotification(method, params),
        onRequest: (id, method, params) => this.parts.listener.onRequest(id, method, params),
        onClose: () => this.onClose(connection),
      });
      this.connection = connection;
      await this.greet(connection);
    } catch (error) {
      this.logOnce(`Codex’s server can’t be used: ${String(error)}`);
      this.connection?.close();
      this.tryLater();
    }
  }

  private async greet(connection: ServerConnection): Promise<void> {
    const clientInfo = { name: 'mission-control', title: 'Mission Control', version: '1' };
    const optOutNotificationMethods = unwantedNotifications;
    const capabilities = { experimentalApi: true, optOutNotificationMethods };
    const greeting = greetingSchema.parse(
      await connection.call('initialize', { clientInfo, capabilities }),
    );
    if (this.disposed) return connection.close();
    connection.notify('initialized');
    this.tries = 0;
    this.logOnce(`Connected to Codex’s server (${greeting.userAgent.split(' ')[0]})`);
    this.parts.onOpen(connection);
  }

  private onClose(connection: ServerConnection): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    this.parts.listener.onClose();
    this.tryLater();
  }

  private tryLater(): void {
    const delay = retriesMs[this.tries];
    clearTimeout(this.retry);
    if (delay === undefined || this.disposed) return;
    this.tries += 1;
    this.retry = setTimeout(() => void this.attempts.run(), delay);
    this.retry.unref();
  }

  private logOnce(message: string): void {
    if (this.logged.has(message)) return;
    this.logged.add(message);
    this.parts.log.info(message);
  }
}
