import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { toBase64Url } from '../../../../src/shared/channel/bytes';
import { newAgreementKeys, newSigningKeys } from '../../../../src/shared/channel/keys';
import { routes, type PendingRequest } from '../../../../src/shared/protocol/protocol';
import { windowOfPhone } from '../../../../src/shared/protocol/phoneWindow';
import { requestDigest } from '../../../../src/extension/util/keys/signing';
import { aHook, sessionId } from '../../../support/hub/hooks';
import { signedFor, testSigner } from '../../../support/hub/testSigner';
import { PhoneHub } from '../../../support/phone/phoneHub';
import type { TestPhone } from '../../../support/phone/testPhone';
import { until } from '../../../support/until';

/** An entry of the list of phones, which any program of the user can write. */
type Entry = Record<'id' | 'scope' | 'signingKey' | 'agreementKey', string>;

describe('A phone in whose place a program has put other keys', function () {
  this.timeout(120_000);
  let desk: PhoneHub;
  let phone: TestPhone;
  /** The phone's keys as the editor stores them. */
  let accepted: Pick<Entry, 'signingKey' | 'agreementKey'>;

  beforeEach(async () => {
    desk = await PhoneHub.start();
    phone = await desk.phone('watch');
    const { signingKey = '', agreementKey = '' } = desk.news?.devices[0] ?? {};
    accepted = { signingKey, agreementKey };
    await phone.hangUp();
  });
  afterEach(() => desk.dispose());

  /** Ends the hub, changes the entries of the list, and starts the next hub. */
  async function withList(change: (entry: Entry) => Partial<Entry>): Promise<void> {
    await desk.hub.close();
    const file = path.join(desk.hub.home, 'mission-control', 'phones.json');
    const entries = JSON.parse(await readFile(file, 'utf8')) as Entry[];
    await writeFile(file, JSON.stringify(entries.map((entry) => ({ ...entry, ...change(entry) }))));
    desk = await PhoneHub.serving(desk.pageFolder, desk.port, desk.hub.home);
  }
  /** Lets an editor confirm the phone with these keys. */
  const knownBy = (keys: object, verdict: string) => {
    const body = { window: 'desk', device: phone.device, ...keys, verdict };
    return desk.post('judge', signedFor(desk.hub.running.token, 'judgePhone', '', body));
  };
  const listed = (isKeyChanged: boolean) =>
    desk.waitFor(({ devices }) => {
      assert.equal(devices[0]?.isKeyChanged === true, isKeyChanged);
      assert.equal(devices[0]?.isConfirmed && devices[0].scope === 'answer', false);
    });

  it('is served no more, and gets nothing, once an editor knows other keys of it', async () => {
    const other = await newAgreementKeys();
    await withList(() => ({ agreementKey: toBase64Url(other.publicKey) }));
    const impostor = phone.twin({ agreement: other });
    await impostor.connect();
    assert.equal((await knownBy(accepted, 'watch')).status, 409);
    await listed(true);
    await until(
      () => impostor.closedBy,
      (code) => assert.ok(code !== undefined),
    );
    await assert.rejects(impostor.connect(), /Closed by 4001/);
    const swapped = { ...accepted, agreementKey: toBase64Url(other.publicKey) };
    assert.equal((await knownBy(swapped, 'answer')).status, 409);
    await listed(true);
  });

  it('shows a code that is not the one of the phone that the person holds', async () => {
    const other = await newAgreementKeys();
    await withList(() => ({ agreementKey: toBase64Url(other.publicKey) }));
    const impostor = phone.twin({ agreement: other });
    await impostor.connect();
    const { devices } = await desk.waitFor((news) => assert.ok(news.devices[0]?.code));
    assert.equal(devices[0]?.code, impostor.code);
    await assert.rejects(phone.connect(), /Closed by 4003/);
  });

  it('is noticed by the phone itself where its signing key was replaced', async () => {
    const other = await newSigningKeys();
    await withList(() => ({ scope: 'answer', signingKey: toBase64Url(other.publicKey) }));
    await phone.knock();
    await phone.hear('welcome');
    await phone.introduce();
    const { devices } = await desk.waitFor((news) => assert.ok(news.devices[0]?.isKeyChanged));
    assert.equal(devices[0]?.code, undefined);
    const swapped = { ...accepted, signingKey: toBase64Url(other.publicKey) };
    assert.equal((await knownBy(swapped, 'answer')).status, 409);
  });

  it('keeps no editor from answering whose key it names as its own', async () => {
    await withList(() => ({ scope: 'answer', signingKey: testSigner.publicKey }));
    const answer = desk.hub.wait(
      aHook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'make' } }),
    );
    const pendingRequest = await until(
      async () => (await desk.hub.session(sessionId))?.pendingRequest,
      (request) => assert.equal(request?.call?.answerable, true),
    );
    await desk.hub.signed('decide', sessionId, {
      window: 'desk',
      call: pendingRequest?.call?.id,
      shown: requestDigest(pendingRequest as PendingRequest),
      decision: { kind: 'allow' },
    });
    assert.match((await answer).text, /"behavior":"allow"/);
  });

  it('shows another code on each connection, and each time the one of the desk', async () => {
    const codes = new Set<string>();
    for (let time = 0; time < 3; time += 1) {
      await phone.connect();
      const { devices } = await desk.waitFor((news) => assert.ok(news.devices[0]?.code));
      assert.equal(devices[0]?.code, phone.code);
      codes.add(phone.code);
      await phone.hangUp();
      await desk.waitFor((news) => assert.equal(news.devices[0]?.code, undefined));
    }
    assert.equal(codes.size, 3);
  });

  it('signs nothing that counts in the name of a phone that was accepted', async () => {
    const body = { window: windowOfPhone(phone.device), call: 'x', shown: 'A'.repeat(43) };
    await phone.connect();
    const seal = await phone.seal({ act: 'decide', session: sessionId, body });
    const decide = `${routes.sessions}/${sessionId}/decide`;
    assert.equal((await desk.hub.post(decide, { ...body, seal })).status, 403);
  });
});
