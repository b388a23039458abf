import assert from 'node:assert/strict';
import { PhoneDesk } from '../../../../src/extension/views/phone/phoneDesk';
import type { PhoneDevice, PhonesNews } from '../../../../src/shared/protocol/phones';
import { aPhone } from '../../../support/phone/aPhone';
import { DeskParts } from '../../../support/phone/deskParts';

const until = Date.UTC(2030, 0, 1, 12, 10);
const phone = aPhone();
const link = 'https://box.example/#1.a.b.c';
const open = { kind: 'tailscale', status: 'open', url: 'https://box.example/' } as const;
const asking = {
  device: phone.id,
  name: 'iPhone,\u202e Safari\n',
  signingKey: phone.signingKey,
  agreementKey: phone.agreementKey,
  code: 'ABC DEF',
};
const scan: PhonesNews = { carrier: open, pairing: { until, link }, devices: [] };
const asks: PhonesNews = { carrier: open, pairing: { until, asking }, devices: [] };

describe('The desk for phones', () => {
  let parts: DeskParts;
  let desk: PhoneDesk;

  beforeEach(() => {
    parts = new DeskParts();
    desk = new PhoneDesk(parts);
  });
  afterEach(() => desk.dispose());

  const step = () => desk.state.step;
  const calls = () => parts.asked.filter(([name]) => name !== 'addressOf');

  it('leads from the way over the code to the phone', async () => {
    await desk.handleMessage({ type: 'connect', way: 'tailscale' });
    assert.deepEqual(calls(), [['connect', { kind: 'tailscale' }]]);
    assert.deepEqual(step(), { type: 'opening', way: 'tailscale' });
    parts.tell({
      carrier: { kind: 'tailscale', status: 'opening', step: 'page' },
      pairing: { until },
      devices: [],
    });
    assert.deepEqual(step(), { type: 'opening', way: 'tailscale', step: 'page' });
    parts.tell(scan);
    assert.deepEqual(step(), { type: 'scan', way: 'tailscale', link, until });
    parts.tell(asks);
    assert.deepEqual(step(), {
      type: 'asking',
      device: phone.id,
      name: 'iPhone,⟨U+202E⟩ Safari⏎',
      code: 'ABC DEF',
      isJudged: false,
    });
    await desk.handleMessage({ type: 'judge', device: phone.id, verdict: 'answer' });
    assert.deepEqual(calls().at(-1), ['judge', phone.id, phone.signingKey, 'answer', true]);
    assert.ok('isJudged' in step());
    parts.tell({ carrier: open, devices: [phone] });
    assert.deepEqual(step(), { type: 'connected', device: phone.id });
    // The hub is moving to a separate process.
    parts.tell(undefined);
    assert.equal(step().type, 'connected');
    parts.tell({ carrier: open, devices: [phone] });
    assert.deepEqual(step(), { type: 'connected', device: phone.id });
    await desk.leave();
    assert.ok(!calls().some(([name]) => name === 'endPairing'));
  });

  it('asks the editor for its address by the port of the listener, and first offers one that is good', async () => {
    parts.address = { url: 'https://code.example/proxy/47912/', host: 'code.example' };
    desk.show('connect');
    await desk.handleMessage({ type: 'connect', way: 'editor' });
    assert.deepEqual(parts.asked.slice(-3), [
      ['listen'],
      ['addressOf', 47_912],
      ['connect', { kind: 'editor', url: 'https://code.example/proxy/47912/' }],
    ]);
    assert.deepEqual(desk.state.ways[0], { way: 'editor', host: 'code.example' });
    parts.address = { ...parts.address, limit: 'loopback' };
    await desk.handleMessage({ type: 'connect', way: 'editor' });
    assert.equal(desk.state.ways[0]?.way, 'tailscale');
  });

  it('says why a way cannot be begun, and lets another be chosen', async () => {
    await desk.handleMessage({ type: 'connect', way: 'editor' });
    assert.match(desk.state.problem ?? '', /no address/);
    assert.deepEqual(step(), { type: 'choose' });
    await desk.handleMessage({ type: 'connect', way: 'ownUrl', url: 'http://phone.example' });
    assert.match(desk.state.problem ?? '', /https/);
    parts.refusal = 'Other programs have the ports.';
    await desk.handleMessage({ type: 'connect', way: 'funnel' });
    assert.equal(desk.state.problem, 'Other programs have the ports.');
    assert.deepEqual(step(), { type: 'choose' });
    assert.deepEqual(calls(), [['listen'], ['connect', { kind: 'funnel' }]]);
  });

  it('keeps an address of the person’s own, and takes it again for a new code', async () => {
    await desk.handleMessage({ type: 'connect', way: 'ownUrl', url: 'https://phone.example/x' });
    assert.equal(parts.ownUrl, 'https://phone.example/x/');
    parts.tell({ ...scan, carrier: { ...open, kind: 'ownUrl' } });
    await desk.handleMessage({ type: 'renew' });
    assert.deepEqual(calls(), [
      ['connect', { kind: 'ownUrl', url: 'https://phone.example/x/' }],
      ['connect', { kind: 'ownUrl', url: 'https://phone.example/x/' }],
    ]);
  });

  it('ends the pairing when it is cancelled, and when the panel is closed', async () => {
    for (const end of [() => desk.handleMessage({ type: 'cancel' }), () => desk.leave()]) {
      await desk.handleMessage({ type: 'connect', way: 'tailscale' });
      parts.tell(scan);
      await end();
      assert.deepEqual(calls().at(-1), ['endPairing']);
      parts.tell({ devices: [] });
      assert.deepEqual(step(), { type: 'choose' });
    }
  });

  it('ends a pairing that came about after it was cancelled', async () => {
    const connecting = desk.handleMessage({ type: 'connect', way: 'tailscale' });
    await desk.handleMessage({ type: 'cancel' });
    await connecting;
    assert.deepEqual(calls().at(-1), ['endPairing']);
  });

  const ends: readonly (readonly [why: string, news: PhonesNews, verdict?: 'refuse'])[] = [
    ['expired', scan],
    ['gone', asks],
    ['refused', asks, 'refuse'],
  ];
  for (const [why, news, verdict] of ends) {
    it(`says how a pairing came to its end: ${why}`, async () => {
      await desk.handleMessage({ type: 'connect', way: 'tailscale' });
      parts.tell(news);
      if (verdict !== undefined)
        await desk.handleMessage({ type: 'judge', device: phone.id, verdict });
      parts.tell({ carrier: open, devices: [] });
      assert.deepEqual(step(), { type: 'over', why, way: 'tailscale' });
    });
  }

  it('judges only the phone that asks', async () => {
    parts.tell(asks);
    await desk.handleMessage({ type: 'judge', device: 'another', verdict: 'answer' });
    assert.deepEqual(calls(), []);
    parts.refusal = 'This phone no longer waits to be connected.';
    await desk.handleMessage({ type: 'judge', device: phone.id, verdict: 'answer' });
    assert.match(desk.state.problem ?? '', /no longer waits/);
    assert.ok('isJudged' in step() && !(step() as { isJudged: boolean }).isJudged);
  });

  it('changes, tests and removes phones of the list alone, the last after a question', async () => {
    parts.tell({ devices: [phone] });
    for (const device of [phone.id, 'another']) {
      await desk.handleMessage({ type: 'setScope', device, scope: 'watch' });
      await desk.handleMessage({ type: 'remove', device });
    }
    parts.confirms = false;
    await desk.handleMessage({ type: 'remove', device: phone.id });
    assert.deepEqual(calls(), [
      ['judge', phone.id, phone.signingKey, 'watch', false],
      ['confirm', 'iPhone, Safari'],
      ['remove', phone.id],
      ['confirm', 'iPhone, Safari'],
    ]);
  });

  it('lets a phone that it does not know answer by the code of its connection alone', async () => {
    for (const standing of ['unknown', 'changed', 'vouched'] as const) {
      parts.standing = standing;
      parts.tell({ devices: [aPhone({ scope: 'watch', code: 'NEW COD' })] });
      const [listed] = desk.state.devices;
      assert.equal(listed?.mustCompare, standing !== 'vouched');
      assert.equal(listed?.isKeyChanged, standing === 'changed');
      const before = calls().length;
      await desk.handleMessage({ type: 'setScope', device: phone.id, scope: 'answer' });
      await desk.handleMessage({
        type: 'setScope',
        device: phone.id,
        scope: 'answer',
        code: 'OLD COD',
      });
      const isRefused = standing !== 'vouched';
      assert.equal(calls().length - before, isRefused ? 0 : 2, standing);
      if (isRefused) assert.match(desk.state.problem ?? '', /Compare the code/);
    }
    parts.standing = 'unknown';
    await desk.handleMessage({
      type: 'setScope',
      device: phone.id,
      scope: 'answer',
      code: 'NEW COD',
    });
    assert.deepEqual(calls().at(-1), ['judge', phone.id, phone.signingKey, 'answer', true]);
  });

  it('tells what came of a test push by what was shown after it', async () => {
    const reportPush = (at: number, push: PhoneDevice['push'] = { stage: 'shown' }) =>
      parts.tell({ devices: [aPhone({ push: { ...push, at } })] });
    await desk.handleMessage({ type: 'testPush', device: phone.id });
    reportPush(parts.time - 1);
    assert.deepEqual(desk.state.tests, [{ device: phone.id }]);
    reportPush(parts.time + 9_000, { stage: 'opened', shownAfterMs: 1_200 });
    assert.deepEqual(desk.state.tests, [{ device: phone.id, isShown: true, shownAfterMs: 1_200 }]);
    reportPush(parts.time + 9_000, { stage: 'opened' });
    assert.deepEqual(desk.state.tests, [{ device: phone.id, isShown: true }]);
    parts.refusal = 'This phone has not switched notifications on.';
    await desk.handleMessage({ type: 'testPush', device: phone.id });
    assert.match(JSON.stringify(desk.state.tests), /has not switched/);
  });

  it('copies and opens what the hub told, whatever the page says', async () => {
    await desk.handleMessage({ type: 'copyLink' });
    parts.tell(scan);
    await desk.handleMessage({ type: 'copyLink' });
    const fault = { code: 'serveDenied', command: 'sudo true', link: 'file:///etc/passwd' };
    parts.tell({ ...scan, carrier: { kind: 'tailscale', status: 'faulty', fault } });
    await desk.handleMessage({ type: 'copyCommand' });
    await desk.handleMessage({ type: 'openHelp' });
    parts.tell({
      ...scan,
      carrier: {
        kind: 'tailscale',
        status: 'faulty',
        fault: { ...fault, link: 'https://a.example/' },
      },
    });
    await desk.handleMessage({ type: 'openHelp' });
    assert.deepEqual(calls(), [
      ['copy', link],
      ['copy', 'sudo true'],
      ['open', 'https://a.example/'],
    ]);
  });

  it('shows no key, and the list where it is asked for', () => {
    parts.tell({ devices: [phone] });
    desk.show('manage');
    assert.equal(desk.state.view, 'manage');
    assert.doesNotMatch(JSON.stringify(desk.state), new RegExp(phone.signingKey));
    parts.tell(asks);
    assert.equal(desk.state.view, 'connect');
  });
});
