import type * as z from '../../../../shared/protocol/schema';
import { plainLine } from '../../../../shared/text/plainText';
import { LocalServerLink } from '../../../hub/ingest/localServerLink';
import { Emitter } from '../../../util/emitter';
import { readOrdinaryEnd } from '../../../util/files/readOrdinary';
import { numberIn, parseObject } from '../../../util/json';
import type { Disposable } from '../../../util/lifetime';
import type { AgentSourcesParts, SessionLine } from '../../sources';
import { StatusedProcesses } from '../../statusedProcesses';
import type { CodexPlaces } from '../home/codexHome';
import type { MessageId, RpcConnection } from '../../../util/rpc/rpcConnection';
import {
  greetingSchema,
  latestTurnSchema,
  notificationSchemas,
  unwantedNotifications,
} from './serverMessages';
import { ServerThreads } from './serverThreads';
import { ThreadRequests } from './threadRequests';

interface Session {
  readonly connection: RpcConnection;
  readonly threads: ServerThreads;
  readonly requests: ThreadRequests;
}

type Method = keyof typeof notificationSchemas;
type ServerEvent = {
  [M in Method]: { readonly method: M } & z.infer<(typeof notificationSchemas)[M]>;
}[Method];

const pidFileBytes = 4096;
/** Most different lines in the log: the server names what they are about. */
const maxLogged = 50;

/**
 * The server that runs the sessions of all terminals: their statuses, and the requests that it
 * makes of a person. Without a server, or with one that is not understood, files alone are read.
 */
export class SharedServer implements Disposable, SessionLine {
  /** Takes what the locks say about processes, too. */
  readonly processes: StatusedProcesses;
  private readonly link: LocalServerLink;
  private readonly logged = new Set<string>();
  private session: Session | undefined;
  private readonly changes = new Emitter<string>();
  /** Fires with the id of a session that the server may have loaded or unloaded. */
  readonly onDidChange = this.changes.event;

  constructor(
    private readonly places: Pick<CodexPlaces, 'serverSocket' | 'serverProcess'>,
    private readonly parts: Pick<AgentSourcesParts, 'emit' | 'holdRequest' | 'log'>,
  ) {
    this.processes = new StatusedProcesses(parts.emit);
    this.link = new LocalServerLink({
      socket: places.serverSocket,
      log: (message) => this.logOnce(message),
      greet: (connection) => this.greet(connection),
      onOpen: (connection) => void this.load(connection),
      listener: {
        onNotification: (method, params) => this.onNotification(method, params),
        onRequest: (id, method, params) => void this.onRequest(id, method, params),
        onClose: () => this.onClose(),
      },
    });
  }

  start(): Promise<void> {
    return this.link.start();
  }

  sessionIds(): readonly string[] {
    return this.session?.threads.sessionIds ?? [];
  }

  /** True while the server runs the session, and this is connected to it. */
  has(sessionId: string): boolean {
    return this.session?.threads.has(sessionId) === true;
  }

  async prompt(
    threadId: string,
    text: string,
    commit: () => Promise<boolean>,
    steers = false,
  ): Promise<boolean> {
    const { connection, threads } = this.session ?? {};
    if (threads?.has(threadId) !== true || (!steers && threads.isActive(threadId))) return false;
    if (connection === undefined || !(await commit())) return false;
    const input = [{ type: 'text', text, text_elements: [] }];
    // During a turn, the program adds the prompt to that turn.
    return connection.tryCall('turn/start', { threadId, input });
  }

  async interrupt(threadId: string): Promise<boolean> {
    const { connection } = this.session ?? {};
    const page = { threadId, limit: 1, sortDirection: 'desc' };
    const turns = latestTurnSchema.safeParse(
      await connection?.call('thread/turns/list', page).catch(() => undefined),
    );
    const turn = turns.data?.data[0];
    if (connection === undefined || turn?.status !== 'inProgress') return false;
    return connection.tryCall('turn/interrupt', { threadId, turnId: turn.id });
  }

  dispose(): void {
    this.link.dispose();
    this.changes.dispose();
  }

  private async greet(connection: RpcConnection): Promise<void> {
    const clientInfo = { name: 'mission-control', title: 'Mission Control', version: '1' };
    const optOutNotificationMethods = unwantedNotifications;
    const capabilities = { experimentalApi: true, optOutNotificationMethods };
    const greeting = await connection.call('initialize', { clientInfo, capabilities });
    const { userAgent } = greetingSchema.parse(greeting);
    connection.notify('initialized');
    this.logOnce(`connected (${plainLine(userAgent).split(' ')[0]})`);
  }

  private async load(connection: RpcConnection): Promise<void> {
    const threads = new ServerThreads(connection);
    const { emit, holdRequest } = this.parts;
    const requests = new ThreadRequests({ connection, threads, emit, holdRequest });
    this.session = { connection, threads, requests };
    const report = (sessionId: string): void => {
      if (this.session?.threads !== threads) return;
      this.processes.setStatus(sessionId, threads.statusOf(sessionId));
      requests.follow(sessionId);
      this.changes.fire(sessionId);
    };
    this.processes.serverPid = await this.readPid();
    threads.onDidChange(report);
    for (const sessionId of threads.sessionIds) report(sessionId); // They were started meanwhile.
    await threads.load().catch((error: unknown) => this.logOnce(String(error)));
  }

  private onClose(): void {
    const { session } = this;
    this.session = undefined;
    session?.requests.close();
    for (const sessionId of session?.threads.sessionIds ?? []) {
      this.processes.setStatus(sessionId, undefined);
      this.changes.fire(sessionId);
    }
  }

  private onNotification(method: string, params: unknown): void {
    if (this.session === undefined || !Object.hasOwn(notificationSchemas, method)) return;
    const { success, data } = notificationSchemas[method as Method].safeParse(params);
    if (success) this.apply(this.session, { method, ...data } as ServerEvent);
    else this.logOnce(`${method} is not understood`);
  }

  private apply({ threads, requests }: Session, event: ServerEvent): void {
    switch (event.method) {
      case 'thread/started':
        return void threads.add(event.thread);
      case 'thread/status/changed':
        return threads.setStatus(event.threadId, event.status);
      case 'thread/closed':
        return threads.remove(event.threadId);
      case 'error':
        return threads.setRetry(event.threadId, event.willRetry ? event.error.message : undefined);
      case 'item/started':
        threads.setRetry(event.threadId, undefined);
        return requests.onItem(event.threadId, event.item.id, event.item.changes);
      case 'item/fileChange/patchUpdated':
        return requests.onItem(event.threadId, event.itemId, event.changes);
      case 'item/completed':
        return requests.onItem(event.threadId, event.item.id, undefined);
      case 'serverRequest/resolved':
        return requests.onResolved(event.requestId);
    }
  }

  private async onRequest(id: MessageId, method: string, params: unknown): Promise<void> {
    const isKnown = await this.session?.requests.onRequest(id, method, params);
    if (isKnown === false) this.logOnce(`${plainLine(method)} is left to the terminal`);
  }

  /** Reads the id of the server's process, which a server that was started by hand does not write. */
  private async readPid(): Promise<number | undefined> {
    const text = await readOrdinaryEnd(this.places.serverProcess, pidFileBytes).catch(() => '');
    return numberIn(parseObject(String(text)), 'pid');
  }

  private logOnce(message: string): void {
    if (this.logged.has(message) || this.logged.size >= maxLogged) return;
    this.logged.add(message);
    this.parts.log.info(`Codex’s server: ${message}`);
  }
}
