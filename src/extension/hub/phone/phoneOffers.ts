import type { ControlOffer } from '../../../shared/protocol/control';
import { windowOfPhone } from '../../../shared/protocol/phoneWindow';
import type { ControlOffers } from '../control/controlOffers';
import type { KnownKeys } from '../signed/knownKeys';
import type { VouchedPhones } from '../signed/vouchedPhones';
import type { Device, Devices } from './devices';

/**
 * Registers the signing keys of phones with scope `answer` that an editor vouches for, and offers
 * control in the name of each. Phones need not be connected, because a push may notify the person
 * at any time. Projects for which windows have turned control off are not offered.
 */
export class PhoneOffers {
  /** Window ids of the phones in whose names control is offered. */
  private readonly offeredWindows = new Set<string>();
  /** Signing keys that are registered for phones. */
  private answeringKeys: ReadonlySet<string> = new Set();

  constructor(
    readonly devices: Devices,
    private readonly offers: ControlOffers,
    private readonly keys: KnownKeys,
    private readonly vouched: VouchedPhones,
  ) {}

  /** The phones whose signatures are valid at this hub. */
  get answering(): readonly Device[] {
    return this.devices.list.filter((device) => this.mayAnswer(device));
  }

  /** True if decisions of the phone are valid at this hub. */
  mayAnswer(device: Device): boolean {
    return this.vouched.mayAnswer(device);
  }

  /** Updates keys and offers after a change of the devices. */
  update(): void {
    this.updateKeys();
    const answering = new Map(
      this.answering.map((device) => [windowOfPhone(device.id), device.name] as const),
    );
    for (const window of this.offeredWindows) {
      if (answering.has(window)) continue;
      this.offeredWindows.delete(window);
      this.offers.disconnect(window);
    }
    const { enabled, disabledProjects } = this.offers.latest;
    for (const [window, label] of answering) {
      if (!this.offeredWindows.has(window)) {
        this.offeredWindows.add(window);
        this.offers.connect(window);
      }
      const offer: ControlOffer = {
        window,
        label,
        enabled,
        disabledProjects: [...disabledProjects],
      };
      if (!isSame(this.offers.get(window), offer)) this.offers.acceptOffer(offer);
    }
  }

  private updateKeys(): void {
    const previousKeys = this.answeringKeys;
    this.answeringKeys = new Set(this.answering.map(({ signingKey }) => signingKey));
    this.keys.remove([...previousKeys].filter((key) => !this.answeringKeys.has(key)));
    this.keys.add([...this.answeringKeys]);
  }
}

function isSame(one: ControlOffer | undefined, other: ControlOffer): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
