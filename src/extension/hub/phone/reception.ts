import type { RawData, WebSocket } from 'ws';
import { bytesOf, toBase64Url, type Bytes } from '../../../shared/channel/bytes';
import { answerPairedHandshake, answerPairing } from '../../../shared/channel/handshake';
import type { KeyPair } from '../../../shared/channel/keys';
import { readFirstFrame } from '../../../shared/phone/firstFrame';
import type { Log } from '../../util/log';
import { closeSocket, SealedSocket } from './sealedSocket';

/** Time in ms within which a caller must send its first frame. */
const firstFrameTimeoutMs = 5_000;
/**
 * Maximum number of handshakes per second, counted for each phone and for the ticket, because each
 * takes about a millisecond of this thread. A caller that names neither a paired phone nor the
 * valid ticket gets no handshake; one that names a phone uses up only the handshakes of that phone.
 */
const handshakesPerSecond = 10;

export interface ReceptionParts {
  readonly keys: KeyPair;
  /** Returns the public agreement key of a paired phone. */
  readonly keyOf: (device: string) => Bytes | undefined;
  /** Returns the secret of a valid ticket. */
  readonly secretOf: (ticket: Bytes) => Bytes | undefined;
  /**
   * Called for a paired phone, or for a caller that replays its first frame: only the next message
   * proves that it is the phone.
   */
  readonly onKnown: (device: string, socket: SealedSocket) => void;
  /** Called for a phone with a valid ticket. */
  readonly onPairing: (phone: PairingPhone) => void;
  readonly log: Log;
}

export interface PairingPhone {
  readonly ticket: Bytes;
  /** Public agreement key of the phone. */
  readonly key: Bytes;
  readonly fingerprint: Bytes;
  readonly socket: SealedSocket;
}

/** Number of handshakes that were available at a time; `at` is of `performance.now()`, in ms. */
interface RateCredit {
  readonly left: number;
  readonly at: number;
}

/** Accepts connections and makes one handshake on each, at a limited rate. */
export class Reception {
  /** Credits by phone; that of the ticket has an empty key. */
  private readonly credits = new Map<string, RateCredit>();

  constructor(private readonly parts: ReceptionParts) {}

  accept(socket: WebSocket, admit: () => boolean): void {
    const timer = setTimeout(() => socket.terminate(), firstFrameTimeoutMs);
    const stopWaiting = (): void => {
      clearTimeout(timer);
      socket.off('close', stopWaiting);
    };
    socket.once('close', stopWaiting);
    socket.once('message', (data: RawData, isBinary: boolean) => {
      stopWaiting();
      if (!isBinary || !Buffer.isBuffer(data)) return closeSocket(socket, 'unreadable');
      void this.handshake(socket, bytesOf(data), admit).catch(() =>
        closeSocket(socket, 'unreadable'),
      );
    });
  }

  /** Counts a handshake; returns false if the limit is reached. */
  private consumeHandshake(name: string): boolean {
    const now = performance.now();
    const { left, at } = this.credits.get(name) ?? { left: handshakesPerSecond, at: now };
    const grown = left + ((now - at) / 1_000) * handshakesPerSecond;
    const credit = Math.min(handshakesPerSecond, grown);
    const isAllowed = credit >= 1;
    this.credits.set(name, { left: isAllowed ? credit - 1 : credit, at: now });
    return isAllowed;
  }

  /**
   * Makes the handshake; rejects if the first frame was not created for this hub by the sender that
   * it names.
   */
  private async handshake(socket: WebSocket, frame: Bytes, admit: () => boolean): Promise<void> {
    const first = readFirstFrame(frame);
    if (first === undefined) return closeSocket(socket, 'unreadable');
    const { keys, keyOf, secretOf, onKnown, onPairing } = this.parts;
    if (first.meeting === 'known') {
      const device = toBase64Url(first.id);
      const key = keyOf(device);
      if (key === undefined) return closeSocket(socket, 'unknownDevice');
      if (!this.consumeHandshake(device)) return closeSocket(socket, 'crowded');
      const { answer, channel } = await answerPairedHandshake(keys, key, first.message);
      const sealed = new SealedSocket(socket, channel, admit);
      socket.send(answer);
      return onKnown(device, sealed);
    }
    const secret = secretOf(first.id);
    if (secret === undefined) return closeSocket(socket, 'ticketOver');
    if (!this.consumeHandshake('')) return closeSocket(socket, 'crowded');
    const { answer, channel, phone } = await answerPairing(keys, secret, first.message);
    const sealed = new SealedSocket(socket, channel, admit);
    socket.send(answer);
    onPairing({ ticket: first.id, key: phone, fingerprint: channel.fingerprint, socket: sealed });
  }
}
