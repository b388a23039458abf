import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { autoModeCheck } from './autoModeCheck.js';
import type { Gate } from './gate.js';
import { newId, sendReply, streamReply } from './messageStream.js';
import {
  continuedMarker,
  parseMessagesRequest,
  type Position,
  type TurnRequest,
} from './messagesRequest.js';
import { ChangeNotifier } from './changeNotifier.js';
import { hold, reply, say, type Reply } from './reply.js';
import { Failure, type Answer, type Script } from './script.js';
import { sideAnswer } from './sideAnswer.js';
import { waitFixedTime } from '../waitFixedTime.js';

export interface RecordedRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** The parsed body of a messages request. */
  readonly turn: TurnRequest | undefined;
  /** Set when the answer of a messages request is chosen; it may not be fully sent yet. */
  answer?: Answer;
  /** When the answer was fully sent or the client disconnected. */
  endedAt?: number;
}

const waitTimeoutMs = 40_000;

/** A Messages API on loopback that answers by script and records all requests. */
export class ScriptedApi {
  readonly requests: RecordedRequest[] = [];
  /** Gate that delays the answers to compaction requests. */
  holdCompactions: Gate | undefined;
  /** Sent instead of a summary. */
  failCompactions: Failure | undefined;
  /** Auto mode's safety check blocks calls whose input matches this. */
  blockedByCheck: RegExp | undefined;
  private readonly scripts = new Map<string, Script>();
  private readonly attempts = new Map<string, number>();
  private readonly askedToolUses = new Map<string, Position>();
  private readonly failures: unknown[] = [];
  private readonly changes = new ChangeNotifier();
  private readonly server = http.createServer((request, response) => {
    void this.handle(request, response);
  });

  static async start(...scripts: readonly Script[]): Promise<ScriptedApi> {
    const api = new ScriptedApi();
    api.add(...scripts);
    api.server.listen(0, '127.0.0.1');
    await once(api.server, 'listening');
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Adds scripts, also while clients run; a marker that exists already gets the new script. */
  add(...scripts: readonly Script[]): void {
    for (const script of scripts) this.scripts.set(script.marker, script);
  }

  /** Requests that followed a script, in order. */
  turns(marker?: string): readonly TurnRequest[] {
    return this.requests.flatMap(({ turn }) =>
      turn?.kind === 'turn' && (marker === undefined || turn.position?.marker === marker)
        ? [turn]
        : [],
    );
  }

  /** JSON of the messages in the last request of a script; throws if there was none. */
  lastTold(marker: string): string {
    const turn = this.turns(marker).at(-1);
    if (turn === undefined) throw new Error(`No request followed the script ${marker}.`);
    return JSON.stringify(turn.body.messages);
  }

  /** The first recorded request that matches, now or later. */
  async waitForRequest(
    matches: (request: RecordedRequest) => boolean,
    timeoutMs = waitTimeoutMs,
  ): Promise<RecordedRequest> {
    return this.changes.waitFor(
      () => this.requests.find(matches),
      timeoutMs,
      () => {
        const asked = this.requests.map(({ method, path }) => `${method} ${path}`).join('\n');
        return `No such request within ${timeoutMs} ms. Asked so far:\n${asked}`;
      },
    );
  }

  /** Drops all connections, including those that a gate holds; rejects if a script has failed. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
    if (this.failures.length > 0) throw new AggregateError(this.failures, 'A script failed');
  }

  private async handle(
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    response.on('error', () => {
      // The client disconnected, so no answer is possible.
    });
    try {
      const raw = await bodyOf(request);
      const path = new URL(request.url ?? '/', this.url).pathname;
      const isMessages = request.method === 'POST' && path === '/v1/messages';
      const turn = isMessages
        ? parseMessagesRequest(JSON.parse(raw), this.askedToolUses)
        : undefined;
      const recorded: RecordedRequest = {
        at: Date.now(),
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        turn,
      };
      this.record(recorded);
      if (turn === undefined) return answerOther(path, raw, response);
      recorded.answer = this.answerTo(turn);
      await this.send(turn, recorded.answer, response).finally(() => {
        recorded.endedAt = Date.now();
      });
    } catch (error) {
      this.failures.push(error);
      if (response.headersSent) response.destroy();
      else sendError(response, 400, 'invalid_request_error', `The script failed: ${String(error)}`);
    }
  }

  private record(request: RecordedRequest): void {
    this.requests.push(request);
    this.changes.notify();
  }

  private async send(
    turn: TurnRequest,
    answer: Answer,
    response: http.ServerResponse,
  ): Promise<void> {
    if (answer instanceof Failure) {
      await waitFixedTime(answer.options.delayMs ?? 0);
      const { message = `scripted ${answer.errorType}`, headers } = answer.options;
      sendError(response, answer.status, answer.errorType, message, headers);
      return;
    }
    const send = turn.body.stream === true ? streamReply : sendReply;
    const ids: string[] = [];
    await send(response, answer, {
      model: turn.body.model,
      newToolUseId: () => {
        const id = newId('toolu_01');
        ids.push(id);
        if (turn.position !== undefined) this.askedToolUses.set(id, turn.position);
        return id;
      },
      safeguardResults: () => autoModeCheck(turn.body, answer, ids, this.blockedByCheck),
    });
  }

  private summary(position: Position): Reply {
    const start = this.holdCompactions === undefined ? reply : hold(this.holdCompactions);
    return start.say(`<summary>The conversation so far. ${continuedMarker(position)}</summary>`);
  }

  private answerTo(turn: TurnRequest): Answer {
    const position = turn.position ?? { marker: '', step: 0 };
    if (turn.kind === 'side') return sideAnswer(turn.body);
    if (turn.kind === 'compaction') return this.failCompactions ?? this.summary(position);
    const { marker, step } = position;
    const scripted = this.scripts.get(marker)?.steps[step];
    const answer = typeof scripted === 'function' ? scripted(turn) : scripted;
    if (!(answer instanceof Failure)) return answer ?? say('Done.');
    const key = `${marker} ${step} ${turn.body.messages.length} ${turn.body.metadata?.user_id}`;
    const attempt = (this.attempts.get(key) ?? 0) + 1;
    this.attempts.set(key, attempt);
    return attempt > (answer.options.times ?? Infinity)
      ? (answer.options.next ?? say('Done.'))
      : answer;
  }
}

function answerOther(path: string, raw: string, response: http.ServerResponse): void {
  if (path === '/v1/messages/count_tokens') {
    sendJson(response, 200, { input_tokens: Math.ceil(raw.length / 4) });
  } else if (path === '/' || path === '/api/hello') {
    sendJson(response, 200, {});
  } else {
    sendError(response, 404, 'not_found_error', `Not scripted: ${path}`);
  }
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendError(
  response: http.ServerResponse,
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, status, { type: 'error', error: { type, message } }, headers);
}

function sendJson(
  response: http.ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
