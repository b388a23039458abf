import type { CarrierHost } from './carriers/way';
import type { PhonesParts } from './phones';
import type { PushSources } from './push/pushes';

/** Page, ports, network and push services that a hub for tests has in place of the real ones. */
export type PhoneOptions = Partial<
  Pick<PhonesParts, 'pageFolder' | 'ports'> & { readonly reach: Partial<CarrierHost> }
> &
  Pick<PushSources, 'isPushService'>;
