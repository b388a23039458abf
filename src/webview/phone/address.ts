import { ticketIn, type PairingTicket } from '../../shared/phone/pairingLink';

/** The ticket that an address carries; `unreadable` for one that is damaged or of another version. */
export function ticketAsked(fragment: string): PairingTicket | 'unreadable' | undefined {
  const text = fragment.replace(/^#/u, '');
  return ticketIn(text) ?? (/^\d+\./u.test(text) ? 'unreadable' : undefined);
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
