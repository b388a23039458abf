import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { callJson, jsonIn } from '../../../../shared/text/boundedJson';
import { truncateText } from '../../../../shared/text/truncate';
import { plainLine } from '../../../../shared/text/plainText';
import { afterRunning } from '../../../util/runningTime';
import { frameSchema, type MessageId } from './serverMessages';

/** Time in ms for which a call may stay without an answer; measured answers take up to 100 ms. */
const callMs = 10_000;
const handshakeMs = 5_000;
/** Longest frame in bytes: a patch or a command is in one. */
const maxFrameBytes = 16 * 1024 * 1024;

export interface ServerListener {
  onNotification(method: string, params: unknown): void;
  onRequest(id: MessageId, method: string, params: unknown): void;
  onClose(): void;
}

interface OpenCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A connection to the shared server: JSON-RPC without its version, one message a frame. */
export class ServerConnection {
  private readonly calls = new Map<MessageId, OpenCall>();
  private lastId = 0;

  private constructor(
    private readonly socket: WebSocket,
    private readonly listener: ServerListener,
  ) {
    socket.on('message', (data: Buffer, isBinary) => isBinary || this.receive(data));
    socket.once('close', () => {
      for (const { reject } of this.calls.values()) reject(new Error('The connection ended'));
      this.calls.clear();
      listener.onClose();
    });
  }

  /** Connects to a socket of the file system. */
  static open(path: string, listener: ServerListener): Promise<ServerConnection> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket('ws://localhost/', {
        createConnection: () => connect(path),
        handshakeTimeout: handshakeMs,
        maxPayload: maxFrameBytes,
        perMessageDeflate: false,
        // Whoever awaits an answer continues before the next message is received.
        allowSynchronousEvents: false,
      });
      // A later error is followed by `close`.
      socket.on('error', reject);
      socket.once('open', () => resolve(new ServerConnection(socket, listener)));
    });
  }

  /** Rejects if the program refuses the call or does not answer. */
  call(method: string, params: object): Promise<unknown> {
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      const cancel = afterRunning(callMs, () =>
        end(() => reject(new Error(`No answer: ${method}`))),
      );
      const end = (settle: () => void): void => {
        cancel();
        this.calls.delete(id);
        settle();
      };
      this.calls.set(id, {
        resolve: (result) => end(() => resolve(result)),
        reject: (error) => end(() => reject(error)),
      });
      if (!this.send({ id, method, params })) end(() => reject(new Error('Not connected')));
    });
  }

  /** Makes a call of which only the acceptance counts: false if `call` rejects. */
  tryCall(method: string, params: object): Promise<boolean> {
    return this.call(method, params).then(
      () => true,
      () => false,
    );
  }

  notify(method: string): void {
    this.send({ method });
  }

  /** Answers a request of the program; false if the connection has ended. */
  answer(id: MessageId, result: object): boolean {
    return this.send({ id, result });
  }

  close(): void {
    this.socket.terminate();
  }

  private send(message: object): boolean {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private receive(data: Buffer): void {
    const frame = frameSchema.safeParse(jsonIn(data.toString('utf8'), callJson)).data;
    if (frame === undefined) return;
    const { id, method, params, result, error } = frame;
    if (method !== undefined && id !== undefined) this.listener.onRequest(id, method, params);
    else if (method !== undefined) this.listener.onNotification(method, params);
    else if (id !== undefined) {
      const call = this.calls.get(id);
      if (error === undefined) call?.resolve(result);
      else call?.reject(new Error(plainLine(truncateText(error.message, 200))));
    }
  }
}
