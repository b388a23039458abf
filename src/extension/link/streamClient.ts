import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import {
  routes,
  streamEventSchema,
  type LiveSession,
  type StreamEvent,
} from '../../shared/protocol/protocol';
import { windowMessageSchema, type WindowMessage } from '../../shared/protocol/windows';
import type { Disposable } from '../util/lifetime';
import type { ReachableHub } from '../util/hub/reachableHub';
import { streamHeader } from '../util/noForwardHeader';
import { afterRunning } from '../util/runningTime';
import { callHub } from './callHub';
import { eventsIn, type SentEvent } from './eventStream';

/** A stream without any data for this long, in ms, is dead; the hub sends something every 2 s. */
const silenceMs = 8_000;

/** Length of a time slice, in ms, in which a large board is read before the editor's thread is yielded. */
const sliceMs = 3;

type SnapshotPart = Extract<StreamEvent, { type: 'snapshot' }>['data'];

export interface StreamListener {
  onEvent(event: StreamEvent): void;
  /** Receives messages that are for this window only. */
  onMessage?(message: WindowMessage): void;
  /** Called once, whatever ended the stream; no other callback follows. */
  onEnd(reason: string): void;
}

/** Reads the hub's live stream once, from its snapshot to its end. */
export class StreamClient implements Disposable {
  private readonly aborter = new AbortController();
  private cancelSilenceTimer: () => void = () => undefined;
  private lastId: number | undefined;
  /** The received parts of a snapshot that is still incomplete. */
  private parts: LiveSession[] = [];
  private isPartial = false;
  private ended = false;
  /**
   * Random number that identifies this stream to the hub; undefined for a reader that is not a
   * window.
   */
  readonly number: string | undefined;

  /**
   * `window` is the id of a window, which also receives messages; undefined for a reader of the
   * board only.
   */
  constructor(
    hub: ReachableHub,
    private readonly listener: StreamListener,
    window?: string,
  ) {
    const query = window === undefined ? '' : `?window=${encodeURIComponent(window)}`;
    this.number = window === undefined ? undefined : randomBytes(24).toString('base64url');
    this.restartSilenceTimer();
    this.read(hub, `${routes.stream}${query}`).catch((error: Error) => this.end(error.message));
  }

  dispose(): void {
    this.ended = true;
    this.cancelSilenceTimer();
    this.aborter.abort();
  }

  private async read(hub: ReachableHub, route: string): Promise<void> {
    const { number } = this;
    const headers = { accept: 'text/event-stream', ...(number && { [streamHeader]: number }) };
    const { signal } = this.aborter;
    const response = await callHub(hub, { route, headers, signal });
    if (response.statusCode !== 200) {
      this.end(`the hub answered ${response.statusCode ?? 'nothing'}`);
      return;
    }
    let sliceEnd = 0;
    const startSlice = (): void => {
      this.restartSilenceTimer();
      sliceEnd = performance.now() + sliceMs;
    };
    for await (const event of eventsIn(response, startSlice)) {
      if (this.ended) return;
      this.handleEvent(event);
      if (performance.now() <= sliceEnd) continue;
      await turn();
      sliceEnd = performance.now() + sliceMs;
    }
    this.end('the hub closed the stream');
  }

  private restartSilenceTimer(): void {
    this.cancelSilenceTimer();
    this.cancelSilenceTimer = afterRunning(silenceMs, () => this.end('the hub went silent'));
  }

  private handleEvent({ id, type, data }: SentEvent): void {
    if (id === undefined) return this.handleMessage(type, data);
    const sequence = Number(id);
    const expected = this.isPartial ? this.lastId : (this.lastId ?? sequence - 1) + 1;
    if (sequence !== expected) return this.end('an event was missed');
    this.lastId = sequence;
    const event = streamEventSchema.safeParse({ type, data });
    if (!event.success)
      return this.end(`the hub sent a ${type ?? 'nameless'} event of another shape`);
    if (event.data.type === 'snapshot') return this.addSnapshotPart(event.data.data);
    if (this.isPartial) return this.end('a part of the snapshot was missed');
    this.listener.onEvent(event.data);
  }

  private addSnapshotPart({ sessions, summary, more = false }: SnapshotPart): void {
    this.parts.push(...sessions);
    this.isPartial = more;
    if (more) return;
    const whole = this.parts;
    this.parts = [];
    this.listener.onEvent({ type: 'snapshot', data: { sessions: whole, summary } });
  }

  /** Passes a message on to the listener; skips types that only a newer hub sends. */
  private handleMessage(type: string | undefined, data: unknown): void {
    const message = windowMessageSchema.safeParse({ type, data });
    if (message.success) this.listener.onMessage?.(message.data);
  }

  private end(reason: string): void {
    if (this.ended) return;
    this.ended = true;
    this.cancelSilenceTimer();
    this.aborter.abort();
    this.listener.onEnd(reason);
  }
}
