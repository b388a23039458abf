import { timingSafeEqual } from 'node:crypto';
import { randomBytes } from '../../../shared/channel/webCrypto';
import type { Bytes } from '../../../shared/channel/bytes';
import {
  ticketIdLength,
  ticketSecretLength,
  type PairingTicket,
} from '../../../shared/phone/pairingLink';

/** Validity of a ticket, in ms. */
export const ticketMs = 10 * 60_000;

interface OpenTicket {
  readonly ticket: PairingTicket;
  readonly until: number;
}

/** Issues pairing tickets: at most one is valid at a time, for one phone, for ten minutes. */
export class Tickets {
  private open: OpenTicket | undefined;

  constructor(
    private readonly hub: Bytes,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Issues a new ticket and invalidates the previous one. */
  issue(): OpenTicket {
    const [id, secret] = [randomBytes(ticketIdLength), randomBytes(ticketSecretLength)];
    this.open = { ticket: { id, secret, hub: this.hub }, until: this.clock() + ticketMs };
    return this.open;
  }

  /** Returns the secret of the ticket with that id while it is valid, without redeeming it. */
  secretOf(id: Bytes): Bytes | undefined {
    const { open } = this;
    if (open === undefined || this.clock() >= open.until) return undefined;
    return timingSafeEqual(open.ticket.id, id) ? open.ticket.secret : undefined;
  }

  /** Redeems the ticket with that id; returns false if it is no longer valid. */
  redeem(id: Bytes): boolean {
    if (this.secretOf(id) === undefined) return false;
    this.open = undefined;
    return true;
  }

  revoke(): void {
    this.open = undefined;
  }
}
