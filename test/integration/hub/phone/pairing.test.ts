import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import { Tickets, ticketMs } from '../../../../src/extension/hub/phone/tickets';
import { missionControlFolder } from '../../../../src/extension/util/files/missionControlFolder';
import { bytesOf } from '../../../../src/shared/channel/bytes';
import { closeCodes } from '../../../../src/shared/phone/firstFrame';
import { pairingFragment, ticketIn } from '../../../../src/shared/phone/pairingLink';
import { signedFor } from '../../../support/hub/testSigner';
import { PhoneHub } from '../../../support/phone/phoneHub';
import { routes } from '../../../../src/shared/protocol/protocol';
import { TestPhone } from '../../../support/phone/testPhone';
import { until } from '../../../support/until';

const closed = (phone: TestPhone, code: number): Promise<unknown> =>
  until(
    () => phone.closedBy,
    (by) => assert.equal(by, code),
  );

describe('Pairing', () => {
  let desk: PhoneHub;
  beforeEach(async () => {
    desk = await PhoneHub.start();
  });
  afterEach(() => desk.dispose());

  it('takes one phone by a code, and shows the same characters on both sides', async () => {
    const link = await desk.ticket();
    const phone = await TestPhone.at(desk.page);
    const { code, machine } = await phone.pair(link, 'My phone');
    const { pairing, devices } = await desk.waitFor((news) => assert.ok(news.pairing?.asking));
    assert.equal(pairing?.asking?.code, code);
    assert.equal(pairing?.asking?.name, 'My phone');
    assert.equal(pairing?.link, undefined); // Used up.
    assert.notEqual(machine, '');
    assert.deepEqual(devices, []); // No person has accepted the phone yet.
  });

  it('shows of what a phone calls itself nothing but plain text, on one line', async () => {
    const phone = await TestPhone.at(desk.page);
    await phone.pair(await desk.ticket(), 'Mine\n2026 info: all is well\u202E\u001B[2J');
    const { pairing } = await desk.waitFor((news) => assert.ok(news.pairing?.asking));
    assert.match(pairing?.asking?.name ?? '', /^Mine 2026 info: all is well[^\p{C}]*$/u);
  });

  it('has no name for a phone that calls itself by words of the board, in whatever letters', async () => {
    const phone = await TestPhone.at(desk.page);
    await phone.pair(await desk.ticket(), 'Nееds реrmission: Bash');
    const { pairing } = await desk.waitFor((news) => assert.ok(news.pairing?.asking));
    assert.equal(pairing?.asking?.name, '?');
  });

  it('has no use for a code that was used, replaced or given up', async () => {
    const link = await desk.ticket();
    await (await TestPhone.at(desk.page)).pair(link);
    const late = await TestPhone.at(desk.page);
    await assert.rejects(late.pair(link), new RegExp(`Closed by ${closeCodes.ticketOver}`));
    const second = await desk.ticket();
    const third = await desk.ticket();
    await assert.rejects(late.pair(second), new RegExp(`Closed by ${closeCodes.ticketOver}`));
    await desk.post('end');
    await assert.rejects(late.pair(third));
  });

  it('shows nothing to a phone before the desk accepts, and nothing after it refuses', async () => {
    const phone = await TestPhone.at(desk.page);
    await phone.pair(await desk.ticket());
    await phone.say({ type: 'page', message: { type: 'ready' } });
    await desk.waitFor((news) => assert.ok(news.pairing?.asking));
    assert.equal((await desk.judge('refuse')).status, 204);
    await closed(phone, closeCodes.refused);
    assert.deepEqual(
      phone.told.map(({ type }) => type),
      ['waiting'],
    );
    await desk.waitFor(({ pairing, devices }) => {
      assert.equal(pairing, undefined);
      assert.deepEqual(devices, []);
    });
  });

  it('is judged by a signature only, and about the very phone that was shown', async () => {
    const phone = await TestPhone.at(desk.page);
    await phone.pair(await desk.ticket());
    const { pairing } = await desk.waitFor((news) => assert.ok(news.pairing?.asking));
    const { device = '', signingKey = '' } = pairing?.asking ?? {};
    const body = { window: 'desk', device, signingKey, verdict: 'answer' };
    assert.equal((await desk.hub.postBare(`${routes.phones}/judge`, body)).status, 403);
    const other = { ...body, signingKey: `${signingKey.slice(0, -2)}AA` };
    const { token } = desk.hub.running;
    assert.equal((await desk.post('judge', signedFor(token, 'judgePhone', '', other))).status, 409);
    assert.equal((await desk.judge('watch')).status, 204);
    await phone.hear('welcome');
  });

  it('forgets a phone that went before it was judged', async () => {
    const phone = await TestPhone.at(desk.page);
    await phone.pair(await desk.ticket());
    await desk.waitFor((news) => assert.ok(news.pairing?.asking));
    await phone.hangUp();
    await desk.waitFor(({ pairing }) => assert.equal(pairing, undefined));
  });

  it('tells phones of one kind apart, and those whose names look alike', async () => {
    await desk.phone('watch', 'Android, Chrome');
    const second = await desk.phone('watch', 'Android, Chrome');
    const { device } = await second.hear('welcome');
    assert.equal(device.name, 'Android, Chrome (2)');
    await desk.phone('watch', 'Аndrоid, Сhrоme');
    await desk.waitFor(({ devices }) =>
      assert.deepEqual(
        devices.map(({ name }) => name),
        ['Android, Chrome', 'Android, Chrome (2)', 'Аndrоid, Сhrоme (3)'],
      ),
    );
  });

  it('keeps its files for this user alone', async () => {
    await desk.phone();
    for (const name of ['phones.json', 'phone-keys.json']) {
      const { mode } = await stat(path.join(missionControlFolder(desk.hub.home), name));
      assert.equal(mode & 0o777, 0o600, name);
    }
  });
});

describe('A ticket', () => {
  it('expires', () => {
    let now = 0;
    const tickets = new Tickets(bytesOf(new Uint8Array(32)), () => now);
    const { ticket } = tickets.issue();
    now = ticketMs - 1;
    assert.deepEqual(tickets.secretOf(ticket.id), ticket.secret);
    now = ticketMs;
    assert.equal(tickets.secretOf(ticket.id), undefined);
    assert.equal(tickets.redeem(ticket.id), false);
  });

  it('is read from the link that it is in, and from nothing else', () => {
    const { ticket } = new Tickets(bytesOf(new Uint8Array(32).fill(7))).issue();
    const fragment = pairingFragment(ticket);
    assert.deepEqual(ticketIn(fragment), ticket);
    for (const wrong of [
      '',
      '#',
      '#1.a.b.c',
      fragment.slice(0, -3),
      fragment.replace('#1', '#2'),
    ]) {
      assert.equal(ticketIn(wrong), undefined, wrong);
    }
  });
});
