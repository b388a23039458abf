import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPrivateAddress, post } from '../../../../../src/extension/hub/phone/push/outbound';
import { pingAddress } from '../../../../../src/extension/hub/phone/push/ping';
import { pushAddress } from '../../../../../src/extension/hub/phone/push/pushServices';

describe('The address of a subscription', () => {
  for (const good of [
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QAbc',
    'https://api.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ]) {
    it(`may be ${good}`, () => assert.equal(pushAddress(good)?.href, good));
  }

  for (const bad of [
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/fcm/send/a',
    'https://me:secret@fcm.googleapis.com/',
    'https://fcm.googleapis.com.evil.test/',
    'https://evil.test/?fcm.googleapis.com',
    'https://evil.test#.push.apple.com',
    'https://notpush.apple.com/',
    'https://push.apple.com/',
    'https://x.notify.windows.com.evil.test/',
    'https://127.0.0.1/push',
    'https://localhost/push',
    'https://[::1]/push',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f000001/',
    'https://192.168.0.1/',
    'file:///etc/passwd',
    'fcm.googleapis.com',
    '',
  ]) {
    it(`is not taken where it is ${bad || 'empty'}`, () =>
      assert.equal(pushAddress(bad), undefined));
  }
});

describe('An address that a name leads to', () => {
  const closed = [
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.170',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::192.168.1.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:1',
    '64:ff9b:1::808:808',
    '100::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:10::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%lo',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ];
  for (const one of closed)
    it(`${one || 'empty'} is none of the internet’s`, () => assert.ok(isPrivateAddress(one)));
  for (const one of [
    '8.8.8.8',
    '100.128.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '198.20.0.1',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2a00:1450:4001::1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])
    it(`${one} is on the internet`, () => assert.ok(!isPrivateAddress(one)));
});

describe('A name that leads to this machine', () => {
  it('is not called in the place of a service on the internet', async () => {
    let calls = 0;
    const server = createServer((_request, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
    const url = new URL(`http://localhost:${(server.address() as AddressInfo).port}/`);
    try {
      const about = { url, headers: {}, body: '' };
      await assert.rejects(post({ ...about, mayBePrivate: false }), /EPRIVATE/u);
      const literal = new URL(url);
      literal.hostname =
        (server.address() as AddressInfo).family === 'IPv6' ? '[::1]' : '127.0.0.1';
      await assert.rejects(post({ ...about, url: literal, mayBePrivate: false }), /EPRIVATE/u);
      assert.equal(calls, 0);
      assert.equal((await post({ ...about, mayBePrivate: true })).status, 200);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    }
  });
});

describe('An address of the person’s own', () => {
  for (const good of [
    'https://ntfy.sh/mine',
    'https://ntfy.home.arpa:8443/mine',
    'http://localhost:8080/hook',
    'http://127.0.0.1/hook',
    'http://[::1]:80/hook',
  ]) {
    it(`may be ${good}`, () => assert.ok(pingAddress(good)));
  }
  for (const bad of ['http://ntfy.sh/mine', 'ftp://localhost/', 'ntfy.sh/mine', 'file:///tmp/x'])
    it(`is not taken where it is ${bad}`, () => assert.equal(pingAddress(bad), undefined));
});
