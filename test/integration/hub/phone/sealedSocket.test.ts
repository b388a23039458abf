import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { SealedSocket } from '../../../../src/extension/hub/phone/sealedSocket';
import {
  answerPairedHandshake,
  startPairedHandshake,
} from '../../../../src/shared/channel/handshake';
import { newAgreementKeys } from '../../../../src/shared/channel/keys';

describe('A sealed socket', () => {
  let server: WebSocketServer;
  let caller: WebSocket;
  let socket: WebSocket;

  beforeEach(async () => {
    server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    caller = new WebSocket(`ws://127.0.0.1:${port}`);
    [socket] = (await once(server, 'connection')) as [WebSocket];
    await once(caller, 'open');
  });
  afterEach(() => server.close());

  async function sealed(): Promise<SealedSocket> {
    const [hub, phone] = [await newAgreementKeys(), await newAgreementKeys()];
    const { message } = await startPairedHandshake(phone, hub.publicKey);
    const { channel } = await answerPairedHandshake(hub, phone.publicKey, message);
    return new SealedSocket(socket, channel);
  }

  it('is over where the caller hung up during its handshake', async () => {
    const closed = once(socket, 'close');
    caller.terminate();
    await closed;
    const { closed: closing } = await sealed();
    await closing;
  });

  it('hangs up once on a caller that goes on to send what cannot be opened', async () => {
    const { closed } = await sealed();
    let mostListeners = 0;
    socket.on('newListener', () => {
      mostListeners = Math.max(mostListeners, socket.listenerCount('close') + 1);
    });
    for (let count = 0; count < 200; count += 1) caller.send(new Uint8Array(32));
    await closed;
    assert.ok(mostListeners <= 4, `${mostListeners} wait for its end`);
  });
});
