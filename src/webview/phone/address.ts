import { ticketIn, type PairingTicket } from '../../shared/phone/pairingLink';

/**
 * The ticket in a URL fragment; `unreadable` if it is damaged or of a different version, undefined
 * if there is none.
 */
export function parseTicketFragment(fragment: string): PairingTicket | 'unreadable' | undefined {
  const text = fragment.replace(/^#/u, '');
  return ticketIn(text) ?? (/^\d+\./u.test(text) ? 'unreadable' : undefined);
}

/** Removes the fragment from the address bar and the history, because a ticket is secret. */
export function clearAddress(): void {
  history.replaceState(null, '', `${location.pathname}${location.search}`);
}

/**
 * Parses a typed or pasted link, or only its fragment; `elsewhere` if the link is for an address
 * other than the page's.
 */
export function parsePairingLink(
  typed: string,
  page: string,
): PairingTicket | 'elsewhere' | undefined {
  const text = typed.trim();
  const ticket = ticketIn(text.slice(text.indexOf('#') + 1));
  if (ticket === undefined || !URL.canParse(text)) return ticket;
  return addressOf(text) === addressOf(page) ? ticket : 'elsewhere';
}

function addressOf(link: string): string {
  const { origin, pathname } = new URL(link);
  return `${origin}${pathname.replace(/(?:index\.html)?$/u, '')}`;
}
