import assert from 'node:assert/strict';
import { believableTranscript } from '../../support/transcript/believableTranscript';
import { chooseMore } from '../../support/chooseMore';
import { readerSuite } from '../../support/page/pageSuite';
import { until } from '../../support/until';

describe('The tools above a transcript', function () {
  this.timeout(60_000);
  const open = readerSuite();
  const { lines } = believableTranscript();

  it('are a few with names and tooltips, and a menu of the others', async () => {
    const { page, asked } = await open(lines, { width: 400 });
    const tools = page.getByRole('toolbar').getByRole('button');
    for (const tool of await tools.all()) {
      assert.ok((await tool.getAttribute('title')) !== null, await tool.innerHTML());
    }
    assert.ok((await tools.count()) <= 5);
    const tops = await tools.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    assert.equal(new Set(tops).size, 1, 'in one row');
    await chooseMore(page, 'Show on Board');
    await chooseMore(page, 'Open Raw Transcript File');
    await chooseMore(page, 'Open as Text');
    await chooseMore(page, 'Keep This Tab');
    await page.getByRole('menuitemcheckbox', { name: 'Keep This Tab', checked: true }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('button:focus').getAttribute('aria-label'), 'More Actions');
    await until(
      () => asked,
      (now) =>
        assert.deepEqual(now, [
          { type: 'showInBoard' },
          { type: 'openRaw' },
          { type: 'openAsText' },
          { type: 'keep', kept: true },
        ]),
    );
  });

  it('are told with all keys by a question mark, which is text in a field', async () => {
    const { page } = await open(lines);
    const help = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
    await page.keyboard.press('?');
    await help.getByText('Previous Error').waitFor();
    await help.getByText('Allow · Answer the Question or Plan · Send Prompt…').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await chooseMore(page, 'Keyboard Shortcuts');
    await help.getByRole('button', { name: 'Close' }).click();
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('?');
    assert.equal(await page.getByRole('textbox').inputValue(), '?');
    await page.keyboard.press('Escape');
    // A fast typist presses the next key before anything is painted.
    const focused = await page.evaluate(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      return document.activeElement?.classList[0];
    });
    assert.equal(focused, 'find-input');
    assert.equal(await help.count(), 0);
  });
});
