import { fromBase64Url, toBase64Url, type Bytes } from '../channel/bytes';

/** Lengths in bytes of a ticket's parts. */
export const ticketIdLength = 16;
export const ticketSecretLength = 32;
const hashLength = 32;

/** What a QR code hands to one phone, once. */
export interface PairingTicket {
  /** Names the ticket to the hub; no secret. */
  readonly id: Bytes;
  /** Known to the hub and to whoever saw the code. */
  readonly secret: Bytes;
  /** SHA-256 of the hub's public key, by which the phone knows it from any other. */
  readonly hub: Bytes;
}

/** Version of the link's form. */
const version = '1';

/** The part of the address that no server is sent. */
export function pairingFragment({ id, secret, hub }: PairingTicket): string {
  return `#${[version, ...[id, secret, hub].map((part) => toBase64Url(part))].join('.')}`;
}

/** Undefined where the fragment, with or without its `#`, holds no ticket of this version. */
export function ticketIn(fragment: string): PairingTicket | undefined {
  const [stated, ...parts] = fragment.replace(/^#/u, '').split('.');
  if (stated !== version || parts.length !== 3) return undefined;
  const [id, secret, hub] = parts.map((part) => fromBase64Url(part));
  if (id?.length !== ticketIdLength || hub?.length !== hashLength) return undefined;
  return secret?.length === ticketSecretLength ? { id, secret, hub } : undefined;
}
