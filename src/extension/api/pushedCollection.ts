import type { LabelCollection, LabelOptions, SessionLabel } from '../../shared/api/missionControl';
import type { GivenLabel } from '../../shared/protocol/layers/labels';
import { fieldsOf } from '../../shared/text/fields';
import { checkedLabel, checkedSessionId } from './labelCheck';

/** Maximum delay of a timer; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

export interface CollectionKeeper {
  /**
   * False if a label of this size has no room; `before` is the size of the label that it replaces.
   * Both are in bytes.
   */
  hasRoom(before: number, bytes: number): boolean;
  /** Called after each change with the change in bytes. */
  changed(bytes: number): void;
  ended(): void;
  /** Reports a message for the extension's author; repetitions are ignored. */
  note(text: string): void;
}

interface StoredLabel {
  readonly label: GivenLabel;
  readonly text: string;
  readonly bytes: number;
  /** Expiry time on the clock of `performance.now`; undefined if the label does not expire. */
  readonly until: number | undefined;
}

/** The labels of one collection of an extension; input is validated first. */
export class PushedCollection implements LabelCollection {
  private readonly stored = new Map<string, StoredLabel>();
  private expiryTimer: NodeJS.Timeout | undefined;
  private nextExpiry = Infinity;
  private disposed = false;

  constructor(
    readonly id: string,
    private readonly keeper: CollectionKeeper,
  ) {}

  get size(): number {
    return this.stored.size;
  }

  get labels(): readonly { readonly sessionId: string; readonly label: GivenLabel }[] {
    return [...this.stored].map(([sessionId, { label }]) => ({ sessionId, label }));
  }

  set(sessionId: string, label: SessionLabel, options?: LabelOptions): void;
  set(
    labels: Iterable<readonly [sessionId: string, label: SessionLabel]>,
    options?: LabelOptions,
  ): void;
  set(first: unknown, second?: unknown, third?: unknown): void {
    this.checkAlive();
    if (typeof first === 'string') {
      const until = expiryOf(third);
      this.put(checkedSessionId(first), this.checkLabel(second), until);
      return;
    }
    const until = expiryOf(second);
    const labels = entriesOf(first).map(
      ([sessionId, label]) => [checkedSessionId(sessionId), this.checkLabel(label)] as const,
    );
    // Everything was validated before, so that an invalid label changes nothing.
    const ids = new Set(labels.map(([sessionId]) => sessionId));
    for (const sessionId of this.stored.keys()) if (!ids.has(sessionId)) this.drop(sessionId);
    for (const [sessionId, label] of labels) this.put(sessionId, label, until);
  }

  delete(sessionId: string): void {
    this.checkAlive();
    this.drop(checkedSessionId(sessionId));
  }

  clear(): void {
    this.checkAlive();
    this.dropAll();
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    clearTimeout(this.expiryTimer);
    this.dropAll();
    this.keeper.ended();
  }

  private checkAlive(): void {
    if (this.disposed) {
      throw new Error(`The collection “${this.id}” was disposed: create another one.`);
    }
  }

  private checkLabel(label: unknown): GivenLabel {
    return checkedLabel(label, (text) => this.keeper.note(text));
  }

  private put(sessionId: string, label: GivenLabel, until: number | undefined): void {
    const before = this.stored.get(sessionId);
    const text = JSON.stringify({ sessionId, label });
    const bytes = before?.text === text ? before.bytes : Buffer.byteLength(text);
    if (!this.keeper.hasRoom(before?.bytes ?? 0, bytes)) return;
    this.stored.set(sessionId, { label, text, bytes, until });
    if (until !== undefined) this.scheduleExpiry(until);
    if (before?.text !== text) this.keeper.changed(bytes - (before?.bytes ?? 0));
  }

  private drop(sessionId: string): void {
    const before = this.stored.get(sessionId);
    if (before === undefined) return;
    this.stored.delete(sessionId);
    this.keeper.changed(-before.bytes);
  }

  private dropAll(): void {
    for (const sessionId of this.stored.keys()) this.drop(sessionId);
  }

  private scheduleExpiry(until: number): void {
    if (until >= this.nextExpiry) return;
    this.nextExpiry = until;
    clearTimeout(this.expiryTimer);
    const wait = Math.max(0, until - performance.now());
    this.expiryTimer = setTimeout(() => this.dropExpired(), Math.min(wait, maxTimerMs)).unref();
  }

  private dropExpired(): void {
    const now = performance.now();
    this.nextExpiry = Infinity;
    let next = Infinity;
    for (const [sessionId, { until = Infinity }] of this.stored) {
      if (until <= now) this.drop(sessionId);
      else next = Math.min(next, until);
    }
    if (next < Infinity) this.scheduleExpiry(next);
  }
}

function expiryOf(options: unknown): number | undefined {
  const { ttlMs } = fieldsOf(options);
  if (ttlMs === undefined) return undefined;
  if (typeof ttlMs === 'number' && Number.isFinite(ttlMs) && ttlMs > 0) {
    return performance.now() + ttlMs;
  }
  throw new TypeError(
    'ttlMs takes a number of milliseconds above 0; leave it out to keep the label.',
  );
}

function entriesOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  const isList = typeof value === 'object' && value !== null && Symbol.iterator in value;
  const entries: readonly unknown[] = isList ? [...(value as Iterable<unknown>)] : [undefined];
  return entries.map((entry) => {
    if (Array.isArray(entry)) return [entry[0], entry[1]];
    throw new TypeError(
      'set takes a session id and a label, or an iterable of such pairs, a Map for one.',
    );
  });
}
