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

/** Waits before retries, in ms; the last one repeats, since the cause may be fixed elsewhere. */
const defaultRetryMs = [1_000, 3_000, 10_000, 30_000, 60_000];
/** Interval of the checks of an open carrier, in ms, and the first interval while it does not answer. */
const defaultCheckMs = 120_000;
const doubtMs = 5_000;
/** A carrier that was open for this long is retried without increased waits, in ms. */
const steadyMs = 60_000;
/** Number of failed checks after which a carrier is shown as faulty, and after which it is reopened. */
const doubts = { faulty: 2, over: 4 };
/** Faults that do not go away while a new carrier becomes reachable. */
const decisive: ReadonlySet<string> = new Set(['wrongMachine', 'redirected', 'hostChanged']);

export interface CarrierRunParts {
  readonly kind: CarrierKind;
  readonly carrier: Carrier;
  /** Port of the listener. */
  readonly port: number;
  /** Challenge that identifies this hub's page. */
  readonly challenge: PageChallenge;
  /** Address at which this carrier was open before, if any. */
  readonly before: string | undefined;
  readonly reach: CarrierHost;
  readonly log: Log;
  readonly onState: (state: CarrierState) => void;
}

/**
 * Keeps one carrier open until it is closed: opens it, checks it regularly, and reopens it when it
 * is lost.
 */
export class CarrierRun {
  state: CarrierState;
  /** Address that the carrier has, or will have once it is verified. */
  url: string | undefined;
  private before: string | undefined;
  private readonly stop = new AbortController();
  private readonly nap = new InterruptibleSleep();
  private isWanted = false;
  private readonly done: Promise<void>;

  constructor(private readonly parts: CarrierRunParts) {
    this.state = this.openingState();
    this.before = parts.before;
    this.done = this.openRepeatedly();
  }

  /** Retries or checks now because the person asked for it, and shows the progress of a retry. */
  retryNow(): void {
    this.isWanted = true;
    this.nap.wake();
  }

  /** Closes the carrier; resolves after everything has stopped, and never rejects. */
  async close(): Promise<void> {
    this.stop.abort();
    this.nap.wake();
    await this.done;
  }

  private get isOver(): boolean {
    return this.stop.signal.aborted;
  }

  private async openRepeatedly(): Promise<void> {
    const { carrier, reach } = this.parts;
    const { retryMs = defaultRetryMs } = reach;
    for (let failures = 0; !this.isOver; failures += 1) {
      let since: number | undefined;
      this.isWanted = false;
      try {
        const open = await carrier.open(this.attempt());
        try {
          const notice = await this.verify(open);
          since = performance.now();
          this.reportOpen(open, notice);
          await this.watch(open);
        } finally {
          await open.close();
        }
      } catch (error) {
        if (this.isOver) return;
        this.reportFault(error);
      }
      if (this.isOver) return;
      if (since !== undefined && performance.now() - since > steadyMs) failures = 0;
      await this.nap.sleep(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0);
      if (this.isWanted) this.setState(this.openingState());
    }
  }

  private attempt(): Attempt {
    const { port, reach } = this.parts;
    return new Attempt({
      port,
      ...(this.before !== undefined && { before: this.before }),
      signal: this.stop.signal,
      limits: { ...stepLimits, ...reach.limits },
      onStep: (step) => this.reportStep(step),
    });
  }

  /**
   * Fetches the page through the carrier. Resolves with a notice for the person, if any; rejects
   * with the fault.
   */
  private async verify(open: RunningCarrier): Promise<CarrierNotice | undefined> {
    this.url = open.url;
    let last = new CarrierFault('pageSilent');
    return this.attempt().step(
      'page',
      () => last,
      async (signal) => {
        for (;;) {
          try {
            return await this.probe(open, signal);
          } catch (error) {
            if (!(error instanceof CarrierFault)) throw error;
            last = (await open.explain?.(error)) ?? error;
            const mayPass = open.isNew === true && !decisive.has(last.code);
            if (!mayPass || last.code === 'tunnelConfig') throw last;
          }
          const over = await Promise.race([
            delay(1_000, false, { signal }),
            ...(open.ended === undefined ? [] : [open.ended.then(() => true)]),
          ]);
          if (over) throw last;
        }
      },
    );
  }

  /** Resolves with a notice if a sign-in is required before the page; rejects with any other fault. */
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
      this.nap.wake();
    });
    const limit = limits?.page ?? stepLimits.page;
    for (let missed = 0; ;) {
      await this.nap.sleep(missed === 0 ? checkMs : Math.min(checkMs, doubtMs * missed));
      if (this.isOver) return;
      if (isEnded) return this.setState(this.openingState());
      // A request of the person only checks an open carrier, and reopens a faulty one.
      if (this.isWanted && this.state.status !== 'open') return;
      this.isWanted = false;
      try {
        const silent = (): CarrierFault => new CarrierFault('pageSilent');
        await limitTime(limit, this.stop.signal, silent, (signal) => this.probe(open, signal));
        missed = 0;
        if (this.state.status !== 'open') this.reportOpen(open, undefined);
      } catch (error) {
        if (this.isOver || isEnded) continue;
        missed += 1;
        if (missed >= doubts.faulty) this.reportFault(error);
        // A temporary carrier would get another address if it were reopened; its program reconnects
        // by itself if it can.
        if (missed >= doubts.over && open.isTemporary !== true) return;
      }
    }
  }

  private reportOpen({ url, notice }: RunningCarrier, told: CarrierNotice | undefined): void {
    const { kind, carrier, log } = this.parts;
    const isMoved = this.before !== undefined && this.before !== url;
    const said = isMoved ? 'newAddress' : (told ?? notice ?? carrier.notice);
    this.before ??= url;
    log.info(`Phones can come by ${kind}`);
    this.setState({ kind, status: 'open', url, ...(said !== undefined && { notice: said }) });
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
   * Shows a step of the first attempt only. Retries run in the background: the fault stays visible
   * until the carrier is open or fails in another way.
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
    if (this.isOver) return;
    this.state = state;
    this.parts.onState(state);
  }
}
