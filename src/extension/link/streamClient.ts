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
import { readServerSentEvents, type ServerSentEvent } from './eventStream';

/** A stream without any data for this long, in ms, is dead; the hub sends something every 2 s. */
const silenceTimeoutMs = 8_000;

/** Time, in ms, for which events are handled before the editor's thread does other work. */
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
  /** The sessions received so far of a snapshot that the hub sends in parts. */
  private receivedSessions: LiveSession[] = [];
  private isPartial = false;
  private isEnded = false;
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
    this.isEnded = true;
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
    let sliceEndMs = 0;
    const startSlice = (): void => {
      this.restartSilenceTimer();
      sliceEndMs = performance.now() + sliceMs;
    };
    for await (const event of readServerSentEvents(response, startSlice)) {
      if (this.isEnded) return;
      this.handleEvent(event);
      if (performance.now() <= sliceEndMs) continue;
      await turn();
      sliceEndMs = performance.now() + sliceMs;
    }
    this.end('the hub closed the stream');
  }

  private restartSilenceTimer(): void {
    this.cancelSilenceTimer();
    this.cancelSilenceTimer = afterRunning(silenceTimeoutMs, () => this.end('the hub went silent'));
  }

  private handleEvent({ id, type, data }: ServerSentEvent): void {
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

  private addSnapshotPart({ sessions, summary, more: hasMore = false }: SnapshotPart): void {
    this.receivedSessions.push(...sessions);
    this.isPartial = hasMore;
    if (hasMore) return;
    const allSessions = this.receivedSessions;
    this.receivedSessions = [];
    this.listener.onEvent({ type: 'snapshot', data: { sessions: allSessions, summary } });
  }

  /** Passes a message on to the listener; skips types that only a newer hub sends. */
  private handleMessage(type: string | undefined, data: unknown): void {
    const message = windowMessageSchema.safeParse({ type, data });
    if (message.success) this.listener.onMessage?.(message.data);
  }

  private end(reason: string): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.cancelSilenceTimer();
    this.aborter.abort();
    this.listener.onEnd(reason);
  }
}
