import type { CarrierState } from '../protocol/phones';
import { shownLine } from '../text/plainText';
import { t } from '../words/l10n';
import type { CarrierFaultCode } from './carrierSlugs';
import { carrierProgram } from './carrierText';

/** The fields of a carrier's state that describe its fault. */
type FaultyCarrier = Pick<CarrierState, 'kind' | 'url' | 'fault'>;

/** Values for a fault's sentence: the program, the host of the address, and an escaped detail. */
interface FaultValues {
  readonly program: string;
  readonly host: string;
  readonly detail: string;
}

const sentences: Readonly<Record<CarrierFaultCode, (values: FaultValues) => string>> = {
  badUrl: () => t('This is no web address. Enter one that begins with https://.'),
  needsHttps: () =>
    t(
      'Enter an address that begins with https://. Without it a phone’s browser neither encrypts nor notifies.',
    ),

  notInstalled: ({ program }) =>
    t('{0} is not installed on this computer. Install it, then try again.', program),
  notStarted: ({ program, detail }) =>
    t(
      '{0} could not be started ({1}). Check that you may run it, or install it anew.',
      program,
      detail,
    ),
  programSilent: ({ program }) =>
    t('{0} did not answer in time. Restart it, then try again.', program),
  programFailed: ({ program, detail }) =>
    detail === ''
      ? t('{0} ended without a word. Run it in a terminal to see what is wrong.', program)
      : t('{0} ended: {1}', program, detail),
  tooOld: ({ program }) =>
    t('This version of {0} answers in a way that is not known here. Update it.', program),

  notRunning: () => t('Tailscale is not running on this computer. Start it.'),
  stopped: () => t('Tailscale is switched off on this computer. Connect it.'),
  loggedOut: () => t('Nobody is signed in to Tailscale on this computer. Sign in.'),
  needsApproval: () => t('An administrator has to approve this computer in Tailscale.'),
  noName: () => t('This computer has no name in Tailscale. Switch on MagicDNS.'),
  httpsOff: () => t('HTTPS certificates are switched off in Tailscale. Switch them on under DNS.'),
  serveOff: () =>
    t('Serve is switched off in your tailnet. Switch it on; this goes on by itself then.'),
  funnelOff: () =>
    t('Funnel is switched off in your tailnet. Switch it on; this goes on by itself then.'),
  funnelNotAllowed: () =>
    t('The rules of your tailnet do not let this computer use Funnel. Allow it there.'),
  serveDenied: () =>
    t(
      'Tailscale lets only an administrator share a page. Allow it for yourself, once, in a terminal.',
    ),
  portsTaken: () =>
    t('Your own pages have all ports that Tailscale could use here. Free one of them.'),

  tunnelRefused: () =>
    t('Cloudflare gives no more quick tunnels for now. Wait some minutes, or choose another way.'),
  tunnelOffline: () =>
    t(
      'cloudflared cannot reach Cloudflare. Check the connection, and that port 7844 is not blocked.',
    ),
  tunnelConfig: ({ detail }) =>
    t(
      'cloudflared follows {0} and serves no quick tunnel with it. Rename that file, or lead a tunnel of your own here and choose Address of your own.',
      detail,
    ),

  nameUnknown: ({ host }) =>
    t('The name {0} is not known here. Check it, and the DNS of this computer.', host),
  unreachable: ({ host, detail }) =>
    t(
      'Nobody answers at {0} ({1}). Check that the way is open and the network is there.',
      host,
      detail,
    ),
  pageSilent: ({ host }) =>
    t('{0} did not answer in time. Check that it leads to this computer.', host),
  certificateExpired: ({ host }) => t('The certificate of {0} has expired. Renew it.', host),
  certificateName: ({ host }) =>
    t('The certificate of {0} is for another name. Let it have one of its own.', host),
  certificateUntrusted: ({ host }) =>
    t(
      'This computer does not trust who issued the certificate of {0}, and a phone would not either. Use one of a public authority.',
      host,
    ),
  tlsFault: ({ host, detail }) =>
    t(
      'No safe connection to {0} came about ({1}). Check its certificate and its TLS.',
      host,
      detail,
    ),
  redirected: ({ host, detail }) =>
    t('{0} leads on to {1}. Enter the address where the page itself is served.', host, detail),
  signIn: ({ host }) =>
    t(
      '{0} asks for a sign-in. Let it pass this page on without one: only paired phones get past it.',
      host,
    ),
  hostChanged: ({ host }) =>
    t(
      'The proxy at {0} changes the Host header. Let it pass on the one that the phone sent.',
      host,
    ),
  notFound: ({ host, detail }) =>
    t(
      '{0} answers, but not with this page. Check its path, and that it leads to {1}.',
      host,
      detail,
    ),
  badGateway: ({ host, detail }) =>
    t('{0} answers, but does not get through to this computer. Let it lead to {1}.', host, detail),
  pageStatus: ({ host, detail }) =>
    t('{0} answers with status {1} in place of the page. Check its set-up.', host, detail),
  otherPage: ({ host, detail }) =>
    t('{0} shows another page, perhaps a login. Let it lead to {1} without one.', host, detail),
  wrongMachine: ({ host, detail }) =>
    t('{0} leads to another Mission Control. Let it lead to {1} on this computer.', host, detail),
};

/** One sentence that says what to do; the view shows the fault's `command` and `link` beside it. */
export function carrierFaultText({ kind, url = '', fault }: FaultyCarrier): string {
  const host = /^https?:\/\/([^/]+)/u.exec(url)?.[1] ?? t('The address');
  const detail = shownLine(fault?.detail ?? '', 200).text;
  const values = { program: carrierProgram(kind), host, detail };
  return (
    sentenceOf(fault?.code ?? '')?.(values) ?? t('This way does not work now. Choose another.')
  );
}

function sentenceOf(code: string): ((values: FaultValues) => string) | undefined {
  return Object.entries(sentences).find(([known]) => known === code)?.[1];
}
