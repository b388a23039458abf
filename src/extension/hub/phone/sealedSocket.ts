import type { WebSocket } from 'ws';
import { bytesOf, toBase64Url, type Bytes } from '../../../shared/channel/bytes';
import type { SecureChannel } from '../../../shared/channel/secureChannel';
import { closings, type CloseReason } from '../../../shared/phone/firstFrame';
import { phoneChannel } from '../../../shared/protocol/signed';
import { Emitter } from '../../util/emitter';

/** A phone with this much unread is cut off, in bytes; it comes back and gets a fresh board. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** Sealed texts over one connection, in order. */
export class SealedSocket {
  private readonly texts = new Emitter<string>();
  readonly onText = this.texts.event;
  /** Settles when the connection has ended. */
  readonly closed: Promise<void>;
  private isAdmitted = false;
  private isOver = false;
  /** The hub hung up; the other side may still send for a moment. */
  private isClosing = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly channel: SecureChannel,
    /** Called with the first text, which nobody who repeats a handshake can seal. False where there is no room. */
    private readonly admit: () => boolean = () => true,
  ) {
    this.closed = new Promise((resolve) => {
      const over = (): void => {
        this.isOver = true;
        this.texts.dispose();
        resolve();
      };
      // A caller may hang up during its handshake, and then nothing more is heard of it.
      if (socket.readyState === socket.CLOSED) over();
      else socket.once('close', over);
    });
    socket.on('message', (data: Buffer) => void this.receive(bytesOf(data)));
  }

  /** The connection as a phone's seals name it. */
  get name(): string {
    return phoneChannel(toBase64Url(this.channel.fingerprint));
  }

  /** Names the handshake. */
  get fingerprint(): Bytes {
    return this.channel.fingerprint;
  }

  send(text: string): void {
    if (this.isOver) return;
    if (this.socket.bufferedAmount > maxUnreadBytes) return this.socket.terminate();
    void this.channel.seal(text).then(
      (sealed) => {
        if (!this.isOver) this.socket.send(sealed);
      },
      () => this.socket.terminate(),
    );
  }

  close(why: CloseReason): void {
    if (this.isOver || this.isClosing) return;
    this.isClosing = true;
    closeSocket(this.socket, why);
  }

  private async receive(sealed: Bytes): Promise<void> {
    if (this.isClosing) return;
    try {
      const text = await this.channel.open(sealed);
      if (this.isOver) return;
      if (this.isAdmitted || (this.isAdmitted = this.admit())) this.texts.fire(text);
      else this.close('crowded');
    } catch {
      this.close('unreadable');
    }
  }
}

/** A phone that does not say goodbye in turn is cut off after this, in ms. */
const goodbyeMs = 1_000;

export function closeSocket(socket: WebSocket, why: CloseReason): void {
  socket.close(closings[why]);
  const timer = setTimeout(() => socket.terminate(), goodbyeMs);
  socket.once('close', () => clearTimeout(timer));
}
