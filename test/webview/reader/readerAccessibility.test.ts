import assert from 'node:assert/strict';
import { believableTranscript } from '../../support/transcript/believableTranscript';
import { violationsInThemes } from '../../support/page/axe';
import { readerSuite } from '../../support/page/pageSuite';
import { until } from '../../support/until';

describe('the accessibility audit of a transcript', function () {
  this.timeout(60_000);
  const open = readerSuite();

  it('finds nothing, opened and folded, in any theme', async () => {
    const host = await open(believableTranscript().lines, { height: 3_000 });
    const { page } = host;
    assert.deepEqual(await violationsInThemes(page), []);
    await host.openAll();
    assert.deepEqual(await violationsInThemes(page), []);
  });

  it('finds nothing while something is looked for, in any theme', async () => {
    const { page } = await open(believableTranscript().lines);
    await page.keyboard.press('/');
    await page.getByRole('textbox').fill('order');
    await page.getByText(/ of \d+/).waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
  });

  it('finds nothing in the menu, in any theme', async () => {
    const { page } = await open(believableTranscript().lines, { width: 380 });
    await page.getByRole('button', { name: 'More Actions' }).press('Enter');
    await page.getByRole('menu', { name: 'More Actions' }).waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
  });

  it('finds nothing in the list of keys, in any theme', async () => {
    const { page } = await open(believableTranscript().lines, { width: 380 });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
  });

  it('can be read and worked by keyboard alone', async () => {
    const { page, asked } = await open(believableTranscript().lines);
    await page.keyboard.press('Home');
    await page.getByText('Session start').waitFor();
    const focused = page.locator('article:focus');
    const name = () => focused.getAttribute('aria-label');
    for (const wanted of ['You', 'Thinking']) {
      await page.keyboard.press('j');
      await until(name, (now) => assert.equal(now, wanted));
    }
    const outline = await page
      .locator('article:focus > .row-body')
      .evaluate((body) => getComputedStyle(body).outlineStyle);
    assert.equal(outline, 'solid');
    await page.keyboard.press('Enter');
    await page.locator('article:focus .fold-body').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('article:focus .fold-body').waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await until(
      () => asked.at(-1)?.type,
      (type) => assert.equal(type, 'copy'),
    );
    await page.keyboard.press('End');
    await page.keyboard.press('e');
    await page.locator('article:focus').filter({ hasText: 'Failed' }).waitFor();
  });
});
