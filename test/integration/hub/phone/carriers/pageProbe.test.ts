import assert from 'node:assert/strict';
import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { waitForHostName } from '../../../../../src/extension/hub/phone/carriers/pageProbe';
import { carrierFaultText } from '../../../../../src/shared/phone/carrierFaultText';
import {
  CarrierBench,
  oursAt,
  testCertificate,
} from '../../../../support/phone/carriers/carrierBench';
import { certificateFor } from '../../../../support/phone/carriers/certificate';

const respondWith =
  (status: number, text: string, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(text);
  };
const ours: RequestListener = ({ url }, response) => void response.end(oursAt(url));
const login = '<!doctype html><title>Sign in</title>';

describe('The page, fetched through its public address', () => {
  let bench: CarrierBench;
  let server: Server | undefined;
  beforeEach(async () => {
    bench = await CarrierBench.start();
  });
  afterEach(async () => {
    server?.closeAllConnections();
    server?.close();
    await bench.dispose();
  });

  const serve = async (made: Server): Promise<() => { host: string; port: number }> => {
    server?.close();
    server = made;
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', () => resolve()));
    const { port } = made.address() as AddressInfo;
    return () => ({ host: '127.0.0.1', port });
  };
  const safe = (listener: RequestListener): Server => createServer(testCertificate(), listener);

  it('is told from whatever else is there, with what to do', async () => {
    const target = `http://127.0.0.1:${bench.port}`;
    for (const [code, listener, detail] of [
      ['wrongMachine', respondWith(200, '{"hub":"another"}'), target],
      // Another program has read our files and listens on the target port.
      ['wrongMachine', respondWith(200, '{"hub":"ours","key":"k"}'), target],
      ['wrongMachine', respondWith(200, oursAt(`/hub.json?challenge=${'A'.repeat(22)}`)), target],
      ['otherPage', respondWith(200, login), target],
      ['otherPage', respondWith(200, `{"hub":"ours"}${' '.repeat(100_000)}x`), target],
      [
        'redirected',
        respondWith(302, '', { location: 'https://sso.example/in' }),
        'https://sso.example/in',
      ],
      ['signIn', respondWith(401, login), undefined],
      ['signIn', respondWith(403, login), undefined],
      ['hostChanged', respondWith(403, 'This address is not known here.'), undefined],
      ['notFound', respondWith(404, ''), target],
      ['badGateway', respondWith(502, ''), target],
      ['badGateway', respondWith(530, ''), target],
      ['pageStatus', respondWith(418, ''), '418'],
      ['unreachable', (request) => void request.socket.destroy(), undefined],
      ['pageSilent', () => undefined, undefined],
    ] as const satisfies readonly (readonly [string, RequestListener, string | undefined])[]) {
      const route = await serve(safe(listener));
      const carriers = bench.open({ route, limits: { page: 1_500 }, retryMs: [60_000] });
      const state = await bench.faultOf('ownUrl', 'https://localhost/phone');
      assert.equal(state.fault?.code, code);
      if (detail !== undefined) assert.equal(state.fault?.detail, detail);
      assert.equal(state.url, 'https://localhost/phone/');
      assert.match(carrierFaultText(state), /localhost/);
      await carriers.close();
    }
  });

  it('is not fetched past a certificate that no phone would take', async () => {
    const { cert } = testCertificate();
    const expired = certificateFor(['localhost'], true);
    for (const [code, made, url, ca] of [
      ['certificateExpired', createServer(expired, ours), 'https://localhost/', expired.cert],
      ['certificateName', safe(ours), 'https://other.example/', cert],
      ['certificateUntrusted', safe(ours), 'https://localhost/', expired.cert],
      ['tlsFault', createPlain(ours), 'https://localhost/', cert],
    ] as const) {
      const route = await serve(made);
      const carriers = bench.open({ route, ca, retryMs: [60_000] });
      const state = await bench.faultOf('ownUrl', url);
      assert.equal(state.fault?.code, code);
      assert.doesNotMatch(carrierFaultText(state), /does not work now/);
      await carriers.close();
    }
  });

  it('is at no address that cannot be one', async () => {
    bench.open({ route: () => ({ host: 'nowhere.invalid', port: 443 }), retryMs: [60_000] });
    for (const [url, code] of [
      ['https://nowhere.invalid/', 'nameUnknown'],
      ['no address', 'badUrl'],
      ['ftp://localhost/', 'badUrl'],
      ['https://me:secret@localhost/', 'badUrl'],
      ['http://192.168.1.5:8080/', 'needsHttps'],
      ['http://localhost.evil.example/', 'needsHttps'],
    ] as const) {
      const carriers = bench.open({
        route: () => ({ host: 'nowhere.invalid', port: 443 }),
        retryMs: [60_000],
      });
      assert.equal((await bench.faultOf('ownUrl', url)).fault?.code, code, url);
      await carriers.close();
    }
  });

  it('is taken for open behind the sign-in of an editor, and the person is told', async () => {
    for (const listener of [
      respondWith(401, login),
      respondWith(302, '', { location: './login' }),
    ]) {
      const carriers = bench.open({ route: await serve(safe(listener)), retryMs: [60_000] });
      await bench.choose('editor', 'https://localhost/proxy/47911/?tkn=1#a');
      const { url, notice } = await bench.reaches('open');
      assert.equal(url, 'https://localhost/proxy/47911/');
      assert.equal(notice, 'signIn');
      await carriers.close();
    }
    const route = await serve(safe(respondWith(200, '{"hub":"another"}')));
    bench.open({ route, retryMs: [60_000] });
    const { fault } = await bench.faultOf('editor', 'https://localhost/proxy/47911/');
    assert.equal(fault?.code, 'wrongMachine');
  });

  it('is looked at again when the person presses again', async () => {
    let status = 404;
    const route = await serve(
      safe(({ url }, response) => response.writeHead(status).end(oursAt(url))),
    );
    bench.open({ route, retryMs: [60_000] });
    await bench.faultOf('ownUrl', 'https://localhost/');
    status = 200;
    await bench.choose('ownUrl', 'https://localhost/');
    await bench.reaches('open');
    assert.equal(bench.states.filter((state) => state.status === 'opening').length > 1, true);
  });

  it('is missed where it becomes silent later', async () => {
    let isSilent = false;
    const route = await serve(
      safe(({ url }, response) => {
        if (!isSilent) response.end(oursAt(url));
      }),
    );
    bench.open({ route, limits: { page: 500 }, checkMs: 50 });
    await bench.choose('ownUrl', 'https://localhost/');
    await bench.reaches('open');
    isSilent = true;
    assert.equal((await bench.reaches('faulty')).fault?.code, 'pageSilent');
    isSilent = false;
    await bench.reaches('open');
  });

  it('moves to another address when the person gives another', async () => {
    const route = await serve(safe(ours));
    const carriers = bench.open({ route });
    await bench.choose('ownUrl', 'https://localhost/');
    assert.equal((await bench.reaches('open')).notice, 'thisComputer');
    await bench.choose('ownUrl', 'https://box.tail1.ts.net:9000/');
    assert.equal((await bench.reaches('open')).url, 'https://box.tail1.ts.net:9000/');
    assert.equal(carriers.state?.notice, 'newAddress');
    assert.deepEqual(carriers.hosts, ['box.tail1.ts.net:9000']);
  });

  it('waits for its name, and no longer than it is wanted', async () => {
    let pauses = 0;
    const pause = (): Promise<void> => {
      pauses += 1;
      if (pauses === 2) stop.abort();
      return Promise.resolve();
    };
    const stop = new AbortController();
    await waitForHostName('https://localhost/', {}, stop.signal, pause);
    assert.equal(pauses, 0);
    await waitForHostName('https://nowhere.invalid/', {}, stop.signal, pause);
    assert.equal(pauses, 2);
  });
});
