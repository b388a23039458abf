import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { Browser } from 'puppeteer-core';
import type { Device } from '../../../src/extension/hub/phone/devices';
import { encryptPush } from '../../../src/extension/hub/phone/push/encrypt';
import type { PushSubscription } from '../../../src/shared/phone/phoneMessages';
import { aHook, sessionId } from '../../support/hub/hooks';
import { findFirefox, launchFirefox } from '../../support/phone/firefox';
import { PhoneHub } from '../../support/phone/phoneHub';
import { builtPushPage } from '../../support/phone/pushPage';
import { copiedKeys, PushPhone } from '../../support/phone/pushPhone';
import { PushService } from '../../support/phone/pushService';
import type { TestPhone } from '../../support/phone/testPhone';
import { skip } from '../../support/skip';
import { until } from '../../support/until';

const request = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
  tool_use_id: 'toolu_1',
});

describe('A phone with Firefox', () => {
  let service: PushService;
  let firefox: Browser;
  let desk: PhoneHub;
  let phone: TestPhone;
  let page: PushPhone;
  let pushKey: string;
  let subscription: PushSubscription;

  before(async function () {
    const place = findFirefox();
    if (place === undefined) skip(this, 'there is no Firefox here');
    service = await PushService.start();
    firefox = await launchFirefox(place, service);
  });
  after(async () => {
    await firefox?.close();
    await service?.close();
  });

  beforeEach(async () => {
    service.standing = undefined;
    const pageFolder = await builtPushPage();
    desk = await PhoneHub.start(undefined, { pageFolder, isPushService: service.isAt });
    await desk.post('settings', { pushAfterSeconds: 0, pushText: false, pingUrl: '' });
    const keys = await copiedKeys();
    phone = await desk.phone('answer', 'Fox', keys);
    pushKey = (await phone.hear('welcome')).pushKey ?? '';
    page = await PushPhone.open(firefox, desk.page, phone.device, keys);
    subscription = await page.subscribe(pushKey);
    assert.equal(await page.state, 'on');
    await phone.say({ type: 'subscribe', subscription });
    await desk.waitFor(({ devices }) => assert.deepEqual(devices[0]?.push, {}));
  });
  afterEach(() => desk?.dispose());

  const stage = (wanted: string): Promise<unknown> =>
    desk.waitFor(({ devices: [one] }) =>
      assert.equal(one?.push?.stage, wanted, JSON.stringify([one?.push, service.codes])),
    );
  const isShown = (expected: readonly (readonly string[])[]): Promise<unknown> =>
    until(
      () => page.shown(),
      (all) => assert.deepEqual(all, expected),
    );

  it('shows a request, says so to the desk, and then who answered in its place', async () => {
    const tag = `session/${sessionId}`;
    const answer = desk.hub.wait(request);
    await stage('shown');
    const title = (await desk.hub.session(sessionId))?.title ?? '';
    await isShown([[tag, title, 'shop']]);
    await desk.hub.hook(aHook('PostToolUse', { tool_name: 'Bash', tool_use_id: 'toolu_1' }));
    await isShown([[tag, title, 'Answered at the desk']]);
    await answer;
    assert.ok(service.codes.every((code) => code === 100));
  });

  it('brings the page to the card of a notification that is tapped, and says so', async () => {
    void desk.hub.wait(request).catch(() => undefined);
    await stage('shown');
    await page.tap(`session/${sessionId}`);
    await stage('opened');
    await until(
      () => page.url,
      (url) => assert.equal(url, `${desk.page}#session=${sessionId}`),
    );
    await isShown([]);
  });

  it('tells the hub a subscription that the browser has renewed', async () => {
    await page.end();
    await page.renew();
    const file = path.join(desk.hub.home, 'mission-control', 'phones.json');
    await until(
      async () => JSON.parse(await readFile(file, 'utf8')) as readonly Device[],
      ([device]) => {
        const { endpoint } = device?.subscription ?? {};
        assert.ok(endpoint !== undefined && endpoint !== subscription.endpoint);
      },
    );
    await phone.say({ type: 'testPush' });
    await stage('shown');
  });

  it('shows a test, and is told how long that took', async () => {
    await phone.say({ type: 'testPush' });
    const { shownAfterMs } = await phone.hear('push');
    assert.ok(shownAfterMs !== undefined && shownAfterMs < 10_000);
    await isShown([
      ['test', 'Notifications work', 'This is a test from Mission Control. You can swipe it away.'],
    ]);
  });

  it('subscribes anew, by itself, once its subscription is over', async () => {
    service.standing = { status: 410 };
    phone.told.splice(0);
    assert.equal((await desk.post('push', { device: phone.device })).status, 204);
    const welcome = await phone.hear('welcome');
    assert.equal(welcome.isSubscribed, false);
    service.standing = undefined;
    await page.welcome(pushKey, welcome.isSubscribed);
    const after = await page.subscription(2);
    assert.notEqual(after.endpoint, subscription.endpoint);
    await phone.say({ type: 'subscribe', subscription: after });
    await phone.say({ type: 'testPush' });
    await stage('shown');
  });

  it('shows something of each push, though it says nothing of ours', async () => {
    const body = new Uint8Array(encryptPush('Not ours', subscription));
    await fetch(subscription.endpoint, { method: 'POST', body });
    await isShown([['unknown', 'Mission Control', '']]);
  });
});
