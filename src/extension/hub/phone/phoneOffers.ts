import type { ControlOffer } from '../../../shared/protocol/control';
import { windowOfPhone } from '../../../shared/protocol/phoneWindow';
import { keyName } from '../../util/signing';
import type { ControlOffers } from '../control/controlOffers';
import type { KnownKeys } from '../signed/knownKeys';
import type { Device, Devices } from './devices';

/**
 * Makes the keys of phones that may not answer any more count for nothing, and offers, in the name of each phone that may answer, to answer requests: whether it is connected just
 * now or in a pocket, somebody may be called to it. What windows leave to their terminals stays there.
 */
export class PhoneOffers {
  private readonly offered = new Set<string>();
  /** Keys of the phones that might answer so far. */
  private answeringKeys: ReadonlySet<string> = new Set();

  constructor(
    private readonly devices: Devices,
    private readonly offers: ControlOffers,
    private readonly keys: KnownKeys,
  ) {}

  /** Whether decisions of the phone count at this hub. */
  mayAnswer(device: Device): boolean {
    return device.scope === 'answer' && this.isConfirmed(device);
  }

  /** Whether an editor has told this hub that it knows the phone's key. */
  isConfirmed({ signingKey }: Device): boolean {
    return this.keys.get(keyName(signingKey)) !== undefined;
  }

  /** Makes the offers what the devices are now. */
  update(): void {
    this.dropKeys();
    const answering = new Map(
      this.devices.list
        .filter((device) => this.mayAnswer(device))
        .map((device) => [windowOfPhone(device.id), device.name] as const),
    );
    for (const window of this.offered) {
      if (answering.has(window)) continue;
      this.offered.delete(window);
      this.offers.disconnect(window);
    }
    const { enabled, disabledProjects } = this.offers.latest;
    for (const [window, label] of answering) {
      if (!this.offered.has(window)) {
        this.offered.add(window);
        this.offers.connect(window);
      }
      const offer: ControlOffer = {
        window,
        label,
        enabled,
        disabledProjects: [...disabledProjects],
      };
      if (!isSame(this.offers.of(window), offer)) this.offers.set(offer);
    }
  }

  /** However it came: removed, allowed to watch alone, or forgotten after a long time. */
  private dropKeys(): void {
    const before = this.answeringKeys;
    const answering = this.devices.list.filter(({ scope }) => scope === 'answer');
    this.answeringKeys = new Set(answering.map(({ signingKey }) => signingKey));
    this.keys.remove([...before].filter((key) => !this.answeringKeys.has(key)));
  }
}

function isSame(one: ControlOffer | undefined, other: ControlOffer): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
