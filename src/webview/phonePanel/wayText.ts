import type { LucideIcon } from 'lucide-react';
import { Cable, Cloud, Globe, Link, MonitorSmartphone, Waypoints } from 'lucide-react';
import type { OfferedCarrier } from '../../shared/messages/phonePanelMessages';
import type { CarrierKind } from '../../shared/protocol/phones';
import { t } from '../../shared/words/l10n';

export const carrierIcons: Readonly<Record<CarrierKind, LucideIcon>> = {
  editor: MonitorSmartphone,
  tailscale: Waypoints,
  ownUrl: Link,
  forwarded: Cable,
  quickTunnel: Cloud,
  funnel: Globe,
};

/** Text for the limitation of a carrier (the way a phone reaches the hub); undefined without one. */
export function limitText({ limit }: OfferedCarrier): string | undefined {
  if (limit === 'insecure') {
    return t(
      'Its address begins with http://. Phones need https://, so set up TLS for the editor first.',
    );
  }
  if (limit === 'loopback') {
    return t('You opened the editor at an address of this machine: only browsers here reach it.');
  }
  return undefined;
}
