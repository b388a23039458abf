import type { PullAnswer, PullNews, PullReaderKind } from '../../../shared/protocol/layers/pulls';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { KeptPulls } from './keptPulls';
import { parsePullAddress, type PullAddress } from './pullAddress';

/** Poll interval of a pull request, in ms; doubled after each failure up to `maxPollMs`. */
const pollMs = 120_000;
const maxPollMs = 60 * 60_000;
/** Poll interval in ms of a pull request that does not exist or is not visible to this person. */
const missingMs = 6 * 60 * 60_000;
/**
 * Pauses of all requests, in ms: after a rate limit without a reset time, and without a sign-in or
 * `gh`.
 */
const limitedMs = 15 * 60_000;
const unableMs = 10 * 60_000;
/**
 * Minimum time between two requests, in ms, because a burst of requests may trigger a rate limit.
 */
const minGapMs = 1_000;

export interface PullsParts {
  readonly kept: Pick<KeptPulls, 'get' | 'set'>;
  readonly read: Readonly<
    Record<Exclude<PullReaderKind, 'off'>, (address: PullAddress) => Promise<PullAnswer>>
  >;
  readonly log: Log;
  readonly now?: () => number;
}

interface Wanted {
  readonly address: PullAddress;
  /** Time of the next request, in ms since 1970. */
  readAt: number;
  failures: number;
}

type Card = Pick<LiveSession, 'sessionId' | 'outcome'>;

const reasons = {
  noProgram: 'gh was not found: install it, or let the editor ask',
  noSignIn: 'nobody is signed in to GitHub',
};

/**
 * Polls the states of the pull requests of sessions on the board, one at a time, while a source is
 * set.
 */
export class Pulls implements Disposable {
  private readonly changes = new Emitter<string>();
  /** Fires with the address of a pull request that has new data. */
  readonly onDidChange = this.changes.event;
  private readonly bySession = new Map<string, readonly string[]>();
  private readonly wanted = new Map<string, Wanted>();
  private readonly now: () => number;
  private source: PullReaderKind = 'off';
  /** Time until which no request is made, in ms since 1970. */
  private pausedUntil = 0;
  private loggedReason: string | undefined;
  private reading: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isDisposed = false;

  constructor(private readonly parts: PullsParts) {
    this.now = parts.now ?? Date.now;
  }

  /** Returns the last known state; undefined if there is none, or while the feature is off. */
  stateOf(url: string): PullNews | undefined {
    return this.source === 'off' ? undefined : this.parts.kept.get(url)?.news;
  }

  /** Returns the sessions whose outcome includes a pull request. */
  sessionsOf(url: string): readonly string[] {
    return [...this.bySession].flatMap(([sessionId, urls]) =>
      urls.includes(url) ? sessionId : [],
    );
  }

  /**
   * Sets the source of the states; `off` also while no window is connected. A change of the source
   * ends a pause.
   */
  setSource(source: PullReaderKind): void {
    if (source === this.source) return;
    this.source = source;
    this.pausedUntil = 0;
    this.loggedReason = undefined;
    for (const url of this.wanted.keys()) this.changes.fire(url);
    this.schedule();
  }

  /** Applies changes of the board. */
  update(changed: readonly Card[], removed: readonly string[]): void {
    let hasChanged = false;
    for (const sessionId of removed) hasChanged = this.bySession.delete(sessionId) || hasChanged;
    for (const { sessionId, outcome } of changed) {
      const urls = (outcome?.pulls ?? []).map(({ url }) => url);
      const before = this.bySession.get(sessionId) ?? [];
      if (urls.join(' ') === before.join(' ')) continue;
      hasChanged = true;
      if (urls.length === 0) this.bySession.delete(sessionId);
      else this.bySession.set(sessionId, urls);
    }
    if (hasChanged) this.updateWanted();
  }

  /** Resolves when no request is running. */
  async whenIdle(): Promise<void> {
    await this.reading;
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
    this.changes.dispose();
  }

  private updateWanted(): void {
    const urls = new Set([...this.bySession.values()].flat());
    for (const url of this.wanted.keys()) if (!urls.has(url)) this.wanted.delete(url);
    for (const url of urls) {
      const address = parsePullAddress(url);
      if (address === undefined || this.wanted.has(url)) continue;
      const kept = this.parts.kept.get(url);
      this.wanted.set(url, {
        address,
        readAt: kept === undefined ? 0 : nextReadAt(kept),
        failures: 0,
      });
    }
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.isDisposed || this.source === 'off' || this.reading !== undefined) return;
    const first = this.first();
    if (first === undefined || first.readAt === Infinity) return;
    const wait = Math.max(first.readAt, this.pausedUntil) - this.now();
    this.timer = setTimeout(() => this.readIfDue(), Math.max(0, Math.min(wait, maxPollMs)));
    this.timer.unref();
  }

  private readIfDue(): void {
    const first = this.first();
    const isDue = first !== undefined && Math.max(first.readAt, this.pausedUntil) <= this.now();
    if (!isDue || this.reading !== undefined) return this.schedule();
    this.reading = this.read(first).finally(() => {
      this.reading = undefined;
      this.schedule();
    });
  }

  private first(): Wanted | undefined {
    let first: Wanted | undefined;
    for (const one of this.wanted.values()) {
      if (first === undefined || one.readAt < first.readAt) first = one;
    }
    return first;
  }

  private async read(wanted: Wanted): Promise<void> {
    const { source } = this;
    if (source === 'off') return;
    const answer = await this.parts.read[source](wanted.address).catch((): PullAnswer => ({
      kind: 'failed',
    }));
    // An answer is applied even if the source has changed meanwhile.
    if (!this.isDisposed) this.apply(wanted, answer);
  }

  private apply(wanted: Wanted, answer: PullAnswer): void {
    const now = this.now();
    this.pausedUntil = now + minGapMs;
    switch (answer.kind) {
      case 'news':
        return this.applyNews(wanted, answer.news, now);
      case 'missing':
        wanted.readAt = now + missingMs;
        return undefined;
      case 'limited':
        this.pausedUntil = Math.max(now + pollMs, answer.until ?? now + limitedMs);
        this.logOnce('GitHub takes no more questions for now');
        return undefined;
      case 'unable':
        this.pausedUntil = now + unableMs;
        this.logOnce(reasons[answer.why]);
        return undefined;
      case 'failed':
        wanted.failures += 1;
        wanted.readAt = now + Math.min(pollMs * 2 ** wanted.failures, maxPollMs);
        return undefined;
    }
  }

  private applyNews(wanted: Wanted, news: PullNews, at: number): void {
    const { url } = wanted.address;
    const before = this.parts.kept.get(url)?.news;
    this.parts.kept.set(url, { at, news });
    wanted.failures = 0;
    wanted.readAt = nextReadAt({ at, news });
    this.loggedReason = undefined;
    if (JSON.stringify(before) !== JSON.stringify(news)) this.changes.fire(url);
  }

  /** Logs a reason once until the next success. */
  private logOnce(why: string): void {
    if (this.loggedReason === why) return;
    this.loggedReason = why;
    this.parts.log.warn(`The state of pull requests is not known: ${why}`);
  }
}

/**
 * Returns the time of the next request about a pull request, in ms since 1970; Infinity for merged
 * and closed ones, which do not change any more.
 */
function nextReadAt({ at, news }: { readonly at: number; readonly news: PullNews }): number {
  return news.state === 'merged' || news.state === 'closed' ? Infinity : at + pollMs;
}
