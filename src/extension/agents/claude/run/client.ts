import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { callJson, isWithin, jsonIn } from '../../../../shared/text/boundedJson';
import * as z from '../../../../shared/protocol/schema';
import { fieldsOf } from '../../../../shared/text/fields';
import type { AccountLimits } from '../../../../shared/protocol/session/limit';
import { signal } from './clientProcess';
import { limitsIn } from './rateLimits';

const askSchema = z.looseObject({
  subtype: z.literal('can_use_tool'),
  tool_name: z.string(),
  input: z.record(z.string(), z.unknown()),
  permission_suggestions: z.catch(z.optional(z.array(z.unknown())), undefined),
  tool_use_id: z.catch(z.optional(z.string()), undefined),
  agent_id: z.catch(z.optional(z.string()), undefined),
  decision_reason: z.catch(z.optional(z.string()), undefined),
  decision_reason_type: z.catch(z.optional(z.string()), undefined),
});
/**
 * The client's request for permission to run a tool; questions to the person and plans are such
 * requests as well.
 */
export type Ask = z.infer<typeof askSchema>;

const messageSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('control_request'),
    request_id: z.string(),
    request: z.looseObject({ subtype: z.string() }),
  }),
  z.looseObject({ type: z.literal('control_cancel_request'), request_id: z.string() }),
  z.looseObject({ type: z.literal('control_response') }),
  z.looseObject({ type: z.literal('system'), subtype: z.string() }),
  z.looseObject({
    type: z.literal('result'),
    is_error: z.optional(z.boolean()),
    result: z.catch(z.optional(z.string()), undefined),
  }),
  z.looseObject({ type: z.literal('rate_limit_event') }),
]);

/** An answer in the client's format. */
export type AskAnswer = Readonly<Record<string, unknown>> & { readonly behavior: string };

export interface ClientListener {
  /** Settles with the answer; undefined if the client withdrew the question. */
  onAsk(ask: Ask, withdrawn: AbortSignal): Promise<AskAnswer | undefined>;
  /** Called when a turn has ended; `failure` is the reason if it failed. */
  onTurnEnd(failure: string | undefined): void;
  /** Called when the client reports how much of the account's limits is used. */
  onLimits(limits: AccountLimits): void;
}

/** How a client ended, and its last output. */
export interface ClientEnd {
  readonly code: number | undefined;
  readonly words: string;
}

const maxWords = 2_000;
/** Time, in ms, for an interrupted turn to end. */
const interruptMs = 3_000;
/** Time, in ms, for a client to exit before it is killed. */
const leaveMs = 5_000;

/** Drives a client without a terminal through its stream protocol. */
export class Client {
  private readonly asks = new Map<string, AbortController>();
  private turns = 0;
  private words = '';
  private turnEnded: (() => void) | undefined;
  private resolveReady: (() => void) | undefined;
  /** Settles when the client has reported that it is ready. */
  readonly ready = new Promise<void>((resolve) => {
    this.resolveReady = resolve;
  });
  /** Settles when the client has exited. */
  readonly ended: Promise<ClientEnd>;

  constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly listener: ClientListener,
  ) {
    createInterface(child.stdout).on('line', (line) => this.handleLine(line));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.words = (this.words + text).slice(-maxWords);
    });
    child.stdin.on('error', () => undefined); // The client has exited, which `ended` reports.
    this.ended = new Promise((resolve) => {
      child.once('error', ({ message }) => resolve({ code: undefined, words: message }));
      child.once('close', (code) => resolve({ code: code ?? undefined, words: this.words }));
    });
    void this.ended.then(() => {
      for (const ask of this.asks.values()) ask.abort();
    });
    this.write({ type: 'control_request', ...request({ subtype: 'initialize' }) });
  }

  /** True while the client works and does not wait for a person. */
  get isWorking(): boolean {
    return this.turns > 0 && this.asks.size === 0;
  }

  prompt(text: string): void {
    this.turns += 1;
    const message = { role: 'user', content: [{ type: 'text', text }] };
    this.write({ type: 'user', message, parent_tool_use_id: null });
  }

  interrupt(): void {
    this.write({ type: 'control_request', ...request({ subtype: 'interrupt' }) });
  }

  /** Interrupts the turn, so that no question stays open, and closes the client's input. */
  async end(): Promise<void> {
    if (this.turns > 0) {
      const turnOver = new Promise<void>((resolve) => (this.turnEnded = resolve));
      this.interrupt();
      await completesWithin(interruptMs, Promise.race([turnOver, this.ended]));
    }
    this.child.stdin.end();
    if (await completesWithin(leaveMs, this.ended)) return;
    signal(this.child, 'SIGTERM');
    if (await completesWithin(leaveMs, this.ended)) return;
    signal(this.child, 'SIGKILL');
    await completesWithin(leaveMs, this.ended);
  }

  private handleLine(line: string): void {
    if (!isWithin(line, callJson)) return this.refuse(line);
    const message = messageSchema.safeParse(jsonIn(line, callJson)).data;
    switch (message?.type) {
      case 'control_request':
        return void this.answer(message.request_id, message.request);
      case 'control_cancel_request':
        return this.asks.get(message.request_id)?.abort();
      case 'control_response':
      // A `permission_denied` message is ignored, because the transcript contains it with its call.
      case 'system':
        return this.resolveReady?.();
      case 'result':
        return this.endTurn(message.is_error === true ? (message.result ?? '') : undefined);
      case 'rate_limit_event': {
        const limits = limitsIn(message['rate_limit_info'], Date.now());
        return limits && this.listener.onLimits(limits);
      }
      case undefined:
        return undefined; // The agent's text is in the transcript.
    }
  }

  private async answer(id: string, asked: unknown): Promise<void> {
    const ask = askSchema.safeParse(asked);
    if (!ask.success) {
      // The client has several kinds of control requests; only the questions about tools are
      // supported.
      const error = `Not supported: ${String(fieldsOf(asked)['subtype'])}`;
      return this.respond({ subtype: 'error', request_id: id, error });
    }
    const withdrawn = new AbortController();
    this.asks.set(id, withdrawn);
    const response = await this.listener.onAsk(ask.data, withdrawn.signal);
    this.asks.delete(id);
    if (response === undefined || withdrawn.signal.aborted) return undefined;
    return this.respond({ subtype: 'success', request_id: id, response });
  }

  private endTurn(failure: string | undefined): void {
    this.turns = 0;
    this.turnEnded?.();
    this.listener.onTurnEnd(failure);
  }

  /**
   * Handles a line that is too complex to parse: an unanswered request or an unended turn would
   * hang the session.
   */
  private refuse(line: string): void {
    if (line.startsWith('{"type":"result"')) return this.endTurn(undefined);
    const [, id] = /^\{"type":"control_request","request_id":"([\w-]{1,200})"/u.exec(line) ?? [];
    if (id === undefined) return;
    const error = 'The request has too many levels or values';
    this.respond({ subtype: 'error', request_id: id, error });
  }

  private respond(response: object): void {
    this.write({ type: 'control_response', response });
  }

  private write(message: object): void {
    if (this.child.stdin.writable) this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}

function request(asked: object): object {
  return { request_id: randomUUID(), request: asked };
}

/** True if the promise settles within the time, in ms. */
export async function completesWithin(ms: number, settles: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isInTime = await Promise.race([settles.then(() => true), late]);
  clearTimeout(timer);
  return isInTime;
}
