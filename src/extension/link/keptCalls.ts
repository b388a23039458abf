import type { CallSaid } from '../../shared/protocol/calls';
import { Coalescer } from '../util/coalesce';
import type { Log } from '../util/log';
import { HubRefusal, type Calls } from './hubClient';

/** Calls that a window repeats to every hub. */
type KeptCall =
  | 'offerControl'
  | 'offerDesk'
  | 'offerLabels'
  | 'offerRules'
  | 'setBudget'
  | 'setLayers'
  | 'setMachines'
  | 'setPhoneSettings'
  | 'setPrices'
  | 'setPulls'
  | 'tellPresence';

/** Codes of refusals by which the hub says that its disk takes nothing. */
const unsavedCodes: ReadonlySet<string> = new Set(['disk_full', 'not_kept']);

/** Waits before a call that did not reach the hub, or got no answer, is made again, in ms. */
const retryMs = [500, 1_000, 2_000, 5_000];

/** Calls of which the last request counts: it is made now, and to each hub that comes after. */
export interface Keeps<Names extends KeptCall> {
  keep<Name extends Names>(name: Name, said: CallSaid<Name>): void;
}

export interface KeptCallsParts {
  readonly hub: Calls<KeptCall>;
  readonly isConnected: () => boolean;
  /** The hub goes by what it was told, but could not save it; `problem` is a sentence for a person. */
  readonly onUnsaved: (problem: string) => void;
  readonly log: Log;
}

export class KeptCalls implements Keeps<KeptCall> {
  /** Runs one call of a kind at a time, so that the last request arrives last. */
  private readonly runs = new Map<KeptCall, Coalescer>();
  private readonly said = new Map<KeptCall, CallSaid<KeptCall>>();
  /** Calls that wait until the hub knows this editor's key. */
  private readonly unheard = new Set<KeptCall>();
  /** Attempts of calls that failed since they were last answered. */
  private readonly failures = new Map<KeptCall, number>();
  /** Raised each time when the hub may have begun to know it. */
  private acceptances = 0;

  constructor(private readonly parts: KeptCallsParts) {}

  keep<Name extends KeptCall>(name: Name, said: CallSaid<Name>): void {
    this.said.set(name, said);
    if (!this.runs.has(name)) this.runs.set(name, new Coalescer(() => this.send(name)));
    void this.runs.get(name)?.run();
  }

  /** What was said last. */
  last<Name extends KeptCall>(name: Name): CallSaid<Name> | undefined {
    return this.said.get(name) as CallSaid<Name> | undefined;
  }

  /** There is a hub, which knows nothing of this window yet. */
  connected(): void {
    for (const run of this.runs.values()) void run.run();
  }

  /** The hub knows this editor's key: what it refused before is said again. */
  accepted(): void {
    this.acceptances += 1;
    const names = [...this.unheard];
    this.unheard.clear();
    for (const name of names) void this.runs.get(name)?.run();
  }

  private async send(name: KeptCall): Promise<void> {
    const { hub, isConnected, onUnsaved, log } = this.parts;
    const said = this.said.get(name);
    if (said === undefined || !isConnected()) return;
    const { acceptances } = this;
    try {
      await hub.call(name, said);
      this.failures.delete(name);
    } catch (error) {
      if (error instanceof HubRefusal && error.code === 'unknown_key') {
        log.debug(`${name} waits until this editor is accepted`);
        // The news of it may have come before the refusal.
        if (acceptances === this.acceptances) this.unheard.add(name);
        else void this.runs.get(name)?.run();
        return;
      }
      if (error instanceof HubRefusal && unsavedCodes.has(error.code)) onUnsaved(error.message);
      // A window tells of itself again and again.
      if (name === 'tellPresence') log.debug(`The presence was not taken: ${String(error)}`);
      else log.warn(`${name} was not taken: ${String(error)}`);
      // The hub has not said no: nothing else would tell it before there is another hub.
      if (!(error instanceof HubRefusal)) this.sendLater(name);
    }
  }

  private sendLater(name: KeptCall): void {
    const failures = this.failures.get(name) ?? 0;
    this.failures.set(name, failures + 1);
    const wait = retryMs[Math.min(failures, retryMs.length - 1)];
    setTimeout(() => void this.runs.get(name)?.run(), wait).unref();
  }
}
