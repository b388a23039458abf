import assert from 'node:assert/strict';
import { createECDH, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { concatenate, type Bytes } from '../../../../src/shared/channel/bytes';
import {
  answerPairedHandshake,
  answerPairing,
  startPairedHandshake,
  startPairing,
} from '../../../../src/shared/channel/handshake';
import {
  newAgreementKeys,
  newExportableKeys,
  importKeys,
  type KeyPair,
} from '../../../../src/shared/channel/keys';
import type { SecureChannel } from '../../../../src/shared/channel/secureChannel';
import { randomBytes } from '../../../../src/shared/channel/webCrypto';

const flipped = (bytes: Bytes, at: number): Bytes => {
  const copy = bytes.slice();
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

describe('The handshake of a phone and a hub', () => {
  let phone: KeyPair;
  let hub: KeyPair;
  let secret: Bytes;
  beforeEach(async () => {
    [phone, hub] = await Promise.all([newAgreementKeys(), newAgreementKeys()]);
    secret = randomBytes(32);
  });

  async function known(): Promise<readonly [phone: SecureChannel, hub: SecureChannel]> {
    const begun = await startPairedHandshake(phone, hub.publicKey);
    const { answer, channel } = await answerPairedHandshake(hub, phone.publicKey, begun.message);
    return [await begun.finish(answer), channel];
  }

  it('opens a channel in both directions between two sides that know each other', async () => {
    const [here, there] = await known();
    assert.equal(await there.open(await here.seal('Allow')), 'Allow');
    assert.equal(await here.open(await there.seal('')), '');
    assert.equal(await here.open(await there.seal('“ä”')), '“ä”');
    assert.deepEqual(here.fingerprint, there.fingerprint);
  });

  it('creates new keys for each handshake', async () => {
    const [[one, oneHub], [other, otherHub]] = [await known(), await known()];
    assert.notDeepEqual(one.fingerprint, other.fingerprint);
    const sealed = await one.seal('Allow');
    await assert.rejects(otherHub.open(sealed));
    assert.equal(await oneHub.open(sealed), 'Allow');
  });

  it('pairs a phone that has the secret, and returns its key', async () => {
    const begun = await startPairing(phone, hub.publicKey, secret);
    const answered = await answerPairing(hub, secret, begun.message);
    const channel = await begun.finish(answered.answer);
    assert.deepEqual(answered.phone, phone.publicKey);
    assert.equal(await answered.channel.open(await channel.seal('here')), 'here');
    assert.equal(await channel.open(await answered.channel.seal('welcome')), 'welcome');
  });

  it('is rejected without the secret, by a different hub, and for a different phone', async () => {
    const other = await newAgreementKeys();
    const pairing = await startPairing(phone, hub.publicKey, secret);
    await assert.rejects(answerPairing(hub, randomBytes(32), pairing.message), 'another secret');
    await assert.rejects(answerPairing(other, secret, pairing.message), 'another hub');
    const meeting = await startPairedHandshake(phone, hub.publicKey);
    await assert.rejects(
      answerPairedHandshake(other, phone.publicKey, meeting.message),
      'another hub',
    );
    await assert.rejects(
      answerPairedHandshake(hub, other.publicKey, meeting.message),
      'another phone',
    );
    // Knowing all public keys is not enough to impersonate a phone.
    const posing = await startPairedHandshake(
      { ...other, publicKey: phone.publicKey },
      hub.publicKey,
    );
    await assert.rejects(
      answerPairedHandshake(hub, phone.publicKey, posing.message),
      'a false phone',
    );
    const { answer } = await answerPairedHandshake(hub, phone.publicKey, meeting.message);
    const false_ = await startPairedHandshake(phone, hub.publicKey);
    await assert.rejects(false_.finish(answer), 'an answer to another message');
  });

  it('is rejected if one bit was changed or a part is missing', async () => {
    const begun = await startPairing(phone, hub.publicKey, secret);
    for (let at = 0; at < begun.message.length; at += 7) {
      await assert.rejects(answerPairing(hub, secret, flipped(begun.message, at)), `at ${at}`);
      await assert.rejects(answerPairing(hub, secret, begun.message.slice(0, at)), `cut at ${at}`);
    }
    for (let at = 0; at < 81; at += 5) {
      const again = await startPairedHandshake(phone, hub.publicKey);
      const { answer } = await answerPairedHandshake(hub, phone.publicKey, again.message);
      await assert.rejects(again.finish(flipped(answer, at)), `answer at ${at}`);
    }
  });

  it('gives no access to the channel if its first message is replayed', async () => {
    const begun = await startPairedHandshake(phone, hub.publicKey);
    const first = await answerPairedHandshake(hub, phone.publicKey, begun.message);
    const channel = await begun.finish(first.answer);
    const replayed = await answerPairedHandshake(hub, phone.publicKey, begun.message);
    // A replayed message gives no key to read or write the channel.
    await assert.rejects(replayed.channel.open(await channel.seal('Allow')));
  });

  it('works with the same hub keys after a restart', async () => {
    const stored = await newExportableKeys();
    const again = await importKeys(stored.pkcs8, stored.publicKey);
    const begun = await startPairedHandshake(phone, stored.publicKey);
    const { answer } = await answerPairedHandshake(again, phone.publicKey, begun.message);
    await begun.finish(answer);
    assert.equal(again.privateKey.extractable, false);
    assert.equal(phone.privateKey.extractable, false);
  });

  it('matches an independent computation of the Noise Protocol Framework', async () => {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const publicKey = new Uint8Array(keys.getPublicKey());
    const { message } = await startPairedHandshake(phone, publicKey);
    const hash = (...parts: readonly Uint8Array[]): Buffer =>
      createHash('sha256').update(Buffer.concat(parts)).digest();
    const ephemeral = message.slice(0, 65);
    let h = hash(Buffer.from('Noise_KK_P256_AESGCM_SHA256'));
    let chain = h;
    for (const part of [
      Buffer.from('mission-control/phone/1'),
      phone.publicKey,
      publicKey,
      ephemeral,
    ])
      h = hash(h, part);
    let key = Buffer.alloc(0);
    for (const other of [ephemeral, phone.publicKey]) {
      const derived = hkdfSync('sha256', keys.computeSecret(other), chain, '', 64);
      [chain, key] = [Buffer.from(derived.slice(0, 32)), Buffer.from(derived.slice(32))];
    }
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.alloc(12));
    decipher.setAAD(h);
    decipher.setAuthTag(message.slice(65));
    assert.equal(decipher.final().length, 0);
  });
});

describe('A channel of a phone and a hub', () => {
  async function ends(): Promise<readonly [SecureChannel, SecureChannel]> {
    const [phone, hub] = await Promise.all([newAgreementKeys(), newAgreementKeys()]);
    const begun = await startPairedHandshake(phone, hub.publicKey);
    const { answer, channel } = await answerPairedHandshake(hub, phone.publicKey, begun.message);
    return [await begun.finish(answer), channel];
  }

  it('keeps the order of messages that are sent concurrently', async () => {
    const [here, there] = await ends();
    const texts = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(index * 40)}`);
    const sealed = await Promise.all(texts.map((text) => here.seal(text)));
    assert.deepEqual(await Promise.all(sealed.map((one) => there.open(one))), texts);
  });

  it('rejects a message that was repeated, skipped, reordered or changed, and all later ones', async () => {
    const harms: readonly ((texts: readonly Bytes[]) => readonly Bytes[])[] = [
      ([one, two, three]) => [one, one, two, three] as Bytes[],
      ([, two, three]) => [two, three] as Bytes[],
      ([one, two, three]) => [one, three, two] as Bytes[],
      ([one, two, three]) => [one, flipped(two as Bytes, 0), three] as Bytes[],
      ([one, two, three]) => [one, concatenate(two as Bytes, new Uint8Array(1)), three] as Bytes[],
    ];
    for (const harm of harms) {
      const [here, there] = await ends();
      const sealed = await Promise.all(['a', 'b', 'c'].map((text) => here.seal(text)));
      const outcomes = await Promise.allSettled(harm(sealed).map((one) => there.open(one)));
      const firstBad = outcomes.findIndex(({ status }) => status === 'rejected');
      assert.notEqual(firstBad, -1);
      assert.ok(outcomes.slice(firstBad).every(({ status }) => status === 'rejected'));
    }
  });

  it('rejects a message that is sent back in the other direction', async () => {
    const [here, there] = await ends();
    const sealed = await here.seal('a');
    await assert.rejects(here.open(sealed));
    assert.equal(await there.open(sealed), 'a');
  });
});
