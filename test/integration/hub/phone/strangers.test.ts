import assert from 'node:assert/strict';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import { startPairedHandshake } from '../../../../src/shared/channel/handshake';
import { newAgreementKeys } from '../../../../src/shared/channel/keys';
import { fromBase64Url } from '../../../../src/shared/channel/bytes';
import { closeCodes, firstFrame } from '../../../../src/shared/phone/firstFrame';
import { routes } from '../../../../src/shared/protocol/protocol';
import { PhoneHub } from '../../../support/phone/phoneHub';
import type { TestPhone } from '../../../support/phone/testPhone';
import { until } from '../../../support/until';
import { waitFixedTime } from '../../../support/waitFixedTime';

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request with exactly this path and these headers. */
function get(port: number, path: string, headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Connects and sends these bytes first; resolves with the close code. */
function closedBy(desk: PhoneHub, first?: Uint8Array | string): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${desk.port}/channel`, {
    headers: { origin: `http://localhost:${desk.port}` },
  });
  socket.on('error', () => undefined);
  if (first !== undefined) socket.once('open', () => socket.send(first));
  return new Promise((resolve) => socket.once('close', (code) => resolve(code)));
}

/** Status with which the upgrade to a WebSocket is refused. */
function upgradeStatus(desk: PhoneHub, headers: Record<string, string>, path = 'channel') {
  const socket = new WebSocket(`ws://127.0.0.1:${desk.port}/${path}`, { headers });
  return new Promise<number>((resolve, reject) => {
    socket.on('error', () => undefined);
    socket.once('unexpected-response', (_request, { statusCode = 0 }) => {
      resolve(statusCode);
      socket.terminate();
    });
    socket.once('open', () => reject(new Error('It was let in')));
  });
}

describe('The listener for phones', () => {
  let desk: PhoneHub;
  let phone: TestPhone;
  before(async () => {
    desk = await PhoneHub.start();
    phone = await desk.phone();
  });
  after(() => desk.dispose());

  it('is closed until a phone is wanted', async () => {
    const other = await PhoneHub.start();
    try {
      await assert.rejects(get(other.port, '/'), /ECONNREFUSED/);
      await other.ticket();
      assert.equal((await get(other.port, '/')).status, 200);
      assert.equal((await other.post('end')).status, 204);
      await assert.rejects(get(other.port, '/'), /ECONNREFUSED/);
    } finally {
      await other.dispose();
    }
  });

  it('serves the page with a policy that lets nothing else in', async () => {
    const { status, headers, text } = await get(desk.port, '/');
    assert.equal(status, 200);
    assert.match(text, /<title>Page/);
    assert.match(
      String(headers['content-security-policy']),
      /default-src 'none'.*script-src 'self'/,
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['access-control-allow-origin'], undefined);
    const packed = await get(desk.port, '/app.js', { 'accept-encoding': 'gzip' });
    assert.ok(Number(packed.headers['content-length']) < 200);
    const tag = String(packed.headers['etag']);
    assert.equal((await get(desk.port, '/app.js', { 'if-none-match': tag })).status, 304);
  });

  it('leads to no other file and to no call of the hub', async () => {
    const { token } = desk.hub.running;
    const paths = ['/../hub.js', '/%2e%2e/hub.js', '/..%2fhub.js', '//etc/passwd', '/app.js/', '*'];
    for (const path of [...paths, ...Object.values(routes)]) {
      const { status } = await get(desk.port, path, { authorization: `Bearer ${token}` });
      assert.ok(status === 404 || status === 400 || status === 403, `${path}: ${status}`);
    }
  });

  it('answers no other host and no other page, whatever a carrier adds', async () => {
    const forwarded = {
      'x-forwarded-host': `localhost:${desk.port}`,
      'tailscale-user-login': 'me',
    };
    const rebound = await get(desk.port, '/', { host: 'evil.example', ...forwarded });
    assert.equal(rebound.status, 403);
    const own = `http://localhost:${desk.port}`;
    for (const origin of ['https://evil.example', 'null', `${own}.evil.example`, 'file://']) {
      assert.equal(await upgradeStatus(desk, { origin }), 403, origin);
    }
    assert.equal(await upgradeStatus(desk, {}), 403);
    assert.equal(await upgradeStatus(desk, { origin: own }, 'other'), 403);
    assert.equal(await upgradeStatus(desk, { origin: own, host: 'evil.example' }), 403);
  });

  it('hangs up on what is no handshake, of whatever bytes', async () => {
    assert.equal(await closedBy(desk, 'hello'), closeCodes.unreadable);
    for (let length = 0; length < 460; length += 23) {
      const bytes = crypto.getRandomValues(new Uint8Array(length));
      const code = await closedBy(desk, bytes);
      const known: readonly number[] = [
        closeCodes.unreadable,
        closeCodes.unknownDevice,
        closeCodes.ticketOver,
        closeCodes.crowded,
      ];
      assert.ok(known.includes(code), `${length}: ${code}`);
      await waitFixedTime(60); // Lets the budget of handshakes recover.
    }
    assert.equal(await closedBy(desk, new Uint8Array(3 * 1024 * 1024)), 1009);
  });

  it('hangs up on a frame that comes in thousands of parts', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${desk.port}/channel`, {
      headers: { origin: `http://localhost:${desk.port}` },
    });
    await new Promise((resolve) => socket.once('open', resolve));
    for (let part = 0; part < 2_000; part += 1) socket.send('x', { fin: false });
    const code = await new Promise((resolve) => socket.once('close', resolve));
    assert.equal(code, 1008);
  });

  it('does not take somebody with another key for a phone that it knows', async () => {
    const hub = fromBase64Url(
      ((await (await fetch(`${desk.page}hub.json`)).json()) as { readonly key: string }).key,
    );
    assert.ok(hub);
    const { message } = await startPairedHandshake(await newAgreementKeys(), hub);
    const id = fromBase64Url(phone.device) ?? new Uint8Array(16);
    const frame = firstFrame({ meeting: 'known', id, message });
    assert.equal(await closedBy(desk, frame), closeCodes.unreadable);
  });

  it('does not take who repeats a phone’s first frame for the phone', async () => {
    await phone.hangUp();
    await desk.waitFor(({ devices }) => assert.equal(devices[0]?.isConnected, false));
    const frame = await phone.firstFrame();
    const socket = new WebSocket(`ws://127.0.0.1:${desk.port}/channel`, {
      headers: { origin: `http://localhost:${desk.port}` },
    });
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(frame);
    // The answer, which is useless to the caller.
    await new Promise((resolve) => socket.once('message', resolve));
    assert.equal(desk.news?.devices[0]?.isConnected, false);
    socket.send(frame);
    const code = await new Promise((resolve) => socket.once('close', resolve));
    assert.equal(code, closeCodes.unreadable);
    await phone.connect();
    await desk.waitFor(({ devices }) => assert.equal(devices[0]?.isConnected, true));
  });

  it('hangs up where a text was changed, repeated or left out on its way', async () => {
    for (const tamper of ['change', 'repeat', 'leave out'] as const) {
      await phone.hangUp().catch(() => undefined);
      await phone.connect();
      const one = await phone.sealed({ type: 'visible', visible: true });
      const two = await phone.sealed({ type: 'visible', visible: true });
      if (tamper === 'change') phone.raw(one.with(3, (one[3] ?? 0) ^ 1));
      if (tamper === 'repeat') for (const text of [one, one]) phone.raw(text);
      if (tamper === 'leave out') phone.raw(two);
      await until(
        () => phone.closedBy,
        (code) => assert.equal(code, closeCodes.unreadable, tamper),
      );
    }
    await phone.connect();
  });

  it('makes no handshake with who names no phone, and keeps them all for phones', async () => {
    await phone.hangUp().catch(() => undefined);
    const frame = (): Uint8Array => crypto.getRandomValues(new Uint8Array(98)).with(0, 1);
    const codes = await Promise.all(Array.from({ length: 28 }, () => closedBy(desk, frame())));
    assert.deepEqual(new Set(codes), new Set([closeCodes.unknownDevice]));
    await phone.connect();
  });

  it('lets a phone in while others say nothing', async () => {
    await phone.hangUp();
    const silent = Array.from({ length: 35 }, () => closedBy(desk));
    await waitFixedTime(300); // The callers are connected by now.
    await phone.connect();
    await Promise.all(silent);
  });

  it('answers windows and phones while a thousand others knock', async () => {
    const knocks = Array.from({ length: 1_000 }, () =>
      closedBy(desk, crypto.getRandomValues(new Uint8Array(150))).catch(() => 0),
    );
    assert.equal((await desk.hub.call(routes.sessions)).status, 200);
    await phone.answered();
    await Promise.all(knocks);
  }).timeout(60_000);
});
