import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { fromBase64Url } from '../../../../src/shared/channel/bytes';
import { firstFrame } from '../../../../src/shared/phone/firstFrame';
import { PhoneHub } from '../../../support/phone/phoneHub';
import type { TestPhone } from '../../../support/phone/testPhone';
import { until } from '../../../support/until';

/**
 * Data that an unauthorized caller sends before it falls silent; the parameter is the listener's
 * port.
 */
const callers: Readonly<Record<string, (port: number) => string>> = {
  'silent connections': () => '',
  'half requests': (port) => `GET / HTTP/1.1\r\nHost: localhost:${port}\r\nX-Half: `,
  'refused upgrades': (port) => upgrade(port, 'https://evil.example') + 'x'.repeat(4_000),
  'upgrades without a first frame': (port) => upgrade(port, `http://localhost:${port}`),
};
/**
 * Callers between two connections of the phone; they connect within a second unless the machine is
 * very busy.
 */
const together = 160;
const rounds = 8;

function upgrade(port: number, origin: string): string {
  return [
    'GET /channel HTTP/1.1',
    `Host: localhost:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    `Origin: ${origin}`,
    '\r\n',
  ].join('\r\n');
}

/** A caller that reads everything and never closes the connection. */
function call(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    .on('error', () => undefined)
    .resume();
  socket.write(text);
  return socket;
}

function closedBy(desk: PhoneHub, first: Uint8Array): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${desk.port}/channel`, {
    headers: { origin: `http://localhost:${desk.port}` },
  });
  socket.on('error', () => undefined);
  socket.once('open', () => socket.send(first));
  return new Promise((resolve) => socket.once('close', (code) => resolve(code)));
}

describe('Callers that flood the listener for phones', function () {
  this.timeout(60_000);
  let desk: PhoneHub;
  let phone: TestPhone;
  let sockets: Socket[] = [];
  before(async () => {
    desk = await PhoneHub.start();
    phone = await desk.phone();
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });
  after(() => desk.dispose());

  for (const [kind, textAt] of Object.entries(callers)) {
    it(`let a paired phone connect again and again while they send ${kind}`, async () => {
      const text = textAt(desk.port);
      for (let round = 0; round < rounds; round += 1) {
        for (let count = 0; count < together; count += 1) sockets.push(call(desk.port, text));
        await phone.hangUp();
        await phone.connect();
      }
    });
  }

  it('keep out no phone but the one that they name in first frames that it did not make', async () => {
    const named = await desk.phone('watch', 'Named');
    const id = fromBase64Url(named.device) ?? new Uint8Array(16);
    for (let round = 0; round < 4; round += 1) {
      const message = crypto.getRandomValues(new Uint8Array(81)).with(0, 4);
      const frame = firstFrame({ meeting: 'known', id, message });
      const junk = Array.from({ length: 40 }, () => closedBy(desk, frame));
      await phone.hangUp();
      await phone.connect();
      await Promise.all(junk);
    }
    await named.hangUp();
  });

  it('take from a phone only its own connections where they are that phone: six are the most', async () => {
    const others = Array.from({ length: 9 }, () => phone.twin());
    for (const one of others) await one.connect();
    await until(
      () => others.map((one) => one.closedBy === undefined),
      (open) => assert.deepEqual(open, [...Array(3).fill(false), ...Array(6).fill(true)]),
    );
    for (const one of others.slice(3)) await one.hangUp();
  });

  it('get one answer on a connection, whatever they send with their first request', async () => {
    const own = `Host: localhost:${desk.port}\r\n`;
    for (const [kind, text] of [
      ['pages', `GET / HTTP/1.1\r\n${own}\r\n`],
      ['pages that do not exist', `GET /none HTTP/1.1\r\n${own}\r\n`],
      ['descriptions of the hub', `GET /hub.json HTTP/1.1\r\n${own}\r\n`],
    ] as const) {
      const socket = call(desk.port, '');
      sockets.push(socket);
      let answers = '';
      socket.setEncoding('latin1').on('data', (part: string) => (answers += part));
      socket.write(text.repeat(200));
      await until(
        () => socket.destroyed || socket.readableEnded,
        (isClosed) => assert.ok(isClosed, kind),
      );
      const count = answers.split('HTTP/1.1 ').length - 1;
      assert.ok(count <= 1, `${count} ${kind}`);
    }
  });

  it('are not listened to where they send a body that no page takes', async () => {
    const head = `GET / HTTP/1.1\r\nHost: localhost:${desk.port}\r\n`;
    for (const body of [
      'Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n',
      'Content-Length: 9\r\n\r\n',
    ]) {
      const socket = call(desk.port, '');
      sockets.push(socket);
      let answer = '';
      socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
      socket.write(head + body);
      await until(
        () => socket.destroyed || socket.readableEnded,
        (hasEnded) => assert.ok(hasEnded, body),
      );
      assert.match(answer, /^HTTP\/1\.1 413 /);
    }
  });

  it('are hung up on for good where what they ask for is refused, whatever they send on', async () => {
    const own = `Host: localhost:${desk.port}\r\n`;
    const body = `${own}Content-Length: 100000000\r\n\r\n`;
    const refused = [
      upgrade(desk.port, 'https://evil.example'),
      upgrade(desk.port, 'null').replace('websocket', 'h2c'),
      upgrade(desk.port, `http://localhost:${desk.port}`).replace('13', '12'),
      `CONNECT evil.example:443 HTTP/1.1\r\n${own}\r\n`,
      `POST / HTTP/1.1\r\n${body}`,
      `PUT /receipt HTTP/1.1\r\n${body}`,
      `POST /receipt HTTP/1.1\r\n${body}`,
      'GET / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 100000000\r\n\r\n',
      'no request at all\r\n\r\n',
    ];
    for (const text of refused)
      for (let at = 0; at < 40; at += 1) sockets.push(call(desk.port, text));
    // A socket closed by the other side is reset when data is sent to it.
    await until(
      () => {
        for (const socket of sockets) if (!socket.destroyed) socket.write('more');
        return sockets.filter(({ destroyed }) => !destroyed).length;
      },
      (open) => assert.equal(open, 0, `${open} are open`),
    );
    await phone.hangUp();
    await phone.connect();
  });
});
