import assert from 'node:assert/strict';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { aHook } from '../../support/hub/hooks';
import { builtPhonePage } from '../../support/phone/builtPage';
import { handsetSuite } from '../../support/phone/handsetSuite';
import type { Handset } from '../../support/phone/handset';

/** Waits until the page can be opened without a network. */
async function waitUntilCached({ page }: Handset): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

describe('The files of the phone’s page', function () {
  this.timeout(60_000);
  const suite = handsetSuite('own');

  it('are few enough for a phone on the way, and what a tap loads later is less than the board needs', async () => {
    const folder = await builtPhonePage('own');
    const index = await readFile(path.join(folder, 'index.html'), 'utf8');
    const named = [...index.matchAll(/"([\w-]+\.(?:js|css))"/gu)].map(([, name = '']) => name);
    const first = [...new Set(['index.html', ...named])];
    const all = (await readdir(folder)).filter((name) => /\.(?:js|css)$/u.test(name));
    const later = all.filter((name) => !first.includes(name) && name !== 'worker.js');
    // As the hub serves them.
    const packed = async (names: readonly string[]): Promise<number> => {
      const files = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
      return files.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
    };
    assert.ok(first.length > 3, first.join(', '));
    const [shown, rest] = [await packed(first), await packed(later)];
    assert.ok(shown < 200_000, `${shown} bytes: ${first.join(', ')}`);
    assert.ok(rest < shown, `${rest} and ${shown} bytes`);
  });

  it('show the code of the connection by which the desk confirms the phone, and then only in its settings', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    await suite.restart();
    await phone.phase('live');
    const note = phone.page.getByRole('region', { name: 'Confirm this phone' });
    const { devices } = await suite.desk.waitFor((news) => assert.ok(news.devices[0]?.code));
    const [device] = devices;
    assert.ok(device);
    await note.getByText(device.code ?? '', { exact: true }).waitFor();
    await suite.desk.judge('answer', { device: device.id, signingKey: device.signingKey });
    await note.waitFor({ state: 'detached' });
    await phone.page.getByRole('button', { name: 'Settings' }).click();
    await phone.page.getByText(device.code ?? '', { exact: true }).waitFor();
  });

  it('say what to do where the computer left before it had served the script', async () => {
    const phone = await suite.handset();
    await phone.page.route('**/page.js', (route) => route.abort());
    await phone.scan(await suite.desk.ticket());
    const advice = phone.page.locator('.unopened');
    await advice.waitFor({ state: 'hidden' });
    await phone.page.evaluate(() => document.getAnimations().map((each) => each.finish()));
    await advice.getByText('choose Connect Phone at the computer and scan the new code').waitFor();
    await advice.getByText('wählen Sie am Computer „Telefon verbinden“').waitFor();
  });

  it('run under their own policy, which stops what is not theirs', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    await suite.desk.hub.hook(aHook('UserPromptSubmit', { prompt: 'Tidy up' }));
    await waitUntilCached(phone);
    const stopped = await phone.page.evaluate(() => {
      try {
        document.body.innerHTML = '<img>';
        return 'Nothing was stopped';
      } catch (error) {
        return String(error);
      }
    });
    assert.match(stopped, /TrustedHTML|Trusted Type/);
    phone.errors.length = 0; // The browser reports each violation as an error.
  });

  it('are kept without what the hub says of itself', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    await waitUntilCached(phone);
    await phone.page.reload();
    await phone.phase('live');
    const cachedNames = await phone.page.evaluate(async () => {
      const [name = ''] = await caches.keys();
      const cache = await caches.open(name);
      return (await cache.keys()).map(({ url }) => new URL(url).pathname.slice(1));
    });
    const built = await readdir(await builtPhonePage('own'));
    assert.deepEqual(
      cachedNames.toSorted(),
      built.filter((name) => name !== 'worker.js').toSorted(),
    );
  });

  it('are replaced as a whole by those of a newer hub, at once', async () => {
    const phone = await suite.handset();
    await phone.pair(suite.desk);
    await waitUntilCached(phone);
    await phone.page.reload(); // Its service worker controls the page from now on.
    await phone.phase('live');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'newer-page-'));
    try {
      await cp(await builtPhonePage('own'), folder, { recursive: true });
      await appendFile(
        path.join(folder, 'page.js'),
        "document.documentElement.dataset.page = 'newer';",
      );
      const worker = await readFile(path.join(folder, 'worker.js'), 'utf8');
      const newer = worker.replace(/"version":"\w+"/, '"version":"newer"');
      await writeFile(path.join(folder, 'worker.js'), newer);
      await suite.restart(folder);
      await phone.page.reload();
      await phone.page.locator('html[data-page="newer"]').waitFor();
      await phone.phase('live');
      const names = await phone.page.evaluate(() => caches.keys());
      assert.deepEqual(names, ['shell-newer']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('speak German to a phone that does, also without a network', async () => {
    const phone = await suite.handset({ locale: 'de-DE' });
    await suite.desk.ticket();
    await phone.page.goto(`${suite.desk.page}#1.abc.def`);
    await phone.says(/Dieser Code war nicht zu lesen/);
    assert.equal(await phone.page.locator('html').getAttribute('lang'), 'de');
    await phone.pair(suite.desk);
    await waitUntilCached(phone);
    await suite.stop();
    await phone.says(/ist nicht erreichbar/);
    await phone.page.reload();
    await phone.says(/ist nicht erreichbar/);
  });

  it('let the page be put on the home screen', async () => {
    const answer = async (name: string) => {
      await suite.desk.ticket();
      return fetch(new URL(name, suite.desk.page));
    };
    const manifest = await answer('manifest.webmanifest');
    assert.equal(manifest.headers.get('content-type'), 'application/manifest+json');
    const { icons, start_url: start } = (await manifest.json()) as {
      readonly icons: readonly { readonly src: string }[];
      readonly start_url: string;
    };
    assert.equal(start, './');
    for (const { src } of [...icons, { src: 'icon-180.png' }]) {
      const icon = await answer(src);
      assert.equal(icon.headers.get('content-type'), 'image/png', src);
    }
  });
});
