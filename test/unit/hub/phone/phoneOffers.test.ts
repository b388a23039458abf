import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { ControlOffers } from '../../../../src/extension/hub/control/controlOffers';
import { Devices } from '../../../../src/extension/hub/phone/devices';
import { PhoneOffers } from '../../../../src/extension/hub/phone/phoneOffers';
import { KnownKeys } from '../../../../src/extension/hub/signed/knownKeys';
import { VouchedPhones } from '../../../../src/extension/hub/signed/vouchedPhones';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { newPrivateKey, signerOf } from '../../../../src/extension/util/keys/signing';

const dayMs = 24 * 60 * 60_000;

describe('A phone that nobody uses for a long time', () => {
  it('is forgotten, and its key with it, but no other key', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'phone-offers-'));
    const [editor, kept, idle] = [newPrivateKey(), newPrivateKey(), newPrivateKey()].map(
      (key) => signerOf(key).publicKey,
    );
    assert.ok(editor !== undefined && kept !== undefined && idle !== undefined);
    let now = 0;
    const devices = new Devices(
      new PrivateFolder(folder),
      (error) => assert.fail(String(error)),
      () => now,
    );
    const keys = new KnownKeys([editor]);
    const vouched = new VouchedPhones();
    const offers = new ControlOffers();
    const phones = new PhoneOffers(devices, offers, keys, vouched);
    devices.onDidChange(() => phones.update());
    const add = (id: string, signingKey: string) => {
      const phone = { id, scope: 'answer', agreementKey: signingKey, signingKey } as const;
      vouched.accept(phone);
      return devices.add({ ...phone, name: id, pairedAt: now, lastUse: now });
    };
    await add('kept', kept);
    await add('idle', idle);
    now = 20 * dayMs;
    devices.recordUse('kept');
    const { version } = keys;
    assert.equal(keys.names.length, 3);
    now = 31 * dayMs;
    assert.deepEqual(
      devices.list.map(({ id }) => id),
      ['kept'],
    );
    assert.deepEqual([...keys.names], [...new KnownKeys([editor, kept]).names]);
    assert.equal(keys.version, version + 1);
    offers.dispose();
    await devices.flush();
    await rm(folder, { recursive: true, force: true });
  });
});
