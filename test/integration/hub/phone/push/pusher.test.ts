import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ping } from '../../../../../src/extension/hub/phone/push/ping';
import { Pusher, type PushOutcome } from '../../../../../src/extension/hub/phone/push/pusher';
import { pushMessage } from '../../../../../src/extension/hub/phone/push/pushTexts';
import { silentLog } from '../../../../../src/extension/util/log';
import { newPrivateKey, signerOf } from '../../../../../src/extension/util/keys/signing';
import { PushService } from '../../../../support/phone/pushService';
import { Subscriber } from '../../../../support/phone/subscriber';
import { until } from '../../../../support/until';

const { message } = pushMessage(
  { title: 'Title', body: 'Body' },
  { tag: 'session/one', navigate: 'https://phone.test/#session=one', badge: 2 },
);

describe('A push at its service', () => {
  let service: PushService;
  let subscriber: Subscriber;
  let pusher: Pusher;
  beforeEach(async () => {
    service = await PushService.start();
    subscriber = Subscriber.at(service);
    pusher = new Pusher({ signer: signerOf(newPrivateKey()), isAlsoService: service.isAt });
  });
  afterEach(async () => {
    pusher.dispose();
    await service.close();
  });

  const push = (lifeMs = 60_000, signal = new AbortController().signal): Promise<PushOutcome> =>
    pusher.push({ subscription: subscriber.subscription, message, lifeMs, signal });

  it('goes out encrypted, urgent, for a time, in place of the one before', async () => {
    assert.deepEqual(await push(), { kind: 'accepted' });
    const [taken] = service.taken;
    const { ttl, urgency, topic, authorization } = taken?.headers ?? {};
    assert.ok(Number(ttl) > 50 && Number(ttl) <= 60);
    assert.equal(urgency, 'high');
    assert.match(String(topic), /^[\w-]{1,32}$/u);
    assert.equal(taken?.headers['content-encoding'], 'aes128gcm');
    assert.match(authorization ?? '', /^vapid t=/u);
    assert.deepEqual(subscriber.messages(service), [message]);
    assert.doesNotMatch(taken?.body.toString('latin1') ?? '', /Title|session/u);
  });

  it('is tried again where the service asks to wait or fails, and then given up', async () => {
    service.answers.push({ status: 429, headers: { 'retry-after': '1' } });
    const from = performance.now();
    assert.equal((await push()).kind, 'accepted');
    assert.ok(performance.now() - from >= 990);
    assert.equal(service.taken.length, 2);
    service.answers.push({ status: 503, headers: { 'retry-after': '3600' } });
    const outcome = await push();
    assert.match(outcome.kind === 'failed' ? outcome.detail : '', /failure of its own/u);
    assert.equal(service.taken.length, 3);
  });

  it('is not tried again beyond its life, nor once another has taken its place', async () => {
    service.standing = { status: 503 };
    assert.equal((await push(900)).kind, 'failed');
    assert.equal(service.taken.length, 1);
    const stop = new AbortController();
    const outcome = push(60_000, stop.signal);
    await until(
      () => service.taken.length,
      (count) => assert.equal(count, 2),
    );
    stop.abort();
    assert.equal((await outcome).kind, 'calledOff');
    assert.equal(service.taken.length, 2);
  });

  for (const status of [404, 410])
    it(`ends the subscription where it answers ${status}`, async () => {
      service.standing = { status };
      assert.deepEqual(await push(), { kind: 'gone' });
      assert.equal(service.taken.length, 1);
    });

  for (const [status, words] of [
    [400, /refused/u],
    [401, /key/u],
    [403, /key/u],
    [413, /too long/u],
  ] as const)
    it(`says in words what ${status} means, and does not try again`, async () => {
      service.standing = { status };
      const outcome = await push();
      assert.match(outcome.kind === 'failed' ? outcome.detail : '', words);
      assert.equal(service.taken.length, 1);
    });

  it('follows nobody to another address', async () => {
    let wasCalled = false;
    const elsewhere = createServer((_request, response) => {
      wasCalled = true;
      response.end();
    });
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve));
    try {
      const location = `http://127.0.0.1:${portOf(elsewhere)}/`;
      service.standing = { status: 307, headers: { location } };
      assert.equal((await push()).kind, 'failed');
      assert.equal(wasCalled, false);
    } finally {
      await new Promise((resolve) => void elsewhere.close(resolve));
    }
  });

  it('goes to no address of this machine but that of a test', async () => {
    const usual = new Pusher({ signer: signerOf(newPrivateKey()) });
    const { signal } = new AbortController();
    const { subscription } = subscriber;
    const outcome = await usual.push({ subscription, message, lifeMs: 1_000, signal });
    assert.match(outcome.kind === 'failed' ? outcome.detail : '', /isn’t known here/u);
    assert.equal(service.taken.length, 0);
  });

  it('is not made for a subscription whose key is none', async () => {
    const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');
    const subscription = { ...subscriber.subscription, p256dh };
    const { signal } = new AbortController();
    const outcome = await pusher.push({ subscription, message, lifeMs: 1_000, signal });
    assert.match(outcome.kind === 'failed' ? outcome.detail : '', /damaged/u);
  });
});

describe('The message to an address of the person’s own', () => {
  let server: Server;
  let status: number;
  let got: { readonly click: unknown; readonly authorization: unknown; readonly body: string }[];
  beforeEach(async () => {
    got = [];
    status = 200;
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (part: string) => (body += part));
      request.on('end', () => {
        const { click, authorization } = request.headers;
        got.push({ click, authorization, body });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(resolve));
  });

  it('says that somebody is needed, with the page, and nothing of what for', async () => {
    const ping = new Ping(silentLog, () => undefined);
    const address = `http://me:se%20cret@127.0.0.1:${portOf(server)}/topic`;
    await ping.send(address, 'A session needs you.', 'https://phone.test/');
    const authorization = `Basic ${Buffer.from('me:se cret').toString('base64')}`;
    const body = 'A session needs you.\nhttps://phone.test/';
    assert.deepEqual(got, [{ click: 'https://phone.test/', authorization, body }]);
    assert.equal(ping.problem, undefined);
  });

  it('is bounded, and its failure is told until one is taken', async () => {
    let now = 0;
    let changes = 0;
    const ping = new Ping(
      silentLog,
      () => (changes += 1),
      () => now,
    );
    const address = `http://127.0.0.1:${portOf(server)}/`;
    status = 403;
    await ping.send(address, 'A session needs you.', undefined);
    assert.match(ping.problem ?? '', /did not take/u);
    status = 200;
    for (let count = 0; count < 100; count += 1) await ping.send(address, 'x', undefined);
    assert.equal(got.length, 60);
    assert.equal(ping.problem, undefined);
    assert.equal(changes, 2);
    now = 60 * 60_000;
    await ping.send(address, 'x', undefined);
    assert.equal(got.length, 61);
    await ping.send('http://ntfy.test/x', 'x', undefined);
    assert.match(ping.problem ?? '', /https/u);
  });
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
