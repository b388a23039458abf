import type { PageControl } from '../../page/pageFeed';
import type { Event } from '../../util/emitter';
import type { ControlOffers } from '../control/controlOffers';
import type { Devices } from './devices';
import type { PhoneOffers } from './phoneOffers';

export interface PhoneControlParts {
  readonly devices: Pick<Devices, 'get'>;
  readonly phoneOffers: Pick<PhoneOffers, 'mayAnswer'>;
  readonly offers: Pick<ControlOffers, 'latest'>;
  readonly onDidChange: Event<void>;
}

export interface PhoneControl extends PageControl {
  /** True if a person confirmed the phone in an editor and it may answer. */
  readonly mayAct: boolean;
}

/** Creates the control state of a phone's page, which determines whether the page may answer. */
export function phoneControl(
  id: string,
  { devices, phoneOffers, offers, onDidChange }: PhoneControlParts,
): PhoneControl {
  const mayAct = (): boolean => {
    const device = devices.get(id);
    return device !== undefined && phoneOffers.mayAnswer(device);
  };
  return {
    get mayAct() {
      return mayAct();
    },
    get status() {
      return mayAct() && offers.latest.enabled ? 'on' : 'off';
    },
    get disabledProjects() {
      return offers.latest.disabledProjects;
    },
    onDidChange,
  };
}
