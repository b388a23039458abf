import assert from 'node:assert/strict';
import type { FromPage } from '../../../src/shared/messages/pageMessages';
import { violations } from '../../support/page/axe';
import { takePicture } from '../../support/page/unpainted';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { aReview, FakeReviews } from '../../support/page/phone/fakeReviews';
import { aDevice, phoneSuite, type PhoneViewOptions } from '../../support/page/phone/phoneView';
import { targetsBelow } from '../../support/page/phone/targets';
import { aSession } from '../../support/sessionBuilder';

const pictures = process.env['PICTURES_OF_TESTS'];
const session = aSession({
  sessionId: 'one',
  title: 'Round invoice lines half to even',
  pid: 4711,
  changes: { files: 6, edits: 9 },
  prompting: { way: 'terminal', prompts: [] },
});

type Change = Extract<FromPage, { readonly type: 'changePrompts' }>;

describe('Comments on a review on a phone', function () {
  this.timeout(60_000);
  const open = phoneSuite();

  async function show(options: PhoneViewOptions = {}): Promise<FakeHost> {
    const host = await open({ sessions: [session], ...options });
    const { page } = host;
    await FakeReviews.on(page, { all: aReview(), turn: aReview({ scope: 'turn' }) });
    await page.evaluate(() => {
      location.hash = '#review=one';
    });
    await page.getByRole('button', { name: /roundLines\.ts/u }).tap();
    await page.locator('.review-line').first().waitFor();
    await page.clock.runFor(1_000);
    return host;
  }
  const prompts = (host: FakeHost): readonly Change[] =>
    host.received.filter((one): one is Change => one.type === 'changePrompts');

  it('are written on touched lines, and go as one prompt', async () => {
    const host = await show();
    const { page } = host;
    await page.getByText('roundHalfEven(amount, 2)').tap();
    const sheet = page.getByRole('dialog', { name: 'Comment' });
    await sheet.getByText('Line 36', { exact: true }).waitFor();
    await sheet.getByRole('textbox').fill('Why two digits?');
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await page.locator('.review-note').getByText('Why two digits?').waitFor();
    await page.locator('.review-line[data-sign="-"]').first().tap();
    await sheet.getByText('Line 6, as it was').waitFor();
    await sheet.getByRole('textbox').fill('Keep this one.');
    await sheet.getByRole('button', { name: 'Done' }).tap();
    assert.deepEqual(prompts(host), []);
    await page.getByRole('button', { name: '2 comments' }).tap();
    await page.getByRole('button', { name: 'Send as Prompt' }).tap();
    await eventually(() => assert.equal(prompts(host).length, 1));
    const [{ sessionId, change } = { sessionId: '', change: undefined }] = prompts(host);
    assert.equal(sessionId, 'one');
    const text = change !== undefined && 'text' in change ? change.text : '';
    assert.match(
      text,
      /roundLines\.ts, line 36:\n> {3}return roundHalfEven\(amount, 2\);\n\nWhy two digits\?/u,
    );
    assert.match(
      text,
      /line 6 \(as it was before your changes\):\n> const rate3 = 3 \/ 100;\n\nKeep this one\./u,
    );
    await page.getByRole('button', { name: 'Send as Prompt' }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.comment-entry').count(), 0);
  });

  it('move with the line that is chosen, and can be begun without a touch on a line', async () => {
    const { page } = await show();
    await page.getByRole('button', { name: 'Comment on a Line…' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Comment' });
    await sheet.getByText('Line 6, as it was').waitFor();
    await sheet.getByRole('textbox').fill('This rate is wrong.');
    await sheet.getByRole('button', { name: 'One Line Down' }).tap();
    await sheet.getByText('Line 6', { exact: true }).waitFor();
    assert.equal(await sheet.getByRole('textbox').inputValue(), 'This rate is wrong.');
    await sheet.getByRole('button', { name: 'Close' }).tap();
    assert.equal(await page.locator('.review-note').count(), 1);
    await page.locator('.review-note').tap();
    await sheet.getByRole('button', { name: 'Remove' }).tap();
    await eventually(async () => assert.equal(await page.locator('.review-note').count(), 0));
  });

  it('on what was before stand in their own review alone, and lead back to it', async () => {
    const { page } = await show();
    await page.locator('.review-line[data-sign="-"]').first().tap();
    await page.getByRole('textbox').fill('Keep this one.');
    await page.getByRole('button', { name: 'Done' }).tap();
    await page.getByRole('button', { name: 'One comment' }).tap();
    await page.getByRole('button', { name: 'Last Turn' }).tap();
    await page.getByRole('button', { name: /roundLines\.ts Changed/u }).tap();
    await page.locator('.review-line').first().waitFor();
    assert.equal(await page.locator('.review-note').count(), 0);
    await page.getByRole('button', { name: 'One comment' }).tap();
    await page.locator('.comment-entry').tap();
    await page.locator('.review-note').getByText('Keep this one.').waitFor();
    await page.getByRole('button', { name: 'One comment' }).tap();
    await page.getByRole('button', { name: 'All', exact: true, pressed: true }).waitFor();
  });

  it('stay on the phone until they are sent, also over a reload', async () => {
    const host = await show();
    const { page } = host;
    await page.getByText('roundHalfEven(amount, 2)').tap();
    await page.getByRole('textbox').fill('Why two digits?');
    await page.getByRole('button', { name: 'Done' }).tap();
    await page.evaluate(() => {
      location.hash = '#session=one';
    });
    await page.getByRole('main', { name: 'Session' }).waitFor();
    await page.reload();
    await page.evaluate(() => {
      location.hash = '#review=one';
    });
    await page.locator('.comment-entry').getByText('Why two digits?').waitFor();
    assert.deepEqual(prompts(host), []);
  });

  it('wait where the session takes no prompt', async () => {
    const host = await show();
    const { page } = host;
    await page.getByText('roundHalfEven(amount, 2)').tap();
    await page.getByRole('textbox').fill('Why two digits?');
    await page.getByRole('button', { name: 'Done' }).tap();
    const { pid: _pid, prompting: _prompting, ...ended } = session;
    await host.update([ended]);
    await page.getByRole('button', { name: 'One comment' }).tap();
    await page.getByText('The comments are kept on this phone.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send as Prompt' }).count(), 0);
  });

  it('are written by no phone that only watches', async () => {
    const { page } = await show({ phone: { device: { ...aDevice, scope: 'watch' } } });
    assert.equal(await page.getByRole('button', { name: 'Comment on a Line…' }).count(), 0);
    await page.getByText('roundHalfEven(amount, 2)').tap();
    await page.clock.runFor(500);
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`fit 320 pixels in German without a barrier, ${scheme}`, async () => {
      const { page } = await show({ width: 320, language: 'de', scheme });
      const look = async (name: string): Promise<void> => {
        if (pictures !== undefined) await takePicture(page, `${pictures}/${name}-${scheme}.png`);
        assert.deepEqual(await targetsBelow(page, 44), []);
        assert.deepEqual(await violations(page), []);
        const wide = await page.evaluate(
          () =>
            [document.documentElement, ...document.querySelectorAll('.screen, .sheet')].filter(
              (one) => one.scrollWidth > one.clientWidth + 1,
            ).length,
        );
        assert.equal(wide, 0);
      };
      await page.clock.resume(); // The audit uses timers.
      await page.getByText('roundHalfEven(amount, 2)').tap();
      await page.getByRole('textbox').fill('Warum zwei Stellen? Der Rest rechnet in ganzen Cent.');
      await look('comment');
      await page.getByRole('button', { name: 'Fertig' }).tap();
      await look('commented');
      await page.getByRole('button', { name: 'Ein Kommentar' }).tap();
      await page.getByRole('button', { name: 'Als Prompt senden' }).waitFor();
      await look('comments');
    });
  }
});
