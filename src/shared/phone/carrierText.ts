import type { CarrierKind, CarrierState } from '../protocol/phones';
import { t } from '../words/l10n';

/** Texts that a person reads before choosing a carrier. */
export interface CarrierText {
  readonly name: string;
  /** Requirements and preparation. */
  readonly needs: string;
  /** Who could see the data, and how long the address lasts. */
  readonly privacy: string;
}

/** Carriers in the order in which they are offered; the first is recommended for a local editor. */
export const offeredCarriers: readonly CarrierKind[] = [
  'tailscale',
  'editor',
  'ownUrl',
  'forwarded',
  'funnel',
  'quickTunnel',
];

export function carrierText(kind: CarrierKind): CarrierText {
  switch (kind) {
    case 'editor':
      return {
        name: t('Address of this editor'),
        needs: t(
          'Nothing, where this editor runs in a browser or a codespace. Your phone signs in as you did.',
        ),
        privacy: t(
          'Encryption of the page ends at the host of the editor. What you read and answer is sealed between phone and computer all the way. The address stays the same.',
        ),
      };
    case 'tailscale':
      return {
        name: t('Tailscale'),
        needs: t(
          'Tailscale on this computer and the Tailscale app on the phone, with the same account.',
        ),
        privacy: t(
          'Only your own devices get to the page, and encryption ends on this computer. The address stays the same.',
        ),
      };
    case 'funnel':
      return {
        name: t('Tailscale Funnel'),
        needs: t('Tailscale on this computer, with Funnel allowed for it. The phone needs no app.'),
        privacy: t(
          'Anybody on the internet gets to the page, though not past it. Encryption ends on this computer. The address stays the same.',
        ),
      };
    case 'ownUrl':
      return {
        name: t('Address of your own'),
        needs: t(
          'An https address that leads to this computer: a named Cloudflare tunnel, Caddy, or SSH to a server of yours.',
        ),
        privacy: t(
          'Encryption of the page ends where you set it up. What you read and answer is sealed between phone and computer all the way.',
        ),
      };
    case 'quickTunnel':
      return {
        name: t('Cloudflare quick tunnel'),
        needs: t('The program cloudflared on this computer. No account, and no app on the phone.'),
        privacy: t(
          'The address is new at each start, and then every phone has to scan again. Encryption of the page ends at Cloudflare; what you read and answer is sealed between phone and computer all the way.',
        ),
      };
    case 'forwarded':
      return {
        name: t('Port forwarded by VS Code'),
        needs: t('A GitHub or Microsoft account for the Ports view of VS Code.'),
        privacy: t(
          'Encryption of the page ends at Microsoft; what you read and answer is sealed between phone and computer all the way. The address lasts for as long as this window forwards the port.',
        ),
      };
  }
}

/** Steps for the person, for a carrier that the person has to open; empty for the others. */
export function carrierGuide(kind: CarrierKind, port: number): readonly string[] {
  const target = `http://127.0.0.1:${port}`;
  switch (kind) {
    case 'forwarded':
      return [
        t('Open the Ports view, choose Forward a Port, and enter {0}.', port),
        t(
          'Right-click the port and set Port Visibility to Public: a phone’s page cannot sign in again by itself. Nobody gets past the page without being paired.',
        ),
        t('Copy the forwarded address and paste it here.'),
      ];
    case 'ownUrl':
      return [
        t('Let your proxy or tunnel lead to {0}, with WebSockets.', target),
        t('Enter its https address here.'),
      ];
    case 'editor':
    case 'tailscale':
    case 'funnel':
    case 'quickTunnel':
      return [];
  }
}

/** The current step as one line of a progress notification. */
export function carrierStepText({ kind, step }: Pick<CarrierState, 'kind' | 'step'>): string {
  const program = carrierProgram(kind);
  switch (step) {
    case 'program':
      return t('Looking for {0}…', program);
    case 'status':
      return t('Asking {0} how it is set up…', program);
    case 'opening':
      return t('Opening the way with {0}…', program);
    case 'name':
      return t('Waiting until the new address is known…');
    case 'page':
      return t('Fetching the page through its address, as a phone would…');
    default:
      return t('Preparing…');
  }
}

/** Text of a `CarrierNotice`; undefined for a slug that this version does not know. */
export function carrierNoticeText(notice: string | undefined): string | undefined {
  switch (notice) {
    case 'temporary':
      return t(
        'This address ends with the tunnel. After a restart it is another one, and every phone has to scan again.',
      );
    case 'newAddress':
      return t('The address is new. Phones that were paired at the one before have to scan again.');
    case 'signIn':
      return t('The phone is asked to sign in first, as you were on this computer.');
    case 'thisComputer':
      return t('This address leads nowhere but to this computer. For a phone, choose another way.');
    default:
      return undefined;
  }
}

/** Name of the program that a carrier uses. */
export function carrierProgram(kind: CarrierKind): string {
  return kind === 'quickTunnel' ? 'cloudflared' : t('Tailscale');
}
