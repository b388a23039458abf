import type { LucideIcon } from 'lucide-react';
import { Cable, Cloud, Globe, Link, MonitorSmartphone, Waypoints } from 'lucide-react';
import type { OfferedWay, PhoneWay } from '../../shared/messages/phonePanelMessages';
import { t } from '../../shared/words/l10n';

interface WayLook {
  readonly Icon: LucideIcon;
  readonly name: () => string;
  readonly about: () => string;
  /** What a person has to have or to know before. */
  readonly notes: (port: number) => readonly string[];
}

const looks: Readonly<Record<PhoneWay, WayLook>> = {
  editor: {
    Icon: MonitorSmartphone,
    name: () => t('This Editor’s Address'),
    about: () => t('Your editor can already be reached, so the phone goes the same way.'),
    notes: () => [
      t('Nothing to install. The address stays the same.'),
      t('If the editor asks for a password, sign in on the phone first, then scan.'),
    ],
  },
  tailscale: {
    Icon: Waypoints,
    name: () => t('Tailscale'),
    about: () => t('A private network of your own devices. Nothing is open to the internet.'),
    notes: () => [
      t('Needs Tailscale on this machine and its app on the phone, both signed in.'),
      t('The address stays the same.'),
    ],
  },
  ownUrl: {
    Icon: Link,
    name: () => t('My Own Address'),
    about: () => t('An address that you have set up: a named Cloudflare tunnel, SSH, Caddy.'),
    notes: (port) => [t('It has to lead to {0}.', `http://127.0.0.1:${port}`)],
  },
  forwarded: {
    Icon: Cable,
    name: () => t('VS Code Port Forwarding'),
    about: () => t('VS Code leads a port of this machine through your GitHub account.'),
    notes: (port) => [
      t('In the Ports view, choose Forward a Port and enter {0}.', String(port)),
      t('Copy the forwarded address and paste it here.'),
      t('The phone asks you to sign in with the same GitHub account.'),
    ],
  },
  quickTunnel: {
    Icon: Cloud,
    name: () => t('Cloudflare Quick Tunnel'),
    about: () => t('To try it out: no account, and nothing on the phone.'),
    notes: () => [
      t('The address lasts only as long as the tunnel. After a restart, connect the phone again.'),
      t('Needs cloudflared on this machine.'),
    ],
  },
  funnel: {
    Icon: Globe,
    name: () => t('Tailscale Funnel'),
    about: () => t('Like Tailscale, but without its app on the phone.'),
    notes: () => [
      t(
        'The address is open to the internet. Only phones that you accepted get past the first page.',
      ),
      t(
        'Needs Tailscale on this machine, with Funnel allowed in your tailnet. The address stays the same.',
      ),
    ],
  },
};

export const wayLook = (way: PhoneWay): WayLook => looks[way];

/** Why a way is of limited use, if it is. */
export function limitText({ limit }: OfferedWay): string | undefined {
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
