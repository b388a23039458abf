import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ChangeNotifier } from './changeNotifier.js';
import { Failure, type Answer, type ModelRequest, type Script } from './script.js';
import { waitFixedTime } from '../waitFixedTime.js';

export interface ScriptedRequest<T, R> {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** The parsed body of a request to the model. */
  readonly turn: T | undefined;
  /** Set when the answer of a request to the model is chosen; it may not be fully sent yet. */
  answer?: Answer<R>;
  /** When the answer was fully sent or the client disconnected. */
  endedAt?: number;
}

const waitTimeoutMs = 40_000;

/**
 * An API of a model on loopback that answers by script and records all requests. The form of
 * requests (`T`) and replies (`R`) is that of a client's own API.
 */
export abstract class ScriptedServer<T extends ModelRequest, R> {
  readonly requests: ScriptedRequest<T, R>[] = [];
  private readonly scripts = new Map<string, Script<T, R>>();
  private readonly attempts = new Map<string, number>();
  private readonly failures: unknown[] = [];
  private readonly changes = new ChangeNotifier();
  private readonly server = http.createServer((request, response) => {
    void this.handle(request, response);
  });

  /** The reply to a prompt without a script, or after its last step. */
  protected abstract readonly unscripted: R;

  /** Parses a request to the model; undefined for any other request. */
  protected abstract parse(method: string, path: string, body: string): T | undefined;

  /** Chooses the answer to a request that the client sends on its own; undefined for a turn. */
  protected abstract ownAnswer(request: T): Answer<R> | undefined;

  /** Key that is the same for all attempts to send a request. */
  protected abstract attemptKey(request: T): string;

  protected abstract sendReply(request: T, reply: R, response: http.ServerResponse): Promise<void>;

  protected abstract sendFailure(failure: Failure<R>, response: http.ServerResponse): void;

  protected abstract answerOther(path: string, body: string, response: http.ServerResponse): void;

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Adds scripts, also while clients run; a marker that exists already gets the new script. */
  add(...scripts: readonly Script<T, R>[]): void {
    for (const script of scripts) this.scripts.set(script.marker, script);
  }

  /** Requests that followed a script, in order. */
  turns(marker?: string): readonly T[] {
    return this.requests.flatMap(({ turn }) =>
      turn?.kind === 'turn' && (marker === undefined || turn.position?.marker === marker)
        ? [turn]
        : [],
    );
  }

  /** The first recorded request that matches, now or later. */
  async waitForRequest(
    matches: (request: ScriptedRequest<T, R>) => boolean,
    timeoutMs = waitTimeoutMs,
  ): Promise<ScriptedRequest<T, R>> {
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

  protected async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  private async handle(
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    response.on('error', () => {
      // The client disconnected, so no answer is possible.
    });
    try {
      const body = await bodyOf(request);
      const method = request.method ?? '';
      const path = new URL(request.url ?? '/', this.url).pathname;
      const turn = this.parse(method, path, body);
      const recorded: ScriptedRequest<T, R> = {
        at: Date.now(),
        method,
        path: request.url ?? '',
        headers: request.headers,
        turn,
      };
      this.record(recorded);
      if (turn === undefined) return this.answerOther(path, body, response);
      recorded.answer = this.answerTo(turn);
      await this.send(turn, recorded.answer, response).finally(() => {
        recorded.endedAt = Date.now();
      });
    } catch (error) {
      this.failures.push(error);
      const message = `The script failed: ${String(error)}`;
      if (response.headersSent) response.destroy();
      else this.sendFailure(new Failure(400, { message }), response);
    }
  }

  private record(request: ScriptedRequest<T, R>): void {
    this.requests.push(request);
    this.changes.notify();
  }

  private async send(turn: T, answer: Answer<R>, response: http.ServerResponse): Promise<void> {
    if (!(answer instanceof Failure)) return this.sendReply(turn, answer, response);
    await waitFixedTime(answer.options.delayMs ?? 0);
    this.sendFailure(answer, response);
  }

  private answerTo(turn: T): Answer<R> {
    const own = this.ownAnswer(turn);
    if (own !== undefined) return own;
    const { marker, step } = turn.position ?? { marker: '', step: 0 };
    const scripted = this.scripts.get(marker)?.steps[step];
    const answer = isFunction(scripted) ? scripted(turn) : scripted;
    if (!(answer instanceof Failure)) return answer ?? this.unscripted;
    const key = `${marker} ${step} ${this.attemptKey(turn)}`;
    const attempt = (this.attempts.get(key) ?? 0) + 1;
    this.attempts.set(key, attempt);
    return attempt > (answer.options.times ?? Infinity)
      ? (answer.options.next ?? this.unscripted)
      : answer;
  }
}

/** Replies are never functions, but the compiler does not know this of their type. */
function isFunction<T, R>(
  step: Answer<R> | ((request: T) => Answer<R>) | undefined,
): step is (request: T) => Answer<R> {
  return typeof step === 'function';
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
