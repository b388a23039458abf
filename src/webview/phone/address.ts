import { ticketIn, type PairingTicket } from '../../shared/phone/pairingLink';

/** What the fragment of an address asks of the page. */
export type Asked =
  | { readonly kind: 'pair'; readonly ticket: PairingTicket }
  /** Of a notification: shows the card of a session. */
  | { readonly kind: 'session'; readonly sessionId: string }
  /** A ticket that is damaged, or of another version. */
  | { readonly kind: 'unreadable' };

/** Longest session id that is looked for. */
const longest = 200;

/** Undefined where the fragment asks for nothing. */
export function askedBy(fragment: string): Asked | undefined {
  const text = fragment.replace(/^#/u, '');
  if (text === '') return undefined;
  if (text.startsWith('session=')) {
    const sessionId = new URLSearchParams(text).get('session') ?? '';
    return sessionId.length > longest ? undefined : { kind: 'session', sessionId };
  }
  const ticket = ticketIn(text);
  if (ticket !== undefined) return { kind: 'pair', ticket };
  return /^\d+\./u.test(text) ? { kind: 'unreadable' } : undefined;
}

/** Takes the fragment out of the address bar and the history: a ticket is a secret. */
export function clearAddress(): void {
  history.replaceState(null, '', `${location.pathname}${location.search}`);
}

/** Reads a typed or pasted link, or its fragment alone. `elsewhere`: it leads to another address. */
export function linkIn(typed: string, page: string): PairingTicket | 'elsewhere' | undefined {
  const text = typed.trim();
  const ticket = ticketIn(text.slice(text.indexOf('#') + 1));
  if (ticket === undefined || !URL.canParse(text)) return ticket;
  return addressOf(text) === addressOf(page) ? ticket : 'elsewhere';
}

function addressOf(link: string): string {
  const { origin, pathname } = new URL(link);
  return `${origin}${pathname.replace(/(?:index\.html)?$/u, '')}`;
}
