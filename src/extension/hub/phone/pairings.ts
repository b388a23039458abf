import { toBase64Url } from '../../../shared/channel/bytes';
import { matchingCode } from '../../../shared/phone/matchingCode';
import { pairingFragment } from '../../../shared/phone/pairingLink';
import { plainTitle } from '../../../shared/text/plainText';
import { passesForOurs } from '../../../shared/words/impostor';
import type { Pairing, PhoneScope } from '../../../shared/protocol/phones';
import { randomBytes } from '../../../shared/channel/webCrypto';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { Device } from './devices';
import { phoneMessageIn } from './phoneSession';
import type { PairingPhone } from './reception';
import type { SealedSocket } from './sealedSocket';
import type { Tickets } from './tickets';

/** A phone that has met the hub by a ticket has so long to say its name, in ms. */
const introduceMs = 10_000;

/** Of what a phone calls itself, in characters; it stands in lists, answers and the log. */
const maxNameLength = 60;

export interface PairingsParts {
  readonly tickets: Tickets;
  /** Name of the machine for people. */
  readonly machine: string;
  /** Keeps an accepted phone and serves it by this connection. Rejects with `NotKept`. */
  readonly onPaired: (device: Device, socket: SealedSocket) => Promise<void>;
  readonly clock?: () => number;
}

/** A phone gives itself its name: one in the board's words would be read as the board's. */
function nameOf(said: string): string {
  const name = plainTitle(said, maxNameLength);
  return name === '' || passesForOurs(name) ? '?' : name;
}

interface Asking {
  readonly device: Omit<Device, 'scope' | 'pairedAt' | 'lastUse'>;
  readonly code: string;
  readonly socket: SealedSocket;
}

/** Brings one new phone at a time from its QR code before the person at the desk. */
export class Pairings implements Disposable {
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  private open: { readonly fragment: string; readonly until: number } | undefined;
  private asking: Asking | undefined;
  private expiry: NodeJS.Timeout | undefined;

  constructor(private readonly parts: PairingsParts) {}

  /** What windows show. `page`: address of the page, where the way is open. */
  stateAt(page: string | undefined): Pairing | undefined {
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

  /** Makes a ticket; who came by the one before is turned away. */
  begin(): void {
    this.end();
    const { ticket, until } = this.parts.tickets.issue();
    this.open = { fragment: pairingFragment(ticket), until };
    this.expiry = setTimeout(() => this.expire(), until - this.now());
    this.expiry.unref();
    this.changes.fire();
  }

  /** Nobody can pair any more, and who waits is turned away. */
  end(): void {
    clearTimeout(this.expiry);
    this.parts.tickets.revoke();
    this.open = undefined;
    this.asking?.socket.close('refused');
    this.asking = undefined;
    this.changes.fire();
  }

  /** Takes somebody who has seen the code. The ticket is used up once they have said who they are. */
  meet({ ticket, key, fingerprint, socket }: PairingPhone): void {
    const timer = setTimeout(() => socket.close('unreadable'), introduceMs);
    const watch = socket.onText((text) => {
      watch.dispose();
      clearTimeout(timer);
      const message = phoneMessageIn(text);
      if (message?.type !== 'introduce') return socket.close('unreadable');
      if (!this.parts.tickets.redeem(ticket)) return socket.close('ticketOver');
      this.ask({
        device: {
          id: toBase64Url(randomBytes(16)),
          name: nameOf(message.name),
          agreementKey: toBase64Url(key),
          signingKey: message.signingKey,
        },
        code: matchingCode(fingerprint),
        socket,
      });
    });
    void socket.closed.then(() => clearTimeout(timer));
  }

  /** Carries out what the person said of the phone that asks. False where it is another by now, or gone. */
  async judge(
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

  private ask(asking: Asking): void {
    clearTimeout(this.expiry);
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
