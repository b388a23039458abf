import assert from 'node:assert/strict';
import type { PhonesNews } from '../../../src/shared/protocol/phones';
import { violationsInThemes } from '../../support/page/axe';
import { phonePanelSuite } from '../../support/page/pageSuite';
import { readQrCode } from '../../support/page/readQrCode';
import { themeNames } from '../../support/page/themes';
import { aPhone } from '../../support/phone/aPhone';
import { until } from '../../support/until';

const now = Date.UTC(2030, 0, 1, 12);
const phone = aPhone({ lastUse: now });
const { signingKey, agreementKey } = phone;
const keys = { signingKey, agreementKey };
const secret = 'S3cr3t-_x'.repeat(5).slice(0, 43);
const link = `https://box.tail1234.ts.net:8443/#1.${'i'.repeat(22)}.${secret}.${'h'.repeat(43)}`;
const carrier = { kind: 'tailscale', status: 'open', url: 'https://box.example/' } as const;
const scan: PhonesNews = { carrier, pairing: { until: now + 581_000, link }, devices: [] };
const asks: PhonesNews = {
  carrier,
  pairing: {
    until: now,
    asking: { ...keys, device: phone.id, name: phone.name, code: 'K7M QX4' },
  },
  devices: [],
};
const faulty: PhonesNews = {
  carrier: {
    kind: 'tailscale',
    status: 'faulty',
    fault: { code: 'serveDenied', command: 'sudo tailscale set', link: 'https://tailscale.com/' },
  },
  pairing: { until: now },
  devices: [],
};
const list: PhonesNews = {
  devices: [
    aPhone({ lastUse: now, push: { stage: 'shown', at: now - 120_000 } }),
    aPhone({
      id: 'B'.repeat(22),
      name: 'Pixel',
      isConfirmed: false,
      isConnected: false,
      lastUse: now,
    }),
  ],
};

/** News, each with a text that the panel shows for it. */
const newsCases: readonly (readonly [news: PhonesNews, shown: string])[] = [
  [{ devices: [] }, 'Show QR Code'],
  [faulty, 'sudo tailscale set'],
  [scan, 'Copy Link'],
  [asks, 'K7M QX4'],
  [list, 'Confirm Again'],
];

describe('The panel for phones', function () {
  this.timeout(60_000);
  const open = phonePanelSuite();

  for (const theme of themeNames) {
    it(`shows a code that a camera reads, and that is the link, theme ${theme}`, async () => {
      for (const width of [1440, 900, 340]) {
        const { page } = await open({ theme, width, prepare: (parts) => (parts.news = scan) });
        const code = page.getByRole('figure', { name: /QR code/ });
        const { width: side = 0 } = (await code.boundingBox()) ?? {};
        assert.ok(side >= 280, `${width}: the code is ${side} pixels wide`);
        assert.equal(await readQrCode(page), link);
      }
    });
  }

  it('has no fault for who cannot see or point, in any theme', async () => {
    const panel = await open();
    for (const [news, shown] of newsCases) {
      panel.tell(news);
      await panel.page.getByText(shown).first().waitFor();
      await until(
        () => violationsInThemes(panel.page),
        (found) => assert.deepEqual(found, []),
      );
    }
  });

  it('counts its ten minutes down by the clock of the machine, and makes a new code', async () => {
    const { page, parts } = await open({ prepare: (made) => (made.news = scan) });
    const timer = page.getByRole('timer');
    assert.match(await timer.innerText(), /^9:(?:41|40|39)$/);
    await until(
      () => timer.innerText(),
      (text) => assert.match(text, /^9:(?:3\d)$/),
    );
    await page.getByRole('button', { name: 'New Code' }).click();
    await until(
      () => parts.asked.at(-1),
      (asked) => assert.deepEqual(asked, ['connect', { kind: 'tailscale' }]),
    );
  });

  it('is worked by keys alone, and says each step', async () => {
    const panel = await open();
    const { page, parts } = panel;
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page
      .getByRole('radio', { name: 'Address of your own' })
      .and(page.locator(':checked'))
      .waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://phone.example');
    await page.keyboard.press('Enter');
    await until(
      () => parts.asked.at(-1),
      (asked) =>
        assert.deepEqual(asked, ['connect', { kind: 'ownUrl', url: 'https://phone.example/' }]),
    );
    const status = page.getByRole('status').last();
    panel.tell(scan);
    await until(
      () => status.innerText(),
      (text) => assert.match(text, /QR code is shown/),
    );
    panel.tell(asks);
    await until(
      () => status.innerText(),
      (text) => assert.match(text, /iPhone, Safari wants to connect.*K 7 M Q X 4/),
    );
    assert.equal(await page.locator(':focus').innerText(), 'Connect a Phone');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await until(
      () => parts.asked.at(-1),
      (asked) => assert.deepEqual(asked, ['judge', phone.id, phone.signingKey, 'answer', true]),
    );
    panel.tell({ carrier, devices: [phone] });
    await page.getByText('iPhone, Safari is connected.').waitFor();
  });

  it('takes no word of a phone for more than text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const { page } = await open({
      prepare: (parts) =>
        (parts.news = {
          ...asks,
          pairing: { until: now, asking: { ...keys, device: 'd', name, code: 'AAA BBB' } },
        }),
    });
    await page.getByText(name, { exact: true }).waitFor();
  });

  it('tells of a test push how long it took', async () => {
    const panel = await open({ prepare: (parts) => (parts.news = list), view: 'manage' });
    const row = panel.page.getByRole('listitem', { name: 'iPhone, Safari' });
    await row.getByText('Last push shown 2m ago').waitFor();
    await row.getByRole('button', { name: 'Test Push' }).click();
    await row.getByText('Waiting for iPhone, Safari to show it…').waitFor();
    const at = panel.parts.time + 9_000;
    panel.tell({ devices: [aPhone({ push: { stage: 'opened', at, shownAfterMs: 1_200 } })] });
    await row.getByText('Shown on iPhone, Safari after 1.2 s').waitFor();
  });

  it('says in the language of the desk why nobody could be called', async () => {
    const detail = 'The push service can’t be reached from this computer.';
    const pingProblem = 'Your own address did not take the message.';
    const devices = [aPhone({ push: { stage: 'failed', at: now, detail } })];
    const { page } = await open({
      prepare: (parts) => (parts.news = { devices, pingProblem }),
      view: 'manage',
      language: 'de',
    });
    await page.getByText(/Push-Dienst ist von diesem Computer aus nicht erreichbar/).waitFor();
    await page.getByText('Ihre eigene Adresse').waitFor();
  });

  it('confirms a phone whose key is not known once its code was compared', async () => {
    const panel = await open({
      prepare: (made) => {
        made.news = list;
        made.standing = 'unknown';
      },
      view: 'manage',
    });
    const { page, parts } = panel;
    const row = page.getByRole('listitem', { name: 'Pixel' });
    await row.getByText(/answers don’t count/).waitFor();
    await row.getByRole('button', { name: 'Confirm Again' }).click();
    await row.getByText(/Open Mission Control on the phone/).waitFor();
    assert.deepEqual(
      parts.asked.filter(([name]) => name === 'judge'),
      [],
    );
    const pixel = { id: 'B'.repeat(22), name: 'Pixel', isConfirmed: false };
    panel.tell({ devices: [aPhone({ ...pixel, code: 'K7M QX4' })] });
    await row.getByText('K7M QX4').waitFor();
    await row.getByRole('button', { name: 'The Codes Match' }).click();
    await until(
      () => parts.asked.at(-1),
      (asked) => assert.deepEqual(asked, ['judge', pixel.id, signingKey, 'answer', true]),
    );
  });

  it('says loudly that a phone has other keys, and offers nothing but to remove it', async () => {
    const { page } = await open({
      prepare: (made) => {
        made.news = { devices: [aPhone({ scope: 'watch', push: {} })] };
        made.standing = 'changed';
      },
      view: 'manage',
    });
    const row = page.getByRole('listitem', { name: phone.name });
    await row
      .getByRole('alert')
      .getByText(/key is not the one that you connected/)
      .waitFor();
    assert.deepEqual(await row.getByRole('button').allInnerTexts(), ['Remove…']);
  });

  it('never leaves a person without a word when no hub is there', async () => {
    const panel = await open();
    panel.tell(undefined);
    await panel.page
      .getByRole('alert')
      .getByText(/reconnecting/)
      .waitFor();
    assert.ok(await panel.page.getByRole('button', { name: 'Show QR Code' }).isDisabled());
  });

  for (const width of [1440, 900, 340]) {
    it(`fits its width in both languages: ${width}`, async () => {
      for (const language of ['en', 'de']) {
        const panel = await open({ width, language });
        for (const [news] of newsCases) {
          panel.tell(news);
          const overflow = (): Promise<number> =>
            panel.page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            );
          await until(overflow, (pixels) =>
            assert.ok(pixels <= 0, `${language}: ${pixels} beyond`),
          );
        }
      }
    });
  }
});
