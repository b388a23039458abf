import * as fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import * as os from 'node:os';
import * as path from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import { projectRoot } from '../editor/paths';

interface Frame {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const fixture = path.join(projectRoot, 'test', 'fixtures', 'codex-server', 'frames.json');

/** Frames that the real server sent, and a thread in its form. */
export const serverFrames = JSON.parse(fs.readFileSync(fixture, 'utf8')) as {
  readonly command: Frame;
  readonly patchStarted: Frame;
  readonly patch: Frame;
  readonly question: Frame;
  readonly thread: Readonly<Record<string, unknown>> & { readonly id: string };
};

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

/** A scripted server at a real socket in Codex's folder, with one thread. */
export class CodexServer {
  /** Everything that was called, in order. */
  readonly calls: { readonly method: string; readonly params: unknown }[] = [];
  /** Results of the server's own requests, by their ids. */
  readonly answers = new Map<number, unknown>();
  private readonly clients = new Set<WebSocket>();
  private readonly followers = new Set<WebSocket>();
  private readonly open = new Map<number, Frame>();
  private lastId = -1;
  private status: object = { type: 'idle' };
  isLoaded = true;
  /** Folder of the threads. */
  cwd = String(serverFrames.thread['cwd']);
  /** Threads on each page of the loaded ones, of which there is no last; one page if absent. */
  pages: readonly string[] | undefined;
  /** Methods that are refused. */
  readonly refused = new Set<string>();
  /** Methods that get no answer until `release` is called. */
  readonly delayed = new Set<string>();
  private readonly unanswered: (() => void)[] = [];
  /** Called before a thread is sent that a client reads. */
  onRead: (threadId: unknown) => void = () => undefined;
  /** Called when the answer to a client's greeting was sent. */
  onGreeted: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly folder: string,
    private readonly link: string,
  ) {
    const sockets = new WebSocketServer({ server, perMessageDeflate: false });
    sockets.on('connection', (client) => {
      this.clients.add(client);
      client.on('message', (data: Buffer) =>
        this.receive(client, JSON.parse(data.toString('utf8')) as Message),
      );
      client.on('close', () => {
        this.clients.delete(client);
        this.followers.delete(client);
      });
    });
  }

  /** Starts a server whose process is this one. */
  static async start(codexHome: string, mode = 0o600): Promise<CodexServer> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'codex-'));
    const socket = path.join(folder, 'socket');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    fs.chmodSync(socket, mode);
    const daemon = path.join(codexHome, 'app-server-daemon');
    fs.mkdirSync(daemon, { recursive: true });
    fs.writeFileSync(path.join(daemon, 'daemon.pid'), JSON.stringify({ pid: process.pid }));
    const link = path.join(codexHome, 'app-server-control', 'app-server-control.sock');
    const scripted = new CodexServer(server, folder, link);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.rmSync(link, { force: true });
    fs.symlinkSync(socket, link);
    return scripted;
  }

  get connections(): number {
    return this.clients.size;
  }

  get isFollowed(): boolean {
    return this.followers.size > 0;
  }

  setStatus(...flags: readonly string[]): void {
    this.change({ type: 'active', activeFlags: flags });
  }

  rest(): void {
    this.change({ type: 'idle' });
  }

  unload(): void {
    this.isLoaded = false;
    const { id: threadId } = serverFrames.thread;
    this.notify('thread/status/changed', { threadId, status: { type: 'notLoaded' } });
    this.notify('thread/closed', { threadId });
  }

  /** Notifies those who follow the thread, unless they want no such notifications. */
  tell({ method, params }: Frame): void {
    if (this.optedOut.includes(method)) return;
    for (const client of this.followers) client.send(JSON.stringify({ method, params }));
  }

  /** Makes a request of those who follow the thread, and of those who will. */
  ask(frame: Frame): number {
    const id = (this.lastId += 1);
    this.open.set(id, frame);
    for (const client of this.followers) client.send(JSON.stringify({ id, ...frame }));
    return id;
  }

  /** Sends a text or bytes to each client, as they are. */
  sendRaw(data: string | Buffer): void {
    for (const client of this.clients) client.send(data);
  }

  /** Ends all connections; the server goes on. */
  disconnect(): void {
    for (const client of this.clients) client.terminate();
  }

  /** Answers the calls that were delayed. */
  release(): void {
    this.delayed.clear();
    for (const answer of this.unanswered.splice(0)) answer();
  }

  /** Ends a request, as when a person has answered it in the terminal. */
  resolve(requestId: number): void {
    this.open.delete(requestId);
    this.notify('serverRequest/resolved', { threadId: serverFrames.thread.id, requestId });
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.terminate();
    await new Promise((resolve) => this.server.close(resolve));
    fs.rmSync(this.folder, { recursive: true, force: true });
    fs.rmSync(this.link, { force: true });
  }

  /** Methods of notifications that the last client does not want. */
  private get optedOut(): readonly unknown[] {
    const { params } = this.calls.findLast(({ method }) => method === 'initialize') ?? {};
    const { capabilities } = params as {
      readonly capabilities: Record<string, readonly unknown[]>;
    };
    return capabilities['optOutNotificationMethods'] ?? [];
  }

  /** Reports the thread to all clients as one that was started just now. */
  announce(): void {
    this.notify('thread/started', { thread: { ...serverFrames.thread, status: this.status } });
  }

  private change(status: object): void {
    this.status = status;
    this.notify('thread/status/changed', { threadId: serverFrames.thread.id, status });
  }

  private notify(method: string, params: object): void {
    for (const client of this.clients) client.send(JSON.stringify({ method, params }));
  }

  private receive(client: WebSocket, { id, method, params, result }: Message): void {
    if (method === undefined) {
      if (id === undefined || !this.open.has(id)) return;
      this.answers.set(id, result);
      this.resolve(id);
      return;
    }
    this.calls.push({ method, params });
    if (id === undefined) return;
    if (this.delayed.has(method)) {
      this.unanswered.push(() => this.reply(client, id, method, params));
      return;
    }
    this.reply(client, id, method, params);
  }

  private reply(client: WebSocket, id: number, method: string, params: Message['params']): void {
    if (this.refused.has(method)) {
      client.send(JSON.stringify({ id, error: { code: -32600, message: 'refused' } }));
      return;
    }
    if (method === 'thread/read') this.onRead(params?.['threadId']);
    client.send(JSON.stringify({ id, result: this.resultOf(method, params?.['threadId']) }));
    if (method === 'initialize') this.onGreeted();
    if (method === 'thread/unsubscribe') this.followers.delete(client);
    if (method !== 'thread/resume') return;
    this.followers.add(client);
    for (const [request, frame] of this.open)
      client.send(JSON.stringify({ id: request, ...frame }));
  }

  private resultOf(method: string, threadId: unknown): unknown {
    const { thread } = serverFrames;
    switch (method) {
      case 'initialize':
        return { userAgent: 'mission-control/0.171.0 (Linux)', codexHome: '/home/dev/.codex' };
      case 'thread/loaded/list':
        if (this.pages !== undefined) return { data: this.pages, nextCursor: 'next' };
        return { data: this.isLoaded ? [thread.id] : [], nextCursor: null };
      case 'thread/read':
      case 'thread/resume':
        return { thread: { ...thread, id: threadId, cwd: this.cwd, status: this.status } };
      case 'turn/start':
      case 'turn/steer':
        return { turn: { id: 'turn-2' }, turnId: 'turn-2' };
      case 'thread/turns/list':
        return { data: [{ id: 'turn-1', status: 'inProgress' }] };
      default:
        return {};
    }
  }
}
