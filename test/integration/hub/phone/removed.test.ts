import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import * as path from 'node:path';
import { VouchedPhones } from '../../../../src/extension/hub/signed/vouchedPhones';
import { PairedPhones } from '../../../../src/extension/link/pairedPhones';
import { EditorKeys, secretsInMemory } from '../../../../src/extension/util/keys/editorKeys';
import { silentLog } from '../../../../src/extension/util/log';
import type { VouchedPhone } from '../../../../src/shared/protocol/phones';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { signedFor } from '../../../support/hub/testSigner';
import { aPhone } from '../../../support/phone/aPhone';
import { PhoneHub } from '../../../support/phone/phoneHub';
import type { TestPhone } from '../../../support/phone/testPhone';
import { until } from '../../../support/until';

describe('A phone that was removed while another editor that knows it was closed', function () {
  this.timeout(120_000);
  let desk: PhoneHub;
  let phone: TestPhone;
  /** The phone that the other editor still vouches for. */
  let known: VouchedPhone;
  let list: string;

  beforeEach(async () => {
    desk = await PhoneHub.start();
    phone = await desk.phone('answer');
    const { signingKey = '', agreementKey = '' } = desk.news?.devices[0] ?? {};
    known = { id: phone.device, signingKey, agreementKey, scope: 'answer' };
    list = path.join(desk.hub.home, 'mission-control', 'phones.json');
    await phone.hangUp();
  });
  afterEach(() => desk.dispose());

  /** Ends the hub, and starts the next one with the earlier list of phones. */
  async function restart(vouched: VouchedPhones): Promise<void> {
    await desk.hub.close();
    await copyFile(`${list}.before`, list);
    desk = await PhoneHub.serving(desk.pageFolder, desk.port, desk.hub.home, vouched);
  }
  async function remove(): Promise<void> {
    await copyFile(list, `${list}.before`);
    const body = { device: phone.device };
    const { token } = desk.hub.running;
    const { status } = await desk.post('remove', signedFor(token, 'removePhone', '', body));
    assert.equal(status, 204);
  }
  const isGone = () =>
    desk.waitFor(({ devices, removed }) => {
      assert.deepEqual([devices, removed], [[], [phone.device]]);
    });

  it('is told to every window as removed, and vouched for no more at this hub', async () => {
    await remove();
    await isGone();
  });

  it('is taken off the list again by a hub that an editor which removed it has started', async () => {
    await remove();
    const vouched = new VouchedPhones();
    vouched.replaceFromEditor([known], [phone.device]);
    await restart(vouched);
    await isGone();
    await assert.rejects(phone.connect());
  });

  it('is cut off as soon as an editor that removed it is heard', async () => {
    await remove();
    const vouched = new VouchedPhones();
    vouched.replaceFromEditor([known]);
    await restart(vouched);
    await phone.connect();
    await desk.waitFor(({ devices }) => assert.equal(devices[0]?.isConfirmed, true));
    vouched.replaceFromEditor([known], [phone.device]);
    await until(
      () => phone.closedBy,
      (code) => assert.ok(code !== undefined),
    );
    await isGone();
    vouched.replaceFromEditor([known]);
    await isGone();
  });
});

describe('An editor in which a phone was removed', () => {
  const listed = aPhone();
  const { id, signingKey, agreementKey } = listed;
  const known: VouchedPhone = { id, signingKey, agreementKey, scope: 'answer' };

  it('hands it to each hub as removed, and as accepted once a person accepts it again', async () => {
    const keys = new EditorKeys(secretsInMemory(), silentLog);
    await keys.storePhone(known);
    await keys.removePhone(id);
    await keys.removePhone(id);
    const { phones, removed } = await keys.readTrusted();
    assert.deepEqual({ phones, removed }, { phones: [], removed: [id] });
    await keys.storePhone(known);
    const after = await keys.readTrusted();
    assert.deepEqual([after.phones, after.removed], [[known], []]);
    await keys.removePhone(id);
    await keys.deleteAll();
    assert.deepEqual((await keys.readTrusted()).removed, []);
  });

  it('has it removed from a hub of another editor that lists it', async () => {
    const keys = new EditorKeys(secretsInMemory(), silentLog);
    await keys.removePhone(id);
    const made: unknown[] = [];
    const paired = new PairedPhones({
      keys,
      hub: fakeCalls({
        judgePhone: (request) => void made.push(request),
        removePhone: (payload) => void made.push(payload),
      }),
      log: silentLog,
    });
    paired.receive({ devices: [listed] });
    paired.receive({ devices: [listed] });
    await until(
      () => made,
      (all) => assert.deepEqual(all, [{ device: id }]),
    );
  });
});
