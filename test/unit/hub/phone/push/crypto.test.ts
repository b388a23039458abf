import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { encryptPush, maxPushBytes } from '../../../../../src/extension/hub/phone/push/encrypt';
import {
  authorization,
  pushKeysFile,
  loadPushSigner,
} from '../../../../../src/extension/hub/phone/push/pushKeys';
import { PrivateFolder } from '../../../../../src/extension/util/files/privateFolder';
import type { SetAside } from '../../../../../src/extension/util/files/safeFile';
import { isSignedBy, verifyingKey } from '../../../../../src/extension/util/keys/signing';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';
import { Subscriber } from '../../../../support/phone/subscriber';
import { needs } from '../../../../support/skip';

const subscriber = (): Subscriber => new Subscriber((channel) => `https://push.test/${channel}`);

describe('The body of a push', () => {
  it('is opened by its subscriber, whatever it says', () => {
    const one = subscriber();
    for (const text of ['', 'Ü', '{"web_push":8030}', 'x'.repeat(maxPushBytes)]) {
      assert.equal(one.open(encryptPush(text, one.subscription)), text);
    }
  });

  it('is one record of at most 4,096 bytes, or is not made', () => {
    const one = subscriber();
    assert.equal(encryptPush('x'.repeat(maxPushBytes), one.subscription).length, 4_096);
    assert.throws(() => encryptPush('x'.repeat(maxPushBytes + 1), one.subscription), /too long/);
    assert.throws(() => encryptPush('ü'.repeat(maxPushBytes), one.subscription), /too long/);
  });

  it('is another each time, and opened by nobody else', () => {
    const one = subscriber();
    const [first, second] = [
      encryptPush('a', one.subscription),
      encryptPush('a', one.subscription),
    ];
    assert.notDeepEqual(first, second);
    assert.throws(() => subscriber().open(first));
    const changed = Buffer.from(first);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    assert.throws(() => one.open(changed));
  });

  it('is not made for a key that is no point of the curve', () => {
    const { auth } = subscriber().subscription;
    const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');
    assert.throws(() => encryptPush('a', { p256dh, auth }));
  });
});

describe('The key for push services', () => {
  let home: string;
  beforeEach(async () => {
    home = await tempHome();
  });
  afterEach(() => removeHome(home));

  it('is made once, and again only where it was damaged', async () => {
    const folder = new PrivateFolder(home);
    const setAsides = new Array<SetAside>();
    const signerIn = () => loadPushSigner(folder, (one) => setAsides.push(one));
    const { publicKey } = await signerIn();
    assert.equal((await signerIn()).publicKey, publicKey);
    assert.deepEqual(setAsides, []);
    await folder.write(pushKeysFile, '{"privateKey":"none"}');
    const next = await signerIn();
    assert.notEqual(next.publicKey, publicKey);
    assert.equal((await signerIn()).publicKey, next.publicKey);
    assert.equal(setAsides.length, 1);
    const [damaged] = setAsides.map(({ path }) => path);
    assert.equal(await readFile(damaged ?? '', 'utf8'), '{"privateKey":"none"}');
  });

  it('is in a file that no other user can read', async function () {
    needs(this, 'modes');
    const folder = new PrivateFolder(home);
    await loadPushSigner(folder, assert.ifError);
    assert.equal((await stat(folder.file(pushKeysFile))).mode & 0o777, 0o600);
  });

  it('signs tokens that a service can check: for it, for less than a day, with a real contact', async () => {
    const signer = await loadPushSigner(new PrivateFolder(home), assert.ifError);
    const now = Date.parse('2026-03-02T10:00:00Z');
    const header = authorization(signer, 'https://fcm.googleapis.com', now);
    const [, said = '', signature = '', key = ''] =
      /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/u.exec(header) ?? [];
    const verifying = verifyingKey(key);
    assert.ok(verifying);
    assert.ok(isSignedBy(verifying, said, signature));
    assert.ok(!isSignedBy(verifying, `${said}x`, signature));
    assert.equal(key, signer.publicKey);
    const [head, claims] = said
      .split('.')
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
    assert.deepEqual(head, { typ: 'JWT', alg: 'ES256' });
    const { aud, exp, sub } = claims as { aud: string; exp: number; sub: string };
    assert.equal(aud, 'https://fcm.googleapis.com');
    assert.ok(exp > now / 1_000 && exp < now / 1_000 + 24 * 60 * 60);
    const { protocol, hostname } = new URL(sub);
    assert.equal(protocol, 'https:');
    assert.match(hostname, /\.\w+$/u);
  });
});
