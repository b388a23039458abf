import type { CallInput } from '../../shared/protocol/calls';
import type { SettingCall } from '../../shared/protocol/settings/settingCall';
import { Coalescer } from '../util/coalesce';
import type { Log } from '../util/log';
import { HubRefusal, type Calls } from './hubClient';

/** Calls that a window repeats to every new hub. */
type RepeatedCall =
  | 'offerControl'
  | 'offerDesk'
  | 'offerLabels'
  | 'offerRules'
  | SettingCall
  | 'setPulls'
  | 'tellPresence';

/** Refusal codes that mean that the hub could not write to its disk. */
const unsavedCodes: ReadonlySet<string> = new Set(['disk_full', 'not_kept']);

/** Delays, in ms, before a call that did not reach the hub, or got no answer, is retried. */
const retryDelaysMs = [500, 1_000, 2_000, 5_000];

/** Sends the latest request of a call to the current hub, and again to each later hub. */
export interface CallRepeater<Names extends RepeatedCall> {
  storeCall<Name extends Names>(name: Name, request: CallInput<Name>): void;
}

export interface RepeatedCallsParts {
  readonly hub: Calls<RepeatedCall>;
  readonly isConnected: () => boolean;
  /** Called if the hub applied a call but could not save it; `problem` is a sentence to show. */
  readonly onUnsaved: (problem: string) => void;
  readonly log: Log;
}

export class RepeatedCalls implements CallRepeater<RepeatedCall> {
  /** Senders that never send two requests of a call at once, so that the last one arrives last. */
  private readonly senders = new Map<RepeatedCall, Coalescer>();
  private readonly requests = new Map<RepeatedCall, CallInput<RepeatedCall>>();
  /** Calls that were refused because the hub does not know this editor's key yet. */
  private readonly refused = new Set<RepeatedCall>();
  /** Number of failed attempts of each call since its last success. */
  private readonly failedAttempts = new Map<RepeatedCall, number>();
  /** Number of times that a hub accepted this editor's key, to detect one during a call. */
  private acceptanceCount = 0;

  constructor(private readonly parts: RepeatedCallsParts) {}

  storeCall<Name extends RepeatedCall>(name: Name, request: CallInput<Name>): void {
    this.requests.set(name, request);
    if (!this.senders.has(name)) this.senders.set(name, new Coalescer(() => this.send(name)));
    void this.senders.get(name)?.run();
  }

  /** The latest request of a call. */
  latestRequest<Name extends RepeatedCall>(name: Name): CallInput<Name> | undefined {
    return this.requests.get(name) as CallInput<Name> | undefined;
  }

  /** Called when the window connects to a hub, which has no data of this window yet. */
  onConnected(): void {
    for (const sender of this.senders.values()) void sender.run();
  }

  /** Called when the hub knows this editor's key: refused calls are sent again. */
  onAccepted(): void {
    this.acceptanceCount += 1;
    const names = [...this.refused];
    this.refused.clear();
    for (const name of names) void this.senders.get(name)?.run();
  }

  private async send(name: RepeatedCall): Promise<void> {
    const { hub, isConnected, onUnsaved, log } = this.parts;
    const request = this.requests.get(name);
    if (request === undefined || !isConnected()) return;
    const { acceptanceCount } = this;
    try {
      await hub.call(name, request);
      this.failedAttempts.delete(name);
    } catch (error) {
      if (error instanceof HubRefusal && error.code === 'unknown_key') {
        log.debug(`${name} waits until this editor is accepted`);
        // The key may have been accepted before the refusal arrived.
        if (acceptanceCount === this.acceptanceCount) this.refused.add(name);
        else void this.senders.get(name)?.run();
        return;
      }
      if (error instanceof HubRefusal && unsavedCodes.has(error.code)) onUnsaved(error.message);
      // Presence is reported often, so a lost report does not matter.
      if (name === 'tellPresence') log.debug(`The presence was not taken: ${String(error)}`);
      else log.warn(`${name} was not taken: ${String(error)}`);
      // The hub has not refused the call, so without this timer nothing would repeat it before the
      // next connection.
      if (!(error instanceof HubRefusal)) this.sendLater(name);
    }
  }

  private sendLater(name: RepeatedCall): void {
    const failedAttempts = this.failedAttempts.get(name) ?? 0;
    this.failedAttempts.set(name, failedAttempts + 1);
    const wait = retryDelaysMs[Math.min(failedAttempts, retryDelaysMs.length - 1)];
    setTimeout(() => void this.senders.get(name)?.run(), wait).unref();
  }
}
