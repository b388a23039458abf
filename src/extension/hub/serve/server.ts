import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Board,
  type Hello,
  maxHookBodyBytes,
  protocolVersion,
  routes,
} from '../../../shared/protocol/protocol';
import { lineChannel } from '../../../shared/protocol/signed';
import { foreignJson } from '../../../shared/text/boundedJson';
import { lineHeader, noForwardHeader, streamHeader } from '../../util/noForwardHeader';
import { hubProof } from '../../util/hub/hubKey';
import type { Log } from '../../util/log';
import { readJson } from './body';
import type { CallRouter, FoundCall, StreamedAnswer } from './callRouter';
import { checkOrigin, checkToken } from './checks';
import { HeldCall } from './heldCall';
import { parseHookHeaders, type HookHeaders } from './hookHeaders';
import { Listener, type limits } from './listener';
import type { LiveStream } from './liveStream';
import { streamNumber } from './streamKey';
import { sendEvents, type StreamedEvent } from './sendEvents';
import { Refusal, refusals, refuse } from './refusal';

/** A hook that waits until a person decides, or until its session has a prompt. */
export interface WaitingHook {
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
  /** Overrides of the default limits. */
  readonly limits?: Partial<typeof limits>;
}

/** Handlers of the requests that the server receives. */
export interface ServerHandlers {
  /**
   * Resolves once every living session is loaded completely, so that no client gets preliminary
   * states.
   */
  readonly board: () => Promise<Board>;
  /**
   * Handles a hook. `unreadable`: the body is not a valid payload. `held`: the call is answered
   * later. `staying` is set for a caller that waits.
   */
  readonly onHook: (
    body: unknown,
    headers: HookHeaders,
    staying: WaitingHook | undefined,
  ) => 'unreadable' | 'taken' | 'held';
  readonly calls: CallRouter;
}

/** Maximum size of a call's body, in bytes; prompts are the longest. */
const maxCallBytes = 1024 * 1024;

type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<Refusal | undefined> | undefined;

interface Route {
  readonly method: 'GET' | 'POST';
  readonly handle: Handler;
}

/**
 * The hub's listeners, on 127.0.0.1 and at a socket. Checks in order: host, origin, token, route
 * and method, size, JSON, shape.
 */
export class HubServer {
  private readonly network: Listener;
  private local: Listener | undefined;
  private handlers: ServerHandlers | undefined;

  constructor(private readonly options: ServerOptions) {
    this.network = this.listener();
  }

  get port(): number {
    return this.network.port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts to listen on the port. Rejects with the system's error, such as `EADDRINUSE`. */
  listen(handlers: ServerHandlers): Promise<void> {
    this.handlers = handlers;
    return this.network.listen({ port: this.options.port, host: '127.0.0.1' });
  }

  /** Listens at a socket in addition to the port; a repeated call replaces the socket. */
  async listenAt(path: string): Promise<void> {
    await this.local?.close();
    this.local = this.listener();
    await this.local.listen({ path });
  }

  async close(): Promise<void> {
    this.options.stream.dispose();
    await Promise.all([this.network.close(), this.local?.close()]);
  }

  private listener(): Listener {
    const { log, limits: overrides } = this.options;
    return new Listener({
      respond: (request, response, admit) => void this.answer(request, response, admit),
      log,
      limits: overrides,
    });
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    admit: () => boolean,
  ): Promise<void> {
    response.on('error', () => undefined); // The caller disconnected and needs no answer.
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
    const originRefusal = checkOrigin(request, this.port);
    if (originRefusal !== undefined) return originRefusal;
    const url = parseUrl(request);
    if (url?.pathname === routes.hello && request.method === 'GET')
      return this.hello(response, url);
    const tokenRefusal = checkToken(request, this.options.token);
    if (tokenRefusal !== undefined) return tokenRefusal;
    if (!admit()) return refusals.crowded;
    const route = url && this.findRoute(url.pathname);
    if (url === undefined || route === undefined) return refusals.route;
    if (request.method !== route.method) return refusals.method;
    return route.handle(request, response, url);
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

  private findRoute(pathname: string): Route | undefined {
    if (this.handlers === undefined) return undefined;
    const { board, onHook, calls } = this.handlers;
    if (pathname === routes.hook) {
      return {
        method: 'POST',
        handle: (request, response, url) => handleHook(request, response, url, onHook),
      };
    }
    if (pathname === routes.stream) {
      return {
        method: 'GET',
        handle: (request, response, url) => this.startStream(request, response, url, board),
      };
    }
    const found = calls.find(pathname);
    if (found === undefined) return undefined;
    return {
      method: found.method,
      handle: (request, response, url) => handleCall(request, response, url, calls, found),
    };
  }

  private async startStream(
    { headers }: IncomingMessage,
    response: ServerResponse,
    { searchParams }: URL,
    board: ServerHandlers['board'],
  ): Promise<undefined> {
    // Windows can't have ids of the form that phones use.
    const [window] = /^(?!phone-)[\w-]{1,100}$/u.exec(searchParams.get('window') ?? '') ?? [];
    const number = streamNumber(headers[streamHeader]);
    const snapshot = await board();
    if (!response.destroyed) this.options.stream.add(response, snapshot, window, number);
  }
}

async function handleCall(
  request: IncomingMessage,
  response: ServerResponse,
  { searchParams }: URL,
  calls: CallRouter,
  found: FoundCall,
): Promise<Refusal | undefined> {
  const body =
    found.method === 'GET'
      ? { value: Object.fromEntries(searchParams) }
      : await readJson(request, maxCallBytes);
  if ('refusal' in body) return body.refusal;
  const isOwn = request.headers[noForwardHeader] !== undefined;
  const line = request.headers[lineHeader];
  const channel = typeof line === 'string' ? lineChannel(line) : undefined;
  const stream = streamNumber(request.headers[streamHeader]);
  const outcome = await calls.handle(found, body.value, { isOwn, channel, stream });
  if (outcome instanceof Refusal) return outcome;
  if (found.events !== undefined) sendEvents(response, outcome as StreamedAnswer<StreamedEvent>);
  else if (found.answer !== undefined) sendJson(response, outcome);
  else response.writeHead(204).end();
  return undefined;
}

async function handleHook(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  onHook: ServerHandlers['onHook'],
): Promise<Refusal | undefined> {
  const body = await readJson(request, maxHookBodyBytes, foreignJson);
  if ('refusal' in body) return body.refusal;
  const outcome = onHook(
    body.value,
    parseHookHeaders(request.headers),
    createWaitingHook(response, url),
  );
  if (outcome === 'unreadable') return refusals.schema;
  if (outcome === 'taken') response.writeHead(204).end();
  return undefined;
}

/** Returns the waiting call if the caller requested to wait. */
function createWaitingHook(
  response: ServerResponse,
  { searchParams }: URL,
): WaitingHook | undefined {
  const call = new HeldCall(response);
  if (searchParams.get('wait') === '1') return { waitsFor: 'decision', call };
  return searchParams.get('rewake') === '1' ? { waitsFor: 'prompt', call } : undefined;
}

/** Parses the request's address; undefined for an invalid one, such as `//[`. */
function parseUrl(request: IncomingMessage): URL | undefined {
  try {
    return new URL(request.url ?? '/', 'http://127.0.0.1');
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}
