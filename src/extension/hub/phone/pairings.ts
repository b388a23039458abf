import { toBase64Url } from '../../../shared/channel/bytes';
import { matchingCode } from '../../../shared/phone/matchingCode';
import { pairingFragment } from '../../../shared/phone/pairingLink';
import { plainTitle } from '../../../shared/text/plainText';
import { imitatesBoardText } from '../../../shared/words/imitatedTexts';
import type { Pairing, PhoneScope } from '../../../shared/protocol/phones';
import { randomBytes } from '../../../shared/channel/webCrypto';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { Device } from './devices';
import { parsePhoneMessage } from './phoneSession';
import type { PairingPhone } from './reception';
import type { SealedSocket } from './sealedSocket';
import type { Tickets } from './tickets';

/** Time in ms within which a phone that connected with a ticket must introduce itself. */
const introductionTimeoutMs = 10_000;

/**
 * Maximum length of the name of a phone in characters; lists, answers and the log contain the name.
 */
const maxNameLength = 60;

export interface PairingsParts {
  readonly tickets: Tickets;
  /** Name of the machine as people see it. */
  readonly machine: string;
  /** Stores an accepted phone and serves it on this connection. Rejects with `NotSavedError`. */
  readonly onPaired: (device: Device, socket: SealedSocket) => Promise<void>;
  readonly clock?: () => number;
}

/**
 * Sanitizes the name that a phone gives itself. A name that imitates texts of the board is
 * replaced, because people could mistake it for one.
 */
function sanitizePhoneName(given: string): string {
  const name = plainTitle(given, maxNameLength);
  return name === '' || imitatesBoardText(name) ? '?' : name;
}

interface WaitingPhone {
  readonly device: Omit<Device, 'scope' | 'pairedAt' | 'lastUse'>;
  readonly code: string;
  readonly socket: SealedSocket;
}

/** Pairs one new phone at a time, from the QR code to the acceptance by the person at the desk. */
export class Pairings implements Disposable {
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  private open: { readonly fragment: string; readonly until: number } | undefined;
  private asking: WaitingPhone | undefined;
  private expiryTimer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: PairingsParts) {}

  /**
   * Returns the state of the pairing for windows. `page` is the address of the page; undefined
   * until the carrier is open.
   */
  pairingState(page: string | undefined): Pairing | undefined {
    const { open, asking } = this;
    if (open === undefined && asking === undefined) return undefined;
    return {
      until: open?.until ?? this.now(),
      ...(open !== undefined && page !== undefined && { link: `${page}${open.fragment}` }),
      ...(asking !== undefined && {
        asking: {
          device: asking.device.id,
          name: asking.device.name,
          signingKey: asking.device.signingKey,
          agreementKey: asking.device.agreementKey,
          code: asking.code,
        },
      }),
    };
  }

  /** Issues a ticket, and refuses a phone that waits with the previous one. */
  start(): void {
    this.end();
    const { ticket, until } = this.parts.tickets.issue();
    this.open = { fragment: pairingFragment(ticket), until };
    this.expiryTimer = setTimeout(() => this.expire(), until - this.now());
    this.expiryTimer.unref();
    this.changes.fire();
  }

  /** Revokes the ticket and refuses the waiting phone. */
  end(): void {
    clearTimeout(this.expiryTimer);
    this.parts.tickets.revoke();
    this.open = undefined;
    this.asking?.socket.close('refused');
    this.asking = undefined;
    this.changes.fire();
  }

  /**
   * Handles a phone that connected with a ticket. The ticket is redeemed when the phone introduces
   * itself.
   */
  acceptConnection({ ticket, key, fingerprint, socket }: PairingPhone): void {
    const timer = setTimeout(() => socket.close('unreadable'), introductionTimeoutMs);
    const watch = socket.onText((text) => {
      watch.dispose();
      clearTimeout(timer);
      const message = parsePhoneMessage(text);
      if (message?.type !== 'introduce') return socket.close('unreadable');
      if (!this.parts.tickets.redeem(ticket)) return socket.close('ticketOver');
      this.waitForPerson({
        device: {
          id: toBase64Url(randomBytes(16)),
          name: sanitizePhoneName(message.name),
          agreementKey: toBase64Url(key),
          signingKey: message.signingKey,
        },
        code: matchingCode(fingerprint),
        socket,
      });
    });
    void socket.closed.then(() => clearTimeout(timer));
  }

  /**
   * Accepts or refuses the waiting phone. Returns false if a different phone or none is waiting
   * now.
   */
  async applyVerdict(
    { device, signingKey }: { readonly device: string; readonly signingKey: string },
    verdict: PhoneScope | 'refuse',
  ): Promise<boolean> {
    const { asking } = this;
    if (asking?.device.id !== device || asking.device.signingKey !== signingKey) return false;
    this.asking = undefined;
    if (verdict === 'refuse') {
      asking.socket.close('refused');
    } else {
      const now = this.now();
      const device = { ...asking.device, scope: verdict, pairedAt: now, lastUse: now };
      await this.parts.onPaired(device, asking.socket).finally(() => this.changes.fire());
      return true;
    }
    this.changes.fire();
    return true;
  }

  dispose(): void {
    this.end();
    this.changes.dispose();
  }

  private waitForPerson(asking: WaitingPhone): void {
    clearTimeout(this.expiryTimer);
    this.open = undefined;
    this.asking = asking;
    const { machine } = this.parts;
    asking.socket.send(JSON.stringify({ type: 'waiting', code: asking.code, machine }));
    void asking.socket.closed.then(() => {
      if (this.asking !== asking) return;
      this.asking = undefined;
      this.changes.fire();
    });
    this.changes.fire();
  }

  private expire(): void {
    this.parts.tickets.revoke();
    this.open = undefined;
    this.changes.fire();
  }

  private now(): number {
    return (this.parts.clock ?? Date.now)();
  }
}
