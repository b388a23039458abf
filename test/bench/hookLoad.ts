import { Agent, get, request, type ClientRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { routes } from '../../src/shared/protocol/protocol';
import type { HookTarget } from '../support/hub/wire/hubTarget';

/** How to find a hook's mark in what the stream says: the whole frame is searched. */
const markOf = (id: number): string => `Mark${String(id).padStart(7, '0')}`;
const markPattern = /Mark(\d{7})/gu;

const answerMs = 10_000;

/** Now, in ms since 1970, as fine as the clock goes. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Calls the hub as hooks do, each call with a mark of its own, and keeps how long each mark took. */
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

  /** Warm: the first calls open connections and compile code on both sides. */
  static async warm(target: HookTarget, sessions?: number): Promise<HookLoad> {
    const load = new HookLoad(target, sessions).listen();
    await load.steady(50, 1_000);
    await load.settle();
    return load;
  }

  /** Waits end on the stream. */
  listen(): this {
    const headers = { authorization: `Bearer ${this.target.token}`, accept: 'text/event-stream' };
    const parser = createParser({ onEvent: ({ data }) => this.see(data, now()) });
    this.reader = get(`${this.target.url}${routes.stream}`, { agent: false, headers }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => parser.feed(chunk));
      answer.on('error', () => undefined); // Ends with the measurement.
    });
    this.reader.on('error', () => undefined);
    return this;
  }

  /** The wait of every mark in the text ends at this moment. */
  see(text: string, at: number): void {
    for (const [, digits] of text.matchAll(markPattern)) {
      const sentAt = this.sent.get(Number(digits));
      if (sentAt === undefined) continue;
      this.sent.delete(Number(digits));
      this.waits.push(at - sentAt);
    }
  }

  /** So many calls a second, evenly. */
  async steady(perSecond: number, forMs: number): Promise<void> {
    const started = performance.now();
    for (let index = 0; index < (perSecond * forMs) / 1_000; index += 1) {
      await delay(Math.max(0, started + (index * 1_000) / perSecond - performance.now()));
      this.post();
    }
  }

  /** So many calls at once. */
  burst(size: number): void {
    for (let index = 0; index < size; index += 1) this.post();
  }

  /**
   * Returns the waits since the last call, in ms; a call without an answer counts with the longest
   * wait.
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
    call.on('error', () => undefined); // A failed call has no answer, so it counts with the longest wait.
    this.sent.set(id, now());
    call.end(body);
  }
}
