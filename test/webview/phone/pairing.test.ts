import assert from 'node:assert/strict';
import { builtPhonePage } from '../../support/phone/builtPage';
import { handsetSuite } from '../../support/phone/handsetSuite';
import { PhoneHub } from '../../support/phone/phoneHub';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

describe('Pairing on the phone', function () {
  this.timeout(60_000);
  const suite = handsetSuite();

  it('shows the code of the desk, takes the ticket out of the address, and is welcome', async () => {
    const phone = await suite.handset();
    await phone.scan(await suite.desk.ticket());
    const { pairing } = await suite.desk.waitFor((news) => assert.ok(news.pairing?.asking));
    await phone.says(new RegExp(pairing?.asking?.code ?? 'no code'));
    assert.equal(phone.page.url(), suite.desk.page);
    await suite.desk.judge('answer');
    await phone.phase('live');
    await suite.desk.waitFor(({ devices }) => {
      assert.equal(devices[0]?.isConnected, true);
      assert.equal(devices[0]?.name, 'Android, Chrome');
    });
  });

  it('is itself again after a reload, by keys that no script can read', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    await phone.page.reload();
    await phone.phase('live');
    const { agreement, signing } = (await phone.kept('identity')) as {
      readonly [name: string]: { readonly privateKey: { readonly extractable: boolean } };
    };
    assert.equal(agreement?.privateKey.extractable, false);
    assert.equal(signing?.privateKey.extractable, false);
  });

  it('says what to do with a code that was used', async () => {
    const first = await suite.handset();
    const link = await suite.desk.ticket();
    await first.scan(link);
    await suite.desk.waitFor(({ pairing }) => assert.ok(pairing?.asking));
    const second = await suite.handset();
    await second.scan(link);
    await second.says(/was used before or has expired/);
    await second.phase('unpaired');
  });

  it('says what to do with a code of another computer, and tells that one nothing', async () => {
    const other = await PhoneHub.serving(await builtPhonePage());
    try {
      const { hash } = new URL(await other.ticket());
      const phone = await suite.handset();
      await suite.desk.ticket(); // Opens the listener.
      await phone.scan(`${suite.desk.page}${hash}`);
      await phone.says(/code is of another computer/);
      assert.equal(suite.desk.news?.pairing?.asking, undefined);
    } finally {
      await other.dispose();
    }
  });

  it('says so where the desk refuses, and where the code is damaged', async () => {
    const phone = await suite.handset();
    await phone.scan(await suite.desk.ticket());
    await suite.desk.waitFor(({ pairing }) => assert.ok(pairing?.asking));
    await suite.desk.judge('refuse');
    await phone.says(/did not accept this phone/);
    await phone.page.goto(`${suite.desk.page}#1.abc.def`);
    await phone.says(/could not be read/);
    assert.equal(phone.page.url(), suite.desk.page);
  });

  it('knows nobody any more once its storage was wiped, and pairs anew', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    await phone.page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.deleteDatabase('mission-control').addEventListener('success', resolve);
        }),
    );
    await phone.page.reload();
    await phone.phase('unpaired');
    await phone.pair(suite.desk);
  });

  it('keeps what it is when another hub’s code or a used one is scanned later', async () => {
    const phone = await suite.handset();
    const link = await suite.desk.ticket();
    await phone.scan(link);
    await suite.desk.waitFor(({ pairing }) => assert.ok(pairing?.asking));
    await suite.desk.judge('answer');
    await phone.phase('live');
    const other = await suite.handset();
    const used = await suite.desk.ticket();
    await other.scan(used);
    await suite.desk.waitFor(({ pairing }) => assert.ok(pairing?.asking));
    await phone.page.goto(used);
    await phone.says(/was used before or has expired/);
    await phone.phase('live');
  });

  it('keeps the code on an iPhone for the app on the Home Screen', async () => {
    const phone = await suite.handset({ userAgent: iphone });
    const link = await suite.desk.ticket();
    await phone.scan(link);
    await phone.says(/Add this page to the Home Screen first/);
    assert.equal(phone.page.url(), link);
    const manifest = await phone.page.locator('link[rel="manifest"]').getAttribute('href');
    const answer = await fetch(new URL(manifest ?? '', suite.desk.page));
    assert.equal(((await answer.json()) as { start_url?: string }).start_url, undefined);
    assert.equal(suite.desk.news?.pairing?.link, link); // Unused.
  });
});
