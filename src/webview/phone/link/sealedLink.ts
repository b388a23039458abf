import { bytesOf, type Bytes } from '../../../shared/channel/bytes';
import type { StartedHandshake } from '../../../shared/channel/handshake';
import type { SecureChannel } from '../../../shared/channel/secureChannel';
import { closeCodes, firstFrame, type CallerKind } from '../../../shared/phone/firstFrame';

/** Time in ms for the first message of the hub, after which the connection is closed. */
const patienceMs = 8_000;

export interface LinkParts {
  /** WebSocket URL (`ws:` or `wss:`). */
  readonly address: string;
  readonly meeting: CallerKind;
  /** Id of the device or of the ticket. */
  readonly id: Bytes;
  readonly begin: () => Promise<StartedHandshake>;
  /** Called once, when the channel is open; `fingerprint` is the handshake's hash. */
  readonly onOpen: (fingerprint: Bytes) => void;
  readonly onText: (text: string) => void;
  /** Called once, with the close code; nothing is called after it. */
  readonly onClose: (code: number) => void;
}

/** WebSocket close code of a connection that was lost. */
export const lostCode = 1006;

/** One connection to the hub: encrypted texts in order, starting with the handshake. */
export class SealedLink {
  private readonly socket: WebSocket;
  private readonly timer: ReturnType<typeof setTimeout>;
  private begun: StartedHandshake | undefined;
  private channel: Promise<SecureChannel> | undefined;
  private outgoing: Promise<unknown> = Promise.resolve();
  private isOver = false;

  constructor(private readonly parts: LinkParts) {
    this.socket = new WebSocket(parts.address);
    this.socket.binaryType = 'arraybuffer';
    this.timer = setTimeout(() => this.end(lostCode), patienceMs);
    this.socket.addEventListener('open', () => this.guard(this.startHandshake()));
    this.socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) this.guard(this.receive(bytesOf(data)));
      else this.end(closeCodes.unreadable);
    });
    this.socket.addEventListener('close', ({ code }) => this.end(code));
  }

  /** Sends texts in the order of the calls; a promised text that rejects is skipped. */
  send(text: string | Promise<string>): void {
    const pendingText = Promise.resolve(text);
    pendingText.catch(() => undefined); // The rejection is handled below.
    this.outgoing = this.outgoing.then(async () => {
      if (this.isOver || this.channel === undefined) return;
      const plaintext = await pendingText.catch(() => undefined);
      if (plaintext === undefined) return;
      const sealed = await (await this.channel).seal(plaintext);
      if (!this.isOver) this.socket.send(sealed);
    });
    this.guard(this.outgoing);
  }

  /** Closes the connection and calls `onClose` synchronously. */
  close(code = lostCode): void {
    this.end(code);
  }

  private async startHandshake(): Promise<void> {
    const { meeting, id, begin } = this.parts;
    this.begun = await begin();
    if (!this.isOver) this.socket.send(firstFrame({ meeting, id, message: this.begun.message }));
  }

  private async receive(frame: Bytes): Promise<void> {
    if (this.channel === undefined) {
      if (this.begun === undefined) throw new Error('The hub speaks first');
      // Set before awaiting, because the hub's first texts may follow immediately.
      this.channel = this.begun.finish(frame);
      const { fingerprint } = await this.channel;
      if (!this.isOver) this.parts.onOpen(fingerprint);
      return;
    }
    const text = await (await this.channel).open(frame);
    clearTimeout(this.timer);
    if (!this.isOver) this.parts.onText(text);
  }

  /** Closes the connection if a text can't be decrypted, because no later one could be. */
  private guard(work: Promise<unknown>): void {
    work.catch(() => this.end(closeCodes.unreadable));
  }

  private end(code: number): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.socket.close();
    this.parts.onClose(code);
  }
}
