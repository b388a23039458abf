import { fromBase64Url, toBase64Url, type Bytes } from '../channel/bytes';

/** Length of a ticket's id, in bytes. */
export const ticketIdLength = 16;
export const ticketSecretLength = 32;
const hashLength = 32;

/** A one-time ticket that a QR code gives to one phone. */
export interface PairingTicket {
  /** Identifies the ticket to the hub; not secret. */
  readonly id: Bytes;
  /** Known only to the hub and to whoever saw the code. */
  readonly secret: Bytes;
  /** SHA-256 of the hub's public key, by which the phone authenticates the hub. */
  readonly hub: Bytes;
}

/** Version of the link's format. */
const version = '1';

/** The fragment of the URL, which is not sent to any server. */
export function pairingFragment({ id, secret, hub }: PairingTicket): string {
  return `#${[version, ...[id, secret, hub].map((part) => toBase64Url(part))].join('.')}`;
}

/**
 * Parses a ticket from a fragment, with or without `#`; undefined if it contains no ticket of this
 * version.
 */
export function ticketIn(fragment: string): PairingTicket | undefined {
  const [stated, ...parts] = fragment.replace(/^#/u, '').split('.');
  if (stated !== version || parts.length !== 3) return undefined;
  const [id, secret, hub] = parts.map((part) => fromBase64Url(part));
  if (id?.length !== ticketIdLength || hub?.length !== hashLength) return undefined;
  return secret?.length === ticketSecretLength ? { id, secret, hub } : undefined;
}
