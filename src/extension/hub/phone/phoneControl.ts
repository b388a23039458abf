import type { PageControl } from '../../page/pageChannel';
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

/** What the page of a phone is told of whether it may answer. */
export function phoneControl(
  id: string,
  { devices, phoneOffers, offers, onDidChange }: PhoneControlParts,
): PageControl {
  return {
    get status() {
      const device = devices.get(id);
      const may = device !== undefined && phoneOffers.mayAnswer(device) && offers.latest.enabled;
      return may ? ('on' as const) : ('off' as const);
    },
    get disabledProjects() {
      return offers.latest.disabledProjects;
    },
    onDidChange,
  };
}
