import type { WebSocket } from 'ws';
import { bytesOf, toBase64Url, type Bytes } from '../../../shared/channel/bytes';
import type { SecureChannel } from '../../../shared/channel/secureChannel';
import { closeCodes, type CloseReason } from '../../../shared/phone/firstFrame';
import { phoneChannel } from '../../../shared/protocol/signed';
import { Emitter } from '../../util/emitter';

/**
 * Maximum number of bytes that a phone may leave unread; beyond it the connection is terminated,
 * and the phone reconnects and receives the current board.
 */
const maxUnreadBytes = 16 * 1024 * 1024;

/** Sends and receives encrypted texts on one connection, in order. */
export class SealedSocket {
  private readonly texts = new Emitter<string>();
  readonly onText = this.texts.event;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  private isAdmitted = false;
  private isClosed = false;
  /** True after the hub started to close the connection; the phone may still send for a moment. */
  private isClosing = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly channel: SecureChannel,
    /**
     * Called with the first text, which a caller that replays a handshake cannot encrypt. Returns
     * false if there are too many connections.
     */
    private readonly admit: () => boolean = () => true,
  ) {
    this.closed = new Promise((resolve) => {
      const onClosed = (): void => {
        this.isClosed = true;
        this.texts.dispose();
        resolve();
      };
      // A caller may disconnect during its handshake; then no `close` event follows.
      if (socket.readyState === socket.CLOSED) onClosed();
      else socket.once('close', onClosed);
    });
    socket.on('message', (data: Buffer) => void this.receive(bytesOf(data)));
  }

  /** Name of the connection in signatures of the phone. */
  get name(): string {
    return phoneChannel(toBase64Url(this.channel.fingerprint));
  }

  /** Identifies the handshake. */
  get fingerprint(): Bytes {
    return this.channel.fingerprint;
  }

  send(text: string): void {
    if (this.isClosed) return;
    if (this.socket.bufferedAmount > maxUnreadBytes) return this.socket.terminate();
    void this.channel.seal(text).then(
      (sealed) => {
        if (!this.isClosed) this.socket.send(sealed);
      },
      () => this.socket.terminate(),
    );
  }

  close(why: CloseReason): void {
    if (this.isClosed || this.isClosing) return;
    this.isClosing = true;
    closeSocket(this.socket, why);
  }

  private async receive(sealed: Bytes): Promise<void> {
    if (this.isClosing) return;
    try {
      const text = await this.channel.open(sealed);
      if (this.isClosed) return;
      if (this.isAdmitted || (this.isAdmitted = this.admit())) this.texts.fire(text);
      else this.close('crowded');
    } catch {
      this.close('unreadable');
    }
  }
}

/** Time in ms after which a connection is terminated if the phone does not confirm the close. */
const closeTimeoutMs = 1_000;

export function closeSocket(socket: WebSocket, why: CloseReason): void {
  socket.close(closeCodes[why]);
  const timer = setTimeout(() => socket.terminate(), closeTimeoutMs);
  socket.once('close', () => clearTimeout(timer));
}
