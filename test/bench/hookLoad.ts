import { Agent, get, request, type ClientRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { routes } from '../../src/shared/protocol/protocol';
import type { HookTarget } from '../support/hub/wire/hubTarget';

/**
 * Unique text in a hook call by which the call is recognized in a stream event, wherever the text
 * occurs there.
 */
const markOf = (id: number): string => `Mark${String(id).padStart(7, '0')}`;
const markPattern = /Mark(\d{7})/gu;

const answerMs = 10_000;

/** The current time in ms since 1970, with the resolution of the performance clock. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Sends hook calls to the hub, each with a unique mark, and records the time until each mark is
 * seen again.
 */
export class HookLoad {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly sent = new Map<number, number>();
  private readonly waits: number[] = [];
  private reader: ClientRequest | undefined;
  private lastId = 0;

  constructor(
    private readonly target: HookTarget,
    private readonly sessions = 200,
    private readonly folderOf: (session: number) => string = () => '/home/dev/work/web-shop',
  ) {}

  /**
   * Creates a load and sends calls before the measurement, because the first calls open connections
   * and compile code on both sides.
   */
  static async warm(target: HookTarget, sessions?: number): Promise<HookLoad> {
    const load = new HookLoad(target, sessions).listen();
    await load.steady(50, 1_000);
    await load.settle();
    return load;
  }

  /** Connects to the hub's stream; a call's wait ends when its mark arrives there. */
  listen(): this {
    const headers = { authorization: `Bearer ${this.target.token}`, accept: 'text/event-stream' };
    const parser = createParser({ onEvent: ({ data }) => this.see(data, now()) });
    this.reader = get(`${this.target.url}${routes.stream}`, { agent: false, headers }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => parser.feed(chunk));
      // The connection is closed at the end of the measurement.
      answer.on('error', () => undefined);
    });
    this.reader.on('error', () => undefined);
    return this;
  }

  /** Ends the wait of every mark in the text; `at` is the time in ms since 1970. */
  see(text: string, at: number): void {
    for (const [, digits] of text.matchAll(markPattern)) {
      const sentAt = this.sent.get(Number(digits));
      if (sentAt === undefined) continue;
      this.sent.delete(Number(digits));
      this.waits.push(at - sentAt);
    }
  }

  /** Sends calls at a steady rate. */
  async steady(perSecond: number, forMs: number): Promise<void> {
    const started = performance.now();
    for (let index = 0; index < (perSecond * forMs) / 1_000; index += 1) {
      await delay(Math.max(0, started + (index * 1_000) / perSecond - performance.now()));
      this.post();
    }
  }

  /** Sends `size` calls at once. */
  burst(size: number): void {
    for (let index = 0; index < size; index += 1) this.post();
  }

  /**
   * Waits for outstanding calls, and returns all waits since the last `settle`, in ms. A call whose
   * mark was not seen within `answerMs` counts with the time waited so far.
   */
  async settle(): Promise<readonly number[]> {
    const deadline = performance.now() + answerMs;
    while (this.sent.size > 0 && performance.now() < deadline) await delay(20);
    for (const at of this.sent.values()) this.waits.push(now() - at);
    this.sent.clear();
    return this.waits.splice(0);
  }

  dispose(): void {
    this.reader?.destroy();
    this.agent.destroy();
  }

  private post(): void {
    this.lastId += 1;
    const id = this.lastId;
    const session = id % this.sessions;
    const body = JSON.stringify({
      session_id: `be0c0000-0000-4000-8000-${String(session).padStart(12, '0')}`,
      cwd: this.folderOf(session),
      hook_event_name: 'PreToolUse',
      permission_mode: 'default',
      prompt_id: 'bench',
      tool_name: markOf(id),
      tool_input: { command: 'npm test', description: 'Run the tests' },
      tool_use_id: `toolu_${id}`,
    });
    const call = request(`${this.target.url}${routes.hook}`, {
      method: 'POST',
      agent: this.agent,
      headers: {
        authorization: `Bearer ${this.target.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    call.on('response', (response) => response.resume());
    call.on('error', () => undefined); // A failed call's mark is never seen, so `settle` counts it.
    this.sent.set(id, now());
    call.end(body);
  }
}
