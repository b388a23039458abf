import type { CarrierHost } from './carriers/carrier';
import type { PhonesParts } from './phones';
import type { PushSources } from './push/pushes';

/** Options of hubs in tests: page, ports, network and push services. */
export type PhoneOptions = Partial<
  Pick<PhonesParts, 'pageFolder' | 'ports'> & { readonly reach: Partial<CarrierHost> }
> &
  Pick<PushSources, 'isPushService'>;
