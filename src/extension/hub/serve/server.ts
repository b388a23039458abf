import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Board,
  type Budget,
  type Hello,
  archiveSchema,
  budgetSchema,
  maxHookBodyBytes,
  protocolVersion,
  routes,
} from '../../../shared/protocol';
import { hubProof } from '../../util/hubKey';
import type { Log } from '../../util/log';
import { readJson } from './body';
import { checkOrigin, checkToken } from './checks';
import { LiveStream } from './liveStream';
import { refusals, refuse, type Refusal } from './refusal';

/** What a caller told about itself beside the body. */
export interface HookHeaders {
  readonly pid: number | undefined;
  readonly parentPid: number | undefined;
  readonly entrypoint: string | undefined;
  readonly sentAt: number | undefined;
}

export interface ServerOptions {
  readonly port: number;
  readonly key: string;
  readonly token: string;
  readonly startedAt: string;
  /** Settles once every living session is known for what it is: nobody is shown a guess before. */
  readonly board: () => Promise<Board>;
  /** False when the body lacks what a hook payload needs. */
  readonly onHook: (body: unknown, headers: HookHeaders) => boolean;
  readonly intents: Intents;
  readonly log: Log;
}

/** What a view may ask for. */
export interface Intents {
  setBudget(budget: Budget): void;
  /** False when there is no such session. */
  archive(sessionId: string, archived: boolean): boolean;
}

/** Intents are a few words; a prompt is the longest. */
const maxIntentBytes = 1024 * 1024;

/** A caller that trickles or says nothing is cut off, in ms. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  noDelay: true,
} as const;

/** Far beyond all windows and hooks of a day; what comes on top is hung up on at once. */
const maxConnections = 1_000;

/** Does what a body asks for and answers. */
type Take = (request: IncomingMessage, response: ServerResponse, value: unknown) => void;

type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void> | void;

interface Route {
  readonly method: 'GET' | 'POST';
  readonly handle: Handler;
}

/** The hub's listener on 127.0.0.1. Checks: host, origin, token, route and method, size, JSON, shape. */
export class HubServer {
  readonly stream = new LiveStream();
  private readonly server: Server;
  private readonly routes: ReadonlyMap<string, Route>;

  constructor(private readonly options: ServerOptions) {
    this.routes = new Map<string, Route>([
      [
        routes.hook,
        { method: 'POST', handle: (request, response) => this.takeHook(request, response) },
      ],
      [
        routes.budget,
        {
          method: 'POST',
          handle: (request, response) => this.takeIntent(request, response, this.setBudget),
        },
      ],
      [
        routes.sessions,
        {
          method: 'GET',
          handle: async (_request, response) => sendJson(response, await options.board()),
        },
      ],
      [
        routes.summary,
        {
          method: 'GET',
          handle: async (_request, response) => sendJson(response, (await options.board()).summary),
        },
      ],
      [
        routes.stream,
        {
          method: 'GET',
          handle: async (_request, response) => {
            const board = await options.board();
            if (!response.destroyed) this.stream.add(response, board);
          },
        },
      ],
    ]);
    this.server = createServer(limits, (request, response) => void this.answer(request, response));
    this.server.maxConnections = maxConnections;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Rejects with the system's error, `EADDRINUSE` among them. */
  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.options.port, '127.0.0.1', () => {
        this.server.off('error', reject);
        this.server.on('error', (error) =>
          this.options.log.error(`The listener failed: ${error.message}`),
        );
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    this.stream.dispose();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined); // The caller went away; there is nobody to tell.
    try {
      const refusal = await this.route(request, response);
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
  ): Promise<Refusal | undefined> {
    const foreign = checkOrigin(request, this.port);
    if (foreign !== undefined) return foreign;
    const url = addressOf(request);
    if (url?.pathname === routes.hello && request.method === 'GET')
      return this.hello(response, url);
    const stranger = checkToken(request, this.options.token);
    if (stranger !== undefined) return stranger;
    const route = url && (this.routes.get(url.pathname) ?? this.sessionRoute(url.pathname));
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

  /** `/api/live/sessions/<id>/<intent>`. */
  private sessionRoute(pathname: string): Route | undefined {
    const [, id, intent] = /^\/api\/live\/sessions\/([^/]{1,600})\/([a-z]+)$/u.exec(pathname) ?? [];
    if (id === undefined || intent !== 'archive') return undefined;
    const take: Take = (request, response, value) => {
      const body = archiveSchema.safeParse(value);
      if (!body.success) refuse(request, response, refusals.schema);
      else if (this.options.intents.archive(decoded(id), body.data.archived)) accept(response);
      else refuse(request, response, refusals.session);
    };
    return {
      method: 'POST',
      handle: (request, response) => this.takeIntent(request, response, take),
    };
  }

  private readonly setBudget: Take = (request, response, value) => {
    const body = budgetSchema.safeParse(value);
    if (!body.success) return refuse(request, response, refusals.schema);
    this.options.intents.setBudget(body.data);
    return accept(response);
  };

  private async takeIntent(
    request: IncomingMessage,
    response: ServerResponse,
    take: Take,
  ): Promise<void> {
    const body = await readJson(request, maxIntentBytes);
    if ('refusal' in body) refuse(request, response, body.refusal);
    else take(request, response, body.value);
  }

  private async takeHook(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request, maxHookBodyBytes);
    if ('refusal' in body) {
      refuse(request, response, body.refusal);
      return;
    }
    if (!this.options.onHook(body.value, hookHeaders(request))) {
      refuse(request, response, refusals.schema);
      return;
    }
    response.writeHead(204).end();
  }
}

/** Undefined for a target that is no path at all, `//[` for one. */
function addressOf(request: IncomingMessage): URL | undefined {
  try {
    return new URL(request.url ?? '/', 'http://127.0.0.1');
  } catch {
    return undefined;
  }
}

function accept(response: ServerResponse): void {
  response.writeHead(204).end();
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return ''; // No session has this id.
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}

function hookHeaders(request: IncomingMessage): HookHeaders {
  const entrypoint = request.headers['x-claude-entrypoint'];
  return {
    pid: digits(request.headers['x-claude-pid']),
    parentPid: digits(request.headers['x-claude-parent-pid']),
    entrypoint:
      typeof entrypoint === 'string' && /^[a-z0-9-]{1,40}$/u.test(entrypoint)
        ? entrypoint
        : undefined,
    sentAt: digits(request.headers['x-sent-at']),
  };
}

function digits(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/u.test(header) ? Number(header) : undefined;
}
