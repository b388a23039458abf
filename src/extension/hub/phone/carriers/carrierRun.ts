import { setTimeout as delay } from 'node:timers/promises';
import type { CarrierNotice, CarrierStep } from '../../../../shared/phone/carrierSlugs';
import type { CarrierKind, CarrierState } from '../../../../shared/protocol/phones';
import type { Log } from '../../../util/log';
import { Attempt, limitTime, stepLimits } from './attempt';
import { CarrierFault } from './carrierFault';
import { InterruptibleSleep } from './interruptibleSleep';
import type { PageChallenge } from './pageChallenge';
import { probePage } from './pageProbe';
import type { RunningCarrier, CarrierHost, Carrier } from './carrier';

/**
 * Delays before retries in ms. The last one repeats, because the cause may be fixed outside this
 * program.
 */
const defaultRetryMs = [1_000, 3_000, 10_000, 30_000, 60_000];
/** Interval in ms of the checks of an open carrier. */
const defaultCheckMs = 120_000;
/** Interval in ms of the first check after a failed one; it grows with each failure. */
const recheckMs = 5_000;
/**
 * Time in ms after which an open carrier counts as stable: when it is lost, the delays start again
 * with the shortest.
 */
const stableMs = 60_000;
/**
 * Numbers of consecutive failed checks after which a carrier is shown as faulty and after which it
 * is reopened.
 */
const missedChecks = { faulty: 2, lost: 4 };
/** Faults that waiting does not fix, even for a new carrier that becomes reachable slowly. */
const permanentFaults: ReadonlySet<string> = new Set(['wrongMachine', 'redirected', 'hostChanged']);

export interface CarrierRunParts {
  readonly kind: CarrierKind;
  readonly carrier: Carrier;
  /** Port of the listener. */
  readonly port: number;
  /** Challenge that identifies this hub's page. */
  readonly challenge: PageChallenge;
  /** Address of this carrier when it was open before, if any. */
  readonly before: string | undefined;
  readonly reach: CarrierHost;
  readonly log: Log;
  readonly onState: (state: CarrierState) => void;
}

/**
 * Keeps one carrier open until it is closed: opens it, checks it regularly, and reopens it after it
 * was lost.
 */
export class CarrierRun {
  state: CarrierState;
  /** Address of the carrier, set before the address is verified. */
  url: string | undefined;
  private before: string | undefined;
  private readonly closing = new AbortController();
  private readonly sleeper = new InterruptibleSleep();
  private isCheckRequested = false;
  private readonly finished: Promise<void>;

  constructor(private readonly parts: CarrierRunParts) {
    this.state = this.openingState();
    this.before = parts.before;
    this.finished = this.openRepeatedly();
  }

  /** Retries or checks now at the request of the person, and shows the progress of a retry. */
  retryNow(): void {
    this.isCheckRequested = true;
    this.sleeper.wake();
  }

  /** Closes the carrier; resolves after everything has stopped, and never rejects. */
  async close(): Promise<void> {
    this.closing.abort();
    this.sleeper.wake();
    await this.finished;
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  private async openRepeatedly(): Promise<void> {
    const { carrier, reach } = this.parts;
    const { retryMs = defaultRetryMs } = reach;
    for (let failures = 0; !this.isClosed; failures += 1) {
      let openedAt: number | undefined;
      this.isCheckRequested = false;
      try {
        const open = await carrier.open(this.attempt());
        try {
          const notice = await this.verify(open);
          openedAt = performance.now();
          this.reportOpen(open, notice);
          await this.watch(open);
        } finally {
          await open.close();
        }
      } catch (error) {
        if (this.isClosed) return;
        this.reportFault(error);
      }
      if (this.isClosed) return;
      if (openedAt !== undefined && performance.now() - openedAt > stableMs) failures = 0;
      await this.sleeper.sleep(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0);
      if (this.isCheckRequested) this.setState(this.openingState());
    }
  }

  private attempt(): Attempt {
    const { port, reach } = this.parts;
    return new Attempt({
      port,
      ...(this.before !== undefined && { before: this.before }),
      signal: this.closing.signal,
      limits: { ...stepLimits, ...reach.limits },
      onStep: (step) => this.reportStep(step),
    });
  }

  /**
   * Fetches the page through the carrier, with retries while a new carrier becomes reachable.
   * Resolves with a notice for the person, if any; rejects with the fault.
   */
  private async verify(open: RunningCarrier): Promise<CarrierNotice | undefined> {
    this.url = open.url;
    let lastFault = new CarrierFault('pageSilent');
    return this.attempt().step(
      'page',
      () => lastFault,
      async (signal) => {
        for (;;) {
          try {
            return await this.probe(open, signal);
          } catch (error) {
            if (!(error instanceof CarrierFault)) throw error;
            lastFault = (await open.explain?.(error)) ?? error;
            const mayPass = open.isNew === true && !permanentFaults.has(lastFault.code);
            if (!mayPass || lastFault.code === 'tunnelConfig') throw lastFault;
          }
          const hasEnded = await Promise.race([
            delay(1_000, false, { signal }),
            ...(open.ended === undefined ? [] : [open.ended.then(() => true)]),
          ]);
          if (hasEnded) throw lastFault;
        }
      },
    );
  }

  /**
   * Fetches the page once. Resolves with a notice if a sign-in is required before the page; rejects
   * with any other fault.
   */
  private async probe(
    { url }: RunningCarrier,
    signal: AbortSignal,
  ): Promise<CarrierNotice | undefined> {
    const { reach, challenge, port, carrier } = this.parts;
    const target = `http://127.0.0.1:${port}`;
    try {
      await probePage({ ...reach, page: url, challenge, target, signal });
      return undefined;
    } catch (error) {
      const code = error instanceof CarrierFault ? error.code : undefined;
      const isSignIn = code === 'signIn' || code === 'redirected';
      if (isSignIn && carrier.isBehindSignIn === true) return 'signIn';
      throw error;
    }
  }

  /** Checks the carrier; resolves when it is lost or must be reopened. */
  private async watch(open: RunningCarrier): Promise<void> {
    const { checkMs = defaultCheckMs, limits } = this.parts.reach;
    let isEnded = false;
    void open.ended?.then(() => {
      isEnded = true;
      this.sleeper.wake();
    });
    const limit = limits?.page ?? stepLimits.page;
    for (let failedChecks = 0; ;) {
      await this.sleeper.sleep(
        failedChecks === 0 ? checkMs : Math.min(checkMs, recheckMs * failedChecks),
      );
      if (this.isClosed) return;
      if (isEnded) return this.setState(this.openingState());
      // A request of the person only checks a carrier that is open, but reopens a faulty one.
      if (this.isCheckRequested && this.state.status !== 'open') return;
      this.isCheckRequested = false;
      try {
        const silent = (): CarrierFault => new CarrierFault('pageSilent');
        await limitTime(limit, this.closing.signal, silent, (signal) => this.probe(open, signal));
        failedChecks = 0;
        if (this.state.status !== 'open') this.reportOpen(open, undefined);
      } catch (error) {
        if (this.isClosed || isEnded) continue;
        failedChecks += 1;
        if (failedChecks >= missedChecks.faulty) this.reportFault(error);
        // A temporary carrier would get a different address if it were reopened; its program
        // reconnects by itself if possible.
        if (failedChecks >= missedChecks.lost && open.isTemporary !== true) return;
      }
    }
  }

  private reportOpen(
    { url, notice }: RunningCarrier,
    verifiedNotice: CarrierNotice | undefined,
  ): void {
    const { kind, carrier, log } = this.parts;
    const hasMoved = this.before !== undefined && this.before !== url;
    const shownNotice = hasMoved ? 'newAddress' : (verifiedNotice ?? notice ?? carrier.notice);
    this.before ??= url;
    log.info(`Phones can come by ${kind}`);
    this.setState({
      kind,
      status: 'open',
      url,
      ...(shownNotice !== undefined && { notice: shownNotice }),
    });
  }

  private openingState(step?: CarrierStep): CarrierState {
    const { kind, carrier } = this.parts;
    return {
      kind,
      status: 'opening',
      ...(step !== undefined && { step }),
      ...(carrier.notice !== undefined && { notice: carrier.notice }),
    };
  }

  /**
   * Shows a step of the first attempt only. During retries in the background the fault stays
   * visible until the carrier is open or has a different fault.
   */
  private reportStep(step: CarrierStep): void {
    if (this.state.status === 'opening') this.setState(this.openingState(step));
  }

  private reportFault(error: unknown): void {
    const known =
      error instanceof CarrierFault
        ? error
        : new CarrierFault('programFailed', { detail: String(error) });
    const { kind, log } = this.parts;
    const { url } = this;
    if (this.state.fault?.code !== known.code)
      log.warn(`Phones cannot come by ${kind}: ${known.code}`);
    this.setState({
      kind,
      status: 'faulty',
      ...(url !== undefined && { url }),
      fault: known.fault,
    });
  }

  private setState(state: CarrierState): void {
    if (this.isClosed) return;
    this.state = state;
    this.parts.onState(state);
  }
}
