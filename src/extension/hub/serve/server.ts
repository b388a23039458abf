import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Board,
  type Hello,
  maxHookBodyBytes,
  protocolVersion,
  routes,
} from '../../../shared/protocol';
import { hubProof } from '../../util/hubKey';
import type { Log } from '../../util/log';
import { readJson } from './body';
import { checkOrigin, checkToken } from './checks';
import { HeldCall } from './heldCall';
import { hookHeaders, type HookHeaders } from './hookHeaders';
import type { Intent, Intents, Outcome } from './intents';
import { Listener, type limits } from './listener';
import type { LiveStream } from './liveStream';
import { tell } from './telling';
import { refusals, refuse, type Refusal } from './refusal';

/** A hook that stays: until a person decided, or until there is a prompt for its session. */
export interface StayingHook {
  readonly waitsFor: 'decision' | 'prompt';
  readonly call: HeldCall;
}

export interface ServerOptions {
  readonly port: number;
  readonly key: string;
  readonly token: string;
  readonly startedAt: string;
  readonly stream: LiveStream;
  readonly log: Log;
  /** Instead of the usual ones. */
  readonly limits?: Partial<typeof limits>;
}

/** What the hub answers with. */
export interface Served {
  /** Settles once every living session is known for what it is: nobody is shown a guess before. */
  readonly board: () => Promise<Board>;
  /**
   * `unreadable`: the body lacks what a hook payload needs. `held`: the call is kept, and answered
   * later. `staying` is there for a caller that waits.
   */
  readonly onHook: (
    body: unknown,
    headers: HookHeaders,
    staying: StayingHook | undefined,
  ) => 'unreadable' | 'taken' | 'held';
  readonly intents: Intents;
  /** What a view may ask beside the board; the address has what others have in a body. */
  readonly questions: Intents;
}

/** Intents are a few words; a prompt is the longest. */
const maxIntentBytes = 1024 * 1024;

type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void> | void;

interface Route {
  readonly method: 'GET' | 'POST';
  readonly handle: Handler;
}

/** The hub's listeners, on 127.0.0.1 and at a socket. Checks: host, origin, token, route and method, size, JSON, shape. */
export class HubServer {
  private readonly network: Listener;
  private local: Listener | undefined;
  private routes: ReadonlyMap<string, Route> = new Map();
  private served: Pick<Served, 'intents' | 'questions'> | undefined;

  constructor(private readonly options: ServerOptions) {
    this.network = this.listener();
  }

  get port(): number {
    return this.network.port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Rejects with the system's error, `EADDRINUSE` among them. */
  listen(served: Served): Promise<void> {
    this.served = served;
    this.routes = this.fixedRoutes(served);
    return this.network.listen({ port: this.options.port, host: '127.0.0.1' });
  }

  /** Listens at a socket beside the port; a second time in place of the first. */
  async listenAt(path: string): Promise<void> {
    await this.local?.close();
    this.local = this.listener();
    await this.local.listen({ path });
  }

  async close(): Promise<void> {
    this.options.stream.dispose();
    await Promise.all([this.network.close(), this.local?.close()]);
  }

  private fixedRoutes({ board, onHook }: Served): ReadonlyMap<string, Route> {
    const { stream } = this.options;
    return new Map<string, Route>([
      [
        routes.hook,
        {
          method: 'POST',
          handle: (request, response, url) => takeHook(request, response, url, onHook),
        },
      ],
      [
        routes.sessions,
        {
          method: 'GET',
          handle: async (_request, response) => sendJson(response, await board()),
        },
      ],
      [
        routes.summary,
        {
          method: 'GET',
          handle: async (_request, response) => sendJson(response, (await board()).summary),
        },
      ],
      [
        routes.stream,
        {
          method: 'GET',
          handle: async (_request, response, url) => {
            const [window] = /^[\w-]{1,100}$/u.exec(url.searchParams.get('window') ?? '') ?? [];
            const snapshot = await board();
            if (!response.destroyed) stream.add(response, snapshot, window);
          },
        },
      ],
    ]);
  }

  private listener(): Listener {
    return new Listener(
      (request, response, admit) => void this.answer(request, response, admit),
      this.options.log,
      this.options.limits,
    );
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    admit: () => boolean,
  ): Promise<void> {
    response.on('error', () => undefined); // The caller went away; there is nobody to tell.
    try {
      const refusal = await this.route(request, response, admit);
      if (refusal !== undefined) refuse(request, response, refusal);
    } catch (error) {
      this.options.log.error(
        `A call failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      refuse(request, response, refusals.internal);
    }
  }

  private async route(
    request: IncomingMessage,
    response: ServerResponse,
    admit: () => boolean,
  ): Promise<Refusal | undefined> {
    const foreign = checkOrigin(request, this.port);
    if (foreign !== undefined) return foreign;
    const url = addressOf(request);
    if (url?.pathname === routes.hello && request.method === 'GET')
      return this.hello(response, url);
    const stranger = checkToken(request, this.options.token);
    if (stranger !== undefined) return stranger;
    if (!admit()) return refusals.crowded;
    const route = url && (this.routes.get(url.pathname) ?? this.tableRoute(url.pathname));
    if (url === undefined || route === undefined) return refusals.route;
    if (request.method !== route.method) return refusals.method;
    await route.handle(request, response, url);
    return undefined;
  }

  private hello(response: ServerResponse, url: URL): Refusal | undefined {
    const nonce = url.searchParams.get('nonce') ?? '';
    if (!/^[0-9a-f]{16,128}$/u.test(nonce)) return refusals.nonce;
    const hello: Hello = {
      version: protocolVersion,
      pid: process.pid,
      startedAt: this.options.startedAt,
      proof: hubProof(this.options.key, nonce, this.port),
    };
    sendJson(response, hello);
    return undefined;
  }

  private tableRoute(pathname: string): Route | undefined {
    const asked = this.served?.questions.at(pathname);
    if (asked !== undefined) {
      return {
        method: 'GET',
        handle: async (request, response, url) =>
          finish(request, response, await asked.intent(questionIn(url), asked.id)),
      };
    }
    const wanted = this.served?.intents.at(pathname);
    if (wanted === undefined) return undefined;
    return {
      method: 'POST',
      handle: (request, response) => this.takeIntent(request, response, wanted.intent, wanted.id),
    };
  }

  private async takeIntent(
    request: IncomingMessage,
    response: ServerResponse,
    intent: Intent,
    id: string,
  ): Promise<void> {
    const body = await readJson(request, maxIntentBytes);
    finish(request, response, 'refusal' in body ? body : await intent(body.value, id));
  }
}

async function takeHook(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  onHook: Served['onHook'],
): Promise<void> {
  const body = await readJson(request, maxHookBodyBytes);
  if ('refusal' in body) {
    refuse(request, response, body.refusal);
    return;
  }
  const outcome = onHook(body.value, hookHeaders(request.headers), staying(response, url));
  if (outcome === 'unreadable') refuse(request, response, refusals.schema);
  else if (outcome === 'taken') response.writeHead(204).end();
}

function staying(response: ServerResponse, { searchParams }: URL): StayingHook | undefined {
  const call = new HeldCall(response);
  if (searchParams.get('wait') === '1') return { waitsFor: 'decision', call };
  return searchParams.get('rewake') === '1' ? { waitsFor: 'prompt', call } : undefined;
}

/** Undefined for a target that is no path at all, `//[` for one. */
function addressOf(request: IncomingMessage): URL | undefined {
  try {
    return new URL(request.url ?? '/', 'http://127.0.0.1');
  } catch {
    return undefined;
  }
}

function questionIn(url: URL): unknown {
  return Object.fromEntries(url.searchParams);
}

function finish(request: IncomingMessage, response: ServerResponse, outcome: Outcome): void {
  if (outcome === undefined) response.writeHead(204).end();
  else if ('refusal' in outcome) refuse(request, response, outcome.refusal);
  else if ('tell' in outcome) tell(response, outcome.tell);
  else sendJson(response, outcome.answer);
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}
