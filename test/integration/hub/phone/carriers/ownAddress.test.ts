import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { WebSocket } from 'ws';
import { carrierFile } from '../../../../../src/extension/hub/phone/carriers/storedCarrier';
import { aHook, sessionId } from '../../../../support/hub/hooks';
import { testCertificate } from '../../../../support/phone/carriers/carrierBench';
import { TlsProxy } from '../../../../support/phone/carriers/tlsProxy';
import { answering, requestOn } from '../../../../support/phone/phoneAnswer';
import { PhoneHub } from '../../../../support/phone/phoneHub';
import { TestPhone } from '../../../../support/phone/testPhone';
import { until } from '../../../../support/until';

const request = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
  tool_use_id: 'toolu_1',
});

async function allow(phone: TestPhone): Promise<void> {
  await phone.tell(answering(await requestOn(phone)));
}

describe('An address of the person’s own', () => {
  const { cert } = testCertificate();
  const reach = { ca: cert, checkMs: 200, retryMs: [100] };
  let desk: PhoneHub;
  let proxy: TlsProxy;
  beforeEach(async () => {
    desk = await PhoneHub.start(undefined, { reach });
    proxy = await TlsProxy.start(testCertificate(), { target: desk.port, folder: '/proxy/one/' });
  });
  afterEach(async () => {
    await proxy.close();
    await desk.dispose();
  });

  const phoneAt = async (url: string, kind: 'ownUrl' | 'editor' = 'ownUrl'): Promise<TestPhone> => {
    const phone = await TestPhone.at(url, {}, { ca: cert });
    const link = await desk.ticket({ kind, url });
    assert.equal(link.startsWith(`${url}#1.`), true);
    await desk.accept(phone, link);
    return phone;
  };
  const root = (): string => `https://localhost:${proxy.port}/`;

  it('brings a phone through TLS to the board, and its answer to the client', async () => {
    const phone = await phoneAt(root());
    const answer = desk.hub.wait(request);
    await allow(phone);
    assert.match((await answer).text, /"behavior":"allow"/);
  });

  it('may lie in a folder of a host that knows nothing of us, as an editor’s proxy does', async () => {
    const phone = await phoneAt(`${root()}proxy/one/`, 'editor');
    await phone.hangUp();
    await phone.connect();
  });

  it('lets in no other host and no other page, whatever the proxy adds', async () => {
    const phone = await phoneAt(root());
    await phone.hangUp();
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
      { origin: `https://localhost:${proxy.port + 1}` },
    ]) {
      const socket = new WebSocket(`wss://localhost:${proxy.port}/channel`, {
        headers: { origin: root().slice(0, -1), ...headers },
        ca: cert,
      });
      socket.on('error', () => undefined);
      const status = await new Promise((resolve) => {
        socket.once('unexpected-response', (_request, got) => resolve(got.statusCode));
        socket.once('open', () => resolve('open'));
      });
      socket.terminate();
      assert.equal(status, Object.keys(headers).length === 0 ? 'open' : 403);
    }
  });

  it('ends the connection where the proxy changes a frame, and nothing is decided', async () => {
    const phone = await phoneAt(root());
    const answer = desk.hub.wait(request);
    await requestOn(phone);
    proxy.tamper = (bytes) => {
      const changed = Buffer.from(bytes);
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
      return changed;
    };
    await allow(phone);
    await until(
      () => phone.closedBy,
      (code) => assert.ok(code !== undefined),
    );
    const { pendingRequest } = await desk.hub.waitFor(sessionId, () => undefined);
    assert.equal(pendingRequest?.call?.answerable, true);
    proxy.tamper = undefined;
    await phone.connect();
    await allow(phone);
    assert.match((await answer).text, /"behavior":"allow"/);
  });

  it('is said to be gone, and is back by itself', async () => {
    const phone = await phoneAt(root());
    const { port } = proxy;
    await proxy.close();
    const { carrier } = await desk.waitFor((news) => assert.equal(news.carrier?.status, 'faulty'));
    assert.equal(carrier?.fault?.code, 'unreachable');
    proxy = await TlsProxy.start(testCertificate(), { port, target: desk.port });
    await desk.waitFor((news) => assert.equal(news.carrier?.status, 'open'));
    await phone.connect();
  });

  it('is opened again by the next hub, from a file for this user alone', async () => {
    const phone = await phoneAt(root());
    const { home } = desk.hub;
    const file = path.join(home, 'mission-control', carrierFile);
    await until(
      () => stat(file),
      ({ mode }) => assert.equal(mode & 0o777, 0o600),
    );
    await desk.hub.close();
    desk = await PhoneHub.start(home, { reach });
    proxy.target = desk.port;
    const { carrier } = await desk.waitFor((news) => assert.equal(news.carrier?.status, 'open'));
    assert.deepEqual([carrier?.kind, carrier?.url], ['ownUrl', root()]);
    await phone.connect();
  });

  it('is not guessed from a file that is none of ours, which is set aside', async () => {
    await phoneAt(root());
    const { home } = desk.hub;
    await desk.hub.close();
    for (const text of ['{"kind":"evil"}', `{"kind":"ownUrl","url":"${'x'.repeat(3_000)}"}`, '[']) {
      await writeFile(path.join(home, 'mission-control', carrierFile), text);
      desk = await PhoneHub.start(home, { reach });
      await until(
        () => desk.desk.messages.findLast((message) => message.startsWith('event: loss')) ?? '',
        (loss) => assert.match(loss, /phone-carrier\.json/),
      );
      assert.equal(desk.news?.carrier, undefined);
      await desk.hub.close();
    }
  });
});
