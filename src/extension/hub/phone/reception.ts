import type { RawData, WebSocket } from 'ws';
import { bytesOf, toBase64Url, type Bytes } from '../../../shared/channel/bytes';
import { answerKnown, answerPairing } from '../../../shared/channel/handshake';
import type { AgreementKeys } from '../../../shared/channel/keys';
import { readFirstFrame } from '../../../shared/phone/firstFrame';
import type { Log } from '../../util/log';
import { closeSocket, SealedSocket } from './sealedSocket';

/** Time in ms within which a caller must send its first frame. */
const patienceMs = 5_000;
/**
 * Maximum number of handshakes in a second, separately for each phone and for the ticket; each
 * costs about a millisecond of this thread. A caller that names neither a paired phone nor the
 * valid ticket gets none, and one that names a phone uses up only that phone's.
 */
const handshakesPerSecond = 10;

export interface ReceptionParts {
  readonly keys: AgreementKeys;
  /** Returns the public agreement key of a paired phone. */
  readonly keyOf: (device: string) => Bytes | undefined;
  /** Returns the secret of a valid ticket. */
  readonly secretOf: (ticket: Bytes) => Bytes | undefined;
  /**
   * Called for a paired phone, or a caller that replays its first frame: only the next message
   * proves the phone.
   */
  readonly onKnown: (device: string, socket: SealedSocket) => void;
  /** Called for a phone with a valid ticket; `fingerprint` identifies the handshake. */
  readonly onPairing: (met: PairingPhone) => void;
  readonly log: Log;
}

export interface PairingPhone {
  readonly ticket: Bytes;
  /** The phone's public agreement key. */
  readonly key: Bytes;
  readonly fingerprint: Bytes;
  readonly socket: SealedSocket;
}

/** Available handshakes, which grow with time. */
interface Credit {
  readonly left: number;
  readonly at: number;
}

/** Accepts connections: one handshake for each, with limited rates. */
export class Reception {
  /** Credits by phone; the ticket's under an empty name. */
  private readonly credits = new Map<string, Credit>();

  constructor(private readonly parts: ReceptionParts) {}

  accept(socket: WebSocket, admit: () => boolean): void {
    const timer = setTimeout(() => socket.terminate(), patienceMs);
    const settle = (): void => {
      clearTimeout(timer);
      socket.off('close', settle);
    };
    socket.once('close', settle);
    socket.once('message', (data: RawData, isBinary: boolean) => {
      settle();
      if (!isBinary || !Buffer.isBuffer(data)) return closeSocket(socket, 'unreadable');
      void this.handshake(socket, bytesOf(data), admit).catch(() =>
        closeSocket(socket, 'unreadable'),
      );
    });
  }

  private isWithinRate(name: string): boolean {
    const now = performance.now();
    const { left, at } = this.credits.get(name) ?? { left: handshakesPerSecond, at: now };
    const grown = left + ((now - at) / 1_000) * handshakesPerSecond;
    const credit = Math.min(handshakesPerSecond, grown);
    const may = credit >= 1;
    this.credits.set(name, { left: may ? credit - 1 : credit, at: now });
    return may;
  }

  /** Makes the handshake; rejects if the frame was not made for this hub by its claimed sender. */
  private async handshake(socket: WebSocket, frame: Bytes, admit: () => boolean): Promise<void> {
    const first = readFirstFrame(frame);
    if (first === undefined) return closeSocket(socket, 'unreadable');
    const { keys, keyOf, secretOf, onKnown, onPairing } = this.parts;
    if (first.meeting === 'known') {
      const device = toBase64Url(first.id);
      const key = keyOf(device);
      if (key === undefined) return closeSocket(socket, 'unknownDevice');
      if (!this.isWithinRate(device)) return closeSocket(socket, 'crowded');
      const { answer, channel } = await answerKnown(keys, key, first.message);
      const sealed = new SealedSocket(socket, channel, admit);
      socket.send(answer);
      return onKnown(device, sealed);
    }
    const secret = secretOf(first.id);
    if (secret === undefined) return closeSocket(socket, 'ticketOver');
    if (!this.isWithinRate('')) return closeSocket(socket, 'crowded');
    const { answer, channel, phone } = await answerPairing(keys, secret, first.message);
    const sealed = new SealedSocket(socket, channel, admit);
    socket.send(answer);
    onPairing({ ticket: first.id, key: phone, fingerprint: channel.fingerprint, socket: sealed });
  }
}
