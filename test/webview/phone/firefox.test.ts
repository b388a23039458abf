import assert from 'node:assert/strict';
import type { Browser, Page } from 'puppeteer-core';
import { aHook } from '../../support/hub/hooks';
import { builtPhonePage } from '../../support/phone/builtPage';
import { findFirefox, launchFirefox } from '../../support/phone/firefox';
import { PhoneHub } from '../../support/phone/phoneHub';
import { PushService } from '../../support/phone/pushService';
import { skip } from '../../support/skip';
import { until } from '../../support/until';

const request = aHook('PermissionRequest', {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
  tool_use_id: 'toolu_1',
});

const press = (page: Page, name: string): Promise<void> =>
  page.locator(`::-p-aria([name="${name}"][role="button"])`).click();

describe('The phone’s page in Firefox', () => {
  let service: PushService;
  let firefox: Browser;
  let desk: PhoneHub;

  before(async function () {
    const place = findFirefox();
    if (place === undefined) skip(this, 'there is no Firefox here');
    service = await PushService.start();
    firefox = await launchFirefox(place, service);
  });
  after(async () => {
    await firefox?.close();
    await desk?.dispose();
    await service?.close();
  });

  it('pairs, is called by a push, and answers', async function () {
    this.timeout(90_000);
    const pageFolder = await builtPhonePage('own');
    desk = await PhoneHub.start(undefined, { pageFolder, isPushService: service.isAt });
    await desk.post('settings', { pushAfterSeconds: 0, pushText: false, pingUrl: '' });
    const page = await firefox.newPage();
    await page.setViewport({ width: 390, height: 844 });
    await page.goto(await desk.ticket());
    const { pairing } = await desk.waitFor((news) => assert.ok(news.pairing?.asking));
    await page.waitForSelector(`::-p-text(${pairing?.asking?.code ?? ''})`);
    assert.equal((await desk.judge('answer')).status, 204);

    // The browser already has the permission, so the page does not ask for it.
    await press(page, 'Settings');
    await press(page, 'Enable Notifications');
    await desk.waitFor(({ devices }) => assert.deepEqual(devices[0]?.push, {}));
    await page.keyboard.press('Escape');
    const answer = desk.hub.wait(request);
    await desk.waitFor(({ devices }) => assert.equal(devices[0]?.push?.stage, 'shown'));

    await page.locator('article').click();
    let answerText = '';
    void answer.then(({ text }) => (answerText = text));
    await until(
      async () => {
        // A request that has just become visible does not accept an answer yet.
        await (await page.$('[data-action="allow"]'))?.click();
        return answerText;
      },
      (text) => assert.match(text, /"behavior":"allow"/),
    );
    await desk.waitFor(({ devices }) => assert.equal(devices[0]?.push?.stage, 'answered'));
  });
});
