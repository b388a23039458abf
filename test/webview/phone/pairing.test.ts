import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../support/editor/browser';
import { builtPhonePage } from '../../support/phone/builtPage';
import { Handset } from '../../support/phone/handset';
import { PhoneHub } from '../../support/phone/phoneHub';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

describe('Pairing on the phone', function () {
  this.timeout(60_000);
  let browser: Browser;
  let desk: PhoneHub;
  const handsets: Handset[] = [];

  before(async function () {
    this.timeout(300_000); // The first run may have to install the browser.
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  beforeEach(async () => {
    desk = await PhoneHub.serving(await builtPhonePage());
  });
  afterEach(async () => {
    try {
      for (const one of handsets.splice(0)) await one.close();
    } finally {
      await desk.dispose();
    }
  });

  const handset = async (options?: Parameters<typeof Handset.of>[1]): Promise<Handset> => {
    const one = await Handset.of(browser, options);
    handsets.push(one);
    return one;
  };

  it('shows the code of the desk, takes the ticket out of the address, and is welcome', async () => {
    const phone = await handset();
    await phone.scan(await desk.ticket());
    const { pairing } = await desk.waitFor((news) => assert.ok(news.pairing?.asking));
    await phone.says(new RegExp(pairing?.asking?.code ?? 'no code'));
    assert.equal(phone.page.url(), desk.page);
    await desk.judge('answer');
    await phone.phase('live');
    await desk.waitFor(({ devices }) => {
      assert.equal(devices[0]?.isConnected, true);
      assert.equal(devices[0]?.name, 'Android, Chrome');
    });
  });

  it('is itself again after a reload, by keys that no script can read', async () => {
    const phone = await handset();
    await phone.pair(desk);
    await phone.page.reload();
    await phone.phase('live');
    const extractable = await phone.page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('mission-control');
          opening.addEventListener('success', () => {
            const store = opening.result.transaction('kept').objectStore('kept');
            const reading = store.get('identity');
            reading.addEventListener('success', () => {
              const { agreement, signing } = reading.result as Record<
                'agreement' | 'signing',
                { privateKey: CryptoKey }
              >;
              resolve([agreement.privateKey.extractable, signing.privateKey.extractable]);
            });
          });
        }),
    );
    assert.deepEqual(extractable, [false, false]);
  });

  it('says what to do with a code that was used', async () => {
    const first = await handset();
    const link = await desk.ticket();
    await first.scan(link);
    await desk.waitFor(({ pairing }) => assert.ok(pairing?.asking));
    const second = await handset();
    await second.scan(link);
    await second.says(/was used before or has expired/);
    await second.phase('unpaired');
  });

  it('says what to do with a code of another computer, and tells that one nothing', async () => {
    const other = await PhoneHub.serving(await builtPhonePage());
    try {
      const { hash } = new URL(await other.ticket());
      const phone = await handset();
      await desk.ticket(); // Its listener is open.
      await phone.scan(`${desk.page}${hash}`);
      await phone.says(/code is of another computer/);
      assert.equal(desk.news?.pairing?.asking, undefined);
    } finally {
      await other.dispose();
    }
  });

  it('says so where the desk refuses, and where the code is damaged', async () => {
    const phone = await handset();
    await phone.scan(await desk.ticket());
    await desk.waitFor(({ pairing }) => assert.ok(pairing?.asking));
    await desk.judge('refuse');
    await phone.says(/did not accept this phone/);
    await phone.page.goto(`${desk.page}#1.abc.def`);
    await phone.says(/could not be read/);
    assert.equal(phone.page.url(), desk.page);
  });

  it('knows nobody any more once its storage was wiped, and pairs anew', async () => {
    const phone = await handset();
    await phone.pair(desk);
    await phone.page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.deleteDatabase('mission-control').addEventListener('success', resolve);
        }),
    );
    await phone.page.reload();
    await phone.phase('unpaired');
    await phone.pair(desk);
  });

  it('keeps what it is when another hub’s code or a used one is scanned later', async () => {
    const phone = await handset();
    const link = await desk.ticket();
    await phone.scan(link);
    await desk.waitFor(({ pairing }) => assert.ok(pairing?.asking));
    await desk.judge('answer');
    await phone.phase('live');
    const other = await handset();
    const used = await desk.ticket();
    await other.scan(used);
    await desk.waitFor(({ pairing }) => assert.ok(pairing?.asking));
    await phone.page.goto(used);
    await phone.says(/was used before or has expired/);
    await phone.phase('live');
  });

  it('keeps the code on an iPhone for the app on the Home Screen', async () => {
    const phone = await handset({ userAgent: iphone });
    const link = await desk.ticket();
    await phone.scan(link);
    await phone.says(/Add this page to the Home Screen first/);
    assert.equal(phone.page.url(), link);
    const manifest = await phone.page.locator('link[rel="manifest"]').getAttribute('href');
    const answer = await fetch(new URL(manifest ?? '', desk.page));
    assert.equal(((await answer.json()) as { start_url?: string }).start_url, undefined);
    assert.equal(desk.news?.pairing?.link, link); // Unused.
  });
});
