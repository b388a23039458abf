import { connect } from 'node:net';
import { WebSocket } from 'ws';
import * as z from '../../../shared/protocol/schema';
import { callJson, jsonIn } from '../../../shared/text/boundedJson';
import { truncateText } from '../../../shared/text/truncate';
import { plainLine } from '../../../shared/text/plainText';
import { maxIdLength, maxNameLength } from '../json';
import { afterRunning } from '../runningTime';

/** Time in ms for which a call may stay without an answer. */
const callMs = 10_000;
const handshakeMs = 5_000;
/** Longest frame in bytes. */
const maxFrameBytes = 16 * 1024 * 1024;

/** Id of a request: each side may count its own. */
export const messageIdSchema = z.union([
  z.number(),
  z.string().check(z.minLength(1), z.maxLength(maxIdLength)),
]);
export type MessageId = z.infer<typeof messageIdSchema>;

/** A request has an id and a method, a notification only a method, an answer only an id. */
const frameSchema = z.lazyObject(() => ({
  id: z.optional(messageIdSchema),
  method: z.optional(z.string().check(z.maxLength(maxNameLength))),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
}));

export interface RpcListener {
  onNotification(method: string, params: unknown): void;
  onRequest(id: MessageId, method: string, params: unknown): void;
  onClose(): void;
}

interface OpenCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A connection to a local server: JSON-RPC without its version, one message a WebSocket frame. */
export class RpcConnection {
  private readonly calls = new Map<MessageId, OpenCall>();
  private lastId = 0;

  private constructor(
    private readonly socket: WebSocket,
    private readonly listener: RpcListener,
  ) {
    socket.on('message', (data: Buffer, isBinary) => isBinary || this.receive(data));
    socket.once('close', () => {
      for (const { reject } of this.calls.values()) reject(new Error('The connection ended'));
      this.calls.clear();
      listener.onClose();
    });
  }

  /** Connects to a socket of the file system. */
  static open(path: string, listener: RpcListener): Promise<RpcConnection> {
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
      socket.once('open', () => resolve(new RpcConnection(socket, listener)));
    });
  }

  /** Rejects if the server refuses the call or does not answer. */
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

  /** Answers a request of the server; false if the connection has ended. */
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
