import type { CallSaid } from '../../shared/protocol/calls';
import { Coalescer } from '../util/coalesce';
import type { Log } from '../util/log';
import type { Calls } from './hubClient';

/** Calls that a window repeats to every hub. */
type KeptCall =
  | 'offerControl'
  | 'offerLabels'
  | 'offerRules'
  | 'setBudget'
  | 'setLayers'
  | 'setMachines'
  | 'setPhoneSettings'
  | 'setPrices'
  | 'setPulls'
  | 'tellPresence';

/** Calls of which the last request counts: it is made now, and to each hub that comes after. */
export interface Keeps<Names extends KeptCall> {
  keep<Name extends Names>(name: Name, said: CallSaid<Name>): void;
}

export interface KeptCallsParts {
  readonly hub: Calls<KeptCall>;
  readonly isConnected: () => boolean;
  readonly log: Log;
}

export class KeptCalls implements Keeps<KeptCall> {
  /** Runs one call of a kind at a time, so that the last request arrives last. */
  private readonly runs = new Map<KeptCall, Coalescer>();
  private readonly said = new Map<KeptCall, CallSaid<KeptCall>>();

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

  private async send(name: KeptCall): Promise<void> {
    const { hub, isConnected, log } = this.parts;
    const said = this.said.get(name);
    if (said === undefined || !isConnected()) return;
    try {
      await hub.call(name, said);
    } catch (error) {
      // A window tells of itself again and again.
      if (name === 'tellPresence') log.debug(`The presence was not taken: ${String(error)}`);
      else log.warn(`${name} was not taken: ${String(error)}`);
    }
  }
}
