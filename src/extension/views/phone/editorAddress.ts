import type { OfferedCarrier } from '../../../shared/messages/phonePanelMessages';

/** A URL by which the editor forwards a port of this machine. */
export interface EditorAddress extends Pick<OfferedCarrier, 'host' | 'limit'> {
  readonly url: string;
}

/**
 * Parses the external URI that the editor returns for `http://127.0.0.1:<port>`. Undefined if it
 * has only a loopback address, as in every desktop window.
 */
export function editorAddressIn(external: string): EditorAddress | undefined {
  if (!URL.canParse(external)) return undefined;
  const { protocol, host, hostname, pathname, origin } = new URL(external);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(hostname);
  if (isLoopback && pathname === '/') return undefined;
  // Without query and fragment, because the pairing ticket is appended as the fragment.
  const url = `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
  if (isLoopback) return { url, host, limit: 'loopback' };
  return { url, host, ...(protocol === 'http:' && { limit: 'insecure' as const }) };
}

/**
 * Converts a typed address to the hub's format; undefined if it is no HTTPS URL or contains
 * credentials.
 */
export function ownAddressIn(typed: string): string | undefined {
  const text = typed.trim();
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, username, password } = new URL(text);
  if (protocol !== 'https:' || username !== '' || password !== '') return undefined;
  return `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
}
