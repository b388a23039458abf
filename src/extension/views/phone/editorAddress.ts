import type { OfferedWay } from '../../../shared/messages/phonePanelMessages';

/** An address by which the editor itself leads to a port of this machine. */
export interface EditorAddress extends Pick<OfferedWay, 'host' | 'limit'> {
  readonly url: string;
}

/**
 * Reads what the editor made of `http://127.0.0.1:<port>`. Undefined where it leads nowhere else than
 * to the loopback of the machine that it runs on, as in every window of the desktop.
 */
export function editorAddressIn(external: string): EditorAddress | undefined {
  if (!URL.canParse(external)) return undefined;
  const { protocol, host, hostname, pathname, origin } = new URL(external);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(hostname);
  if (isLoopback && pathname === '/') return undefined;
  // A query or a fragment would come between the address and the ticket.
  const url = `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
  if (isLoopback) return { url, host, limit: 'loopback' };
  return { url, host, ...(protocol === 'http:' && { limit: 'insecure' as const }) };
}

/** An address that a person typed, as the hub takes it; undefined where no phone could use it. */
export function ownAddressIn(typed: string): string | undefined {
  const text = typed.trim();
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, username, password } = new URL(text);
  if (protocol !== 'https:' || username !== '' || password !== '') return undefined;
  return `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
}
