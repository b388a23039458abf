import type { ToPhone } from '../../../../shared/phone/phoneMessages';
import type { Disposable } from '../../../util/lifetime';
import { refusals, type Refusal } from '../../serve/refusal';
import type { Device } from '../devices';
import { CallRate, PhoneRates } from './callRate';
import type { Outbox } from './outbox';
import type { PushProgress } from './pushProgress';
import { testText } from './pushTexts';

/**
 * Maximum number of test pushes in a minute, for one phone and for all; even phones with scope
 * `watch` may request them.
 */
const maxPerPhone = 3;
const maxOfAll = 10;

export interface TestPushesParts {
  readonly device: (id: string) => Device | undefined;
  readonly outbox: Outbox;
  readonly progress: PushProgress;
  readonly send: (device: string, message: ToPhone) => void;
  readonly now: () => number;
}

/**
 * Sends test pushes to phones, a few in a minute, and reports to each phone how long its test took.
 */
export class TestPushes {
  /** Subscriptions to the progress of the newest test of each phone. */
  private readonly progressWatches = new Map<string, Disposable>();
  private readonly rates: PhoneRates;
  private readonly all = new CallRate(maxOfAll);

  constructor(private readonly parts: TestPushesParts) {
    this.rates = new PhoneRates(maxPerPhone, parts.now);
  }

  /** Sends a test push; returns a refusal if that is not possible. */
  test(id: string): Refusal | undefined {
    const { device: get, outbox, progress, send } = this.parts;
    const device = get(id);
    if (device?.subscription === undefined) return refusals.noPush;
    if (!this.countIfAllowed(id)) return refusals.pushSoon;
    this.progressWatches.get(id)?.dispose();
    const push = outbox.test(device, testText);
    const watch = progress.onDidChange((now) => {
      if (now.id !== push || now.stage === 'sent' || now.stage === 'accepted') return;
      const { shownAfterMs, detail } = now;
      // A silent push may still arrive.
      if (now.stage !== 'silent') watch.dispose();
      send(id, {
        type: 'push',
        ...(shownAfterMs !== undefined && { shownAfterMs }),
        ...(detail !== undefined && { problem: detail }),
      });
    });
    this.progressWatches.set(id, watch);
    return undefined;
  }

  forget(id: string): void {
    this.progressWatches.get(id)?.dispose();
    this.progressWatches.delete(id);
    this.rates.forget(id);
  }

  private countIfAllowed(id: string): boolean {
    const now = this.parts.now();
    const rates = [this.rates.rateOf(id), this.all];
    if (rates.some((rate) => rate.freeAt(now) > now)) return false;
    for (const rate of rates) rate.note(now);
    return true;
  }
}
