import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { violations } from '../../support/page/axe';
import { takePicture } from '../../support/page/unpainted';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { aReview, aReviewFile, FakeReviews, someFiles } from '../../support/page/phone/fakeReviews';
import {
  aDevice,
  phoneSuite,
  phoneWidths,
  setPhone,
  type PhoneViewOptions,
} from '../../support/page/phone/phoneView';
import { targetsBelow } from '../../support/page/phone/targets';
import { aSession } from '../../support/sessionBuilder';

const pictures = process.env['PICTURES_OF_TESTS'];
const title = 'Round invoice lines half to even';
const session = aSession({ sessionId: 'one', title, changes: { files: 6, edits: 9 } });
const rounded = /roundLines\.ts/u;

describe('A review on a phone', function () {
  this.timeout(60_000);
  const open = phoneSuite();

  async function show(
    options: PhoneViewOptions = {},
    ...given: [FakeReviews['lists']?, FakeReviews['texts']?]
  ): Promise<{ readonly host: FakeHost; readonly reviews: FakeReviews }> {
    const host = await open({ sessions: [session], ...options });
    const reviews = await FakeReviews.on(host.page, ...given);
    await openCard(host.page);
    await host.page.locator('[data-action="reviewChanges"]').tap();
    await host.page.locator('.review-head').waitFor();
    await host.page.clock.runFor(1_000);
    return { host, reviews };
  }
  const lines = (host: FakeHost): Locator => host.page.locator('.review-line');
  const signed = async (host: FakeHost): Promise<readonly string[]> =>
    (await lines(host).allInnerTexts())
      .map((text) => text.replace(/\s+/gu, ' ').trim())
      .filter((text) => /^\d+ [+−]/u.test(text));

  it('leads from a session to its files, and tells of each what became of it', async () => {
    const { host } = await show();
    const { page } = host;
    const entries = page.getByRole('listitem');
    await eventually(async () => assert.equal(await entries.count(), someFiles.length));
    const texts = await entries.evaluateAll((all) =>
      all.map((one) => (one as HTMLElement).innerText.replace(/\s+/gu, ' ')),
    );
    assert.match(
      texts[0] ?? '',
      /Changed .*\+3 −2 Also changed by “Add a total to each page”, you or another program/u,
    );
    assert.match(texts[1] ?? '', /New .*\+3 −0 Committed/u);
    assert.match(texts[2] ?? '', /Renamed from docs\/rounding\.md/u);
    assert.match(texts[3] ?? '', /Deleted/u);
    assert.match(texts[4] ?? '', /binary file/u);
    assert.match(texts[5] ?? '', /Too large/u);
  });

  it('asks for the lines of a file when it is opened, and shows what went and what came', async () => {
    const { host, reviews } = await show();
    assert.deepEqual(reviews.asked, ['review all']);
    await host.page.getByRole('button', { name: rounded }).tap();
    await lines(host).first().waitFor();
    assert.deepEqual(
      reviews.asked.slice(1).map((one) => one.split(' ')[0]),
      ['before', 'after'],
    );
    assert.deepEqual(
      await signed(host),
      [
        '6 −const rate3 = 3 / 100;',
        '6 +const rate3 = 7 / 100;',
        '35 −  return Math.round(amount * 100) / 100;',
        '35 +  // Half to even, so that many lines do not add up to more than their sum, whatever the order is.',
        '36 +  return roundHalfEven(amount, 2);',
      ].map((line) => line.replace(/\s+/gu, ' ').replace(/([+−])(?! )/u, '$1 ')),
    );
    assert.deepEqual(await host.page.locator('.review-line mark').allInnerTexts(), ['3', '7']);
    const fold = host.page.getByRole('button', { name: /unchanged lines/u });
    const before = await lines(host).count();
    await fold.first().tap();
    await eventually(async () => assert.ok((await lines(host).count()) > before));
  });

  it('asks for one side alone of a file that is new or gone, and never for a binary one', async () => {
    const { host, reviews } = await show();
    const { page } = host;
    const first = page.getByRole('button', { name: /roundHalfEven/u });
    await first.tap();
    await lines(host).first().waitFor();
    assert.ok((await signed(host)).every((line) => line.includes('+')));
    await page.getByRole('button', { name: 'Next File' }).tap();
    await page.getByRole('button', { name: 'Next File' }).tap();
    await page.getByRole('heading', { name: /oldRound/u }).waitFor();
    await eventually(async () => assert.equal((await signed(host)).length, 1));
    await page.getByRole('button', { name: 'Next File' }).tap();
    await page.getByText('A binary file').waitFor();
    assert.deepEqual(reviews.asked, [
      'review all',
      'after src/invoices/roundHalfEven.ts',
      'before docs/Rundung.md',
      'after docs/Rundung.md',
      'before src/invoices/oldRound.ts',
    ]);
    await page.getByRole('button', { name: 'Back to the Files' }).tap();
    await first.waitFor();
    await page.goBack();
    await page.getByRole('main', { name: 'Session' }).waitFor();
  });

  it('switches between the last turn and all', async () => {
    const turn = aReview({ scope: 'turn', files: [aReviewFile('README.md')] });
    const { host } = await show({}, { all: aReview(), turn });
    const { page } = host;
    await page.getByRole('button', { name: 'Last Turn' }).tap();
    await eventually(async () => assert.equal(await page.getByRole('listitem').count(), 1));
    await page.getByRole('button', { name: /README/u }).tap();
    await page.getByRole('button', { name: 'Back to the Files' }).tap();
    const pressed = page.getByRole('button', { name: 'Last Turn', pressed: true });
    await pressed.waitFor();
  });

  it('says why there is nothing to read, and asks again', async () => {
    const { host, reviews } = await show();
    const { page } = host;
    reviews.problem = 'This file is too large for a phone. Look at it at the computer.';
    await page.getByRole('button', { name: rounded }).tap();
    await page.getByRole('alert').getByText('too large for a phone').waitFor();
    reviews.problem = undefined;
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await lines(host).first().waitFor();
    assert.equal(await page.getByRole('alert').filter({ hasText: 'too large' }).count(), 0);
  });

  it('leaves what nobody waits for any more, and asks for it again when it is wanted', async () => {
    const { host, reviews } = await show();
    const { page } = host;
    let release = (): void => undefined;
    reviews.held = new Promise<void>((resolve) => (release = resolve));
    await page.getByRole('button', { name: rounded }).tap();
    await page.getByText('Loading the lines…').waitFor();
    await page.getByRole('button', { name: 'Back to the Files' }).tap();
    await eventually(() => assert.equal(reviews.left.length, 2));
    reviews.held = undefined;
    release();
    await page.getByRole('button', { name: rounded }).tap();
    await lines(host).first().waitFor();
  });

  it('keeps what was read without a connection', async () => {
    const { host, reviews } = await show();
    const { page } = host;
    await page.getByRole('button', { name: rounded }).tap();
    await lines(host).first().waitFor();
    reviews.held = new Promise(() => undefined);
    await setPhone(page, { phase: 'offline' });
    await page.getByRole('button', { name: 'Back to the Files' }).tap();
    await page.getByRole('button', { name: 'Back to the Session' }).tap();
    await page.locator('[data-action="reviewChanges"]').tap();
    await page.getByRole('button', { name: rounded }).tap();
    await lines(host).first().waitFor();
    await page.getByRole('button', { name: 'Next File' }).tap();
    await page.getByText('Not connected. It is loaded as soon as').waitFor();
  });

  it('marks all that was shown as reviewed, and takes that back', async () => {
    const seen = '2026-03-02T09:40:00.000Z';
    const { host } = await show({}, { all: aReview({ changedAt: seen }) });
    const { page } = host;
    await page.getByRole('button', { name: 'Mark as Reviewed' }).tap();
    const mark = { type: 'act', name: 'markReviewed' } as const;
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), {
        ...mark,
        request: { sessionId: 'one', reviewed: true, seen },
      }),
    );
    await host.update([{ ...session, reviewed: '2026-03-02T09:41:00Z' }]);
    await page.getByRole('button', { name: 'Mark as Not Reviewed' }).tap();
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), {
        ...mark,
        request: { sessionId: 'one', reviewed: false, seen },
      }),
    );
  });

  it('may be read by a phone that only watches, and marked by none', async () => {
    const { host } = await show({ phone: { device: { ...aDevice, scope: 'watch' } } });
    await host.page.getByRole('button', { name: rounded }).waitFor();
    assert.equal(await host.page.getByRole('button', { name: /Mark as/u }).count(), 0);
  });

  it('offers nothing where a session changed nothing', async () => {
    const { changes: _changes, ...unchanged } = session;
    const { page } = await open({ sessions: [unchanged] });
    await openCard(page);
    await page.getByRole('main', { name: 'Session' }).waitFor();
    assert.equal(await page.locator('[data-action="reviewChanges"]').count(), 0);
  });

  it('lists 1,000 files, and draws of a file of 20,000 lines only what is in sight', async () => {
    const files = Array.from({ length: 1_000 }, (_, at) => aReviewFile(`src/part${at}.ts`));
    const before = Array.from({ length: 20_000 }, (_, at) => `line ${at}`).join('\n');
    const after = before.replace('line 15000\n', 'another line\n');
    const { host } = await show(
      { realTime: true },
      { all: aReview({ files, more: 12 }) },
      { 'src/part0.ts': { before, after } },
    );
    await host.page.getByText('12 more files are not listed').waitFor();
    await host.page.locator('.review-file').first().click();
    await host.page.getByText('another line').waitFor();
    assert.ok((await lines(host).count()) < 20);
  });

  for (const width of phoneWidths) {
    for (const scheme of ['light', 'dark'] as const) {
      it(`fits ${width} pixels without a barrier, ${scheme}`, async () => {
        const { host } = await show({ width, scheme });
        const { page } = host;
        await page.getByRole('button', { name: rounded }).waitFor();
        const look = async (name: string): Promise<void> => {
          if (pictures !== undefined)
            await takePicture(page, `${pictures}/${name}-${scheme}-${width}.png`);
          assert.deepEqual(await page.evaluate(beyondEdge), []);
          assert.deepEqual(await targetsBelow(page, 44), []);
          assert.deepEqual(await violations(page), []);
        };
        await page.clock.resume(); // The audit uses timers.
        await look('review');
        await page.getByRole('button', { name: rounded }).tap();
        await lines(host).first().waitFor();
        await look('review-file');
      });
    }
  }

  it('fits in German, and in the system’s own colours', async () => {
    const { host } = await show({ width: 320, language: 'de', forcedColors: true });
    const { page } = host;
    await page.getByRole('button', { name: 'Als geprüft markieren' }).waitFor();
    if (pictures !== undefined) await takePicture(page, `${pictures}/review-de.png`);
    assert.deepEqual(await page.evaluate(beyondEdge), []);
    await page.getByRole('button', { name: rounded }).tap();
    await lines(host).first().waitFor();
    if (pictures !== undefined) await takePicture(page, `${pictures}/review-file-de.png`);
    assert.deepEqual(await page.evaluate(beyondEdge), []);
    assert.deepEqual(await targetsBelow(page, 44), []);
  });
});

async function openCard(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#session=one';
  });
}

/** Elements that exceed the width of the screen. */
function beyondEdge(): readonly string[] {
  return [document.documentElement, ...document.querySelectorAll('.screen, .card-bar')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.tagName} ${one.className}`);
}
