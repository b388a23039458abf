import { timingSafeEqual } from 'node:crypto';
import { randomBytes } from '../../../shared/channel/webCrypto';
import type { Bytes } from '../../../shared/channel/bytes';
import {
  ticketIdLength,
  ticketSecretLength,
  type PairingTicket,
} from '../../../shared/phone/pairingLink';

/** Life of a ticket, in ms. */
export const ticketMs = 10 * 60_000;

interface OpenTicket {
  readonly ticket: PairingTicket;
  readonly until: number;
}

/** Issues tickets: one is good at a time, for one phone, for ten minutes. */
export class Tickets {
  private open: OpenTicket | undefined;

  constructor(
    private readonly hub: Bytes,
    private readonly clock: () => number = Date.now,
  ) {}

  /** Makes a new ticket; the one before is worth nothing any more. */
  issue(): OpenTicket {
    const [id, secret] = [randomBytes(ticketIdLength), randomBytes(ticketSecretLength)];
    this.open = { ticket: { id, secret, hub: this.hub }, until: this.clock() + ticketMs };
    return this.open;
  }

  /** Secret of the ticket with that id, while it is good. Looking does not use it up. */
  secretOf(id: Bytes): Bytes | undefined {
    const { open } = this;
    if (open === undefined || this.clock() >= open.until) return undefined;
    return timingSafeEqual(open.ticket.id, id) ? open.ticket.secret : undefined;
  }

  /** Uses up the ticket with that id. False where somebody else did. */
  redeem(id: Bytes): boolean {
    if (this.secretOf(id) === undefined) return false;
    this.open = undefined;
    return true;
  }

  revoke(): void {
    this.open = undefined;
  }
}
