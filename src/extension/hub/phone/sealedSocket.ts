import type { WebSocket } from 'ws';
import { bytesOf, toBase64Url, type Bytes } from '../../../shared/channel/bytes';
import type { SecureChannel } from '../../../shared/channel/secureChannel';
import { closings, type CloseReason } from '../../../shared/phone/firstFrame';
import { phoneChannel } from '../../../shared/protocol/signed';
import { Emitter } from '../../util/emitter';

/**
 * Maximum unread bytes of a phone; beyond it the connection is ended, and the phone reconnects and
 * gets a fresh board.
 */
const maxUnreadBytes = 16 * 1024 * 1024;

/** Encrypted texts over one connection, in order. */
export class SealedSocket {
  private readonly texts = new Emitter<string>();
  readonly onText = this.texts.event;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  private isAdmitted = false;
  private isOver = false;
  /** True after the hub closed the connection; the other side may still send for a moment. */
  private isClosing = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly channel: SecureChannel,
    /**
     * Called with the first text, which nobody who replays a handshake can encrypt. Returns false
     * if there are too many connections.
     */
    private readonly admit: () => boolean = () => true,
  ) {
    this.closed = new Promise((resolve) => {
      const over = (): void => {
        this.isOver = true;
        this.texts.dispose();
        resolve();
      };
      // A caller may disconnect during its handshake; then there is no `close` event any more.
      if (socket.readyState === socket.CLOSED) over();
      else socket.once('close', over);
    });
    socket.on('message', (data: Buffer) => void this.receive(bytesOf(data)));
  }

  /** Name of the connection in a phone's seals. */
  get name(): string {
    return phoneChannel(toBase64Url(this.channel.fingerprint));
  }

  /** Identifies the handshake. */
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

/** Time in ms after which a connection is terminated whose closing the phone does not confirm. */
const goodbyeMs = 1_000;

export function closeSocket(socket: WebSocket, why: CloseReason): void {
  socket.close(closings[why]);
  const timer = setTimeout(() => socket.terminate(), goodbyeMs);
  socket.once('close', () => clearTimeout(timer));
}
