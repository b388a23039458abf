import assert from 'node:assert/strict';
import { believableTranscript } from '../../support/transcript/believableTranscript';
import { eventually } from '../../support/page/eventually';
import { readerSuite } from '../../support/page/pageSuite';
import { until } from '../../support/until';

describe('A transcript whose host is silent', function () {
  this.timeout(60_000);
  const open = readerSuite();

  it('says so, claims no state, copies and opens nothing, and goes on with the next word', async () => {
    const { page, asked } = await open(believableTranscript().lines, { height: 4_000 });
    const silence = (isSilent: boolean) =>
      page.evaluate((silent) => {
        Object.assign(globalThis, { hostIsSilent: silent });
      }, isSilent);
    const lost = page.locator('.head-state', { hasText: 'Not connected…' });
    const terminal = page.getByRole('button', { name: 'Go to Terminal' });
    const output = page.locator('output');
    await terminal.click();
    await page.getByRole('article', { name: 'You' }).first().focus();
    await silence(true);
    await lost.waitFor();
    assert.equal(await lost.getAttribute('title'), 'Not connected: the extension does not answer.');
    assert.equal(await page.locator('.head-state').count(), 1);
    assert.ok(await terminal.isDisabled());
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'Open Subagent’s Transcript' }).click();
    await eventually(async () => {
      assert.equal(await output.innerText(), 'Not connected: the extension does not answer.');
    });
    await silence(false);
    await lost.waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await eventually(async () => assert.match(await output.innerText(), /Copied$/));
    await page.getByRole('button', { name: 'Open Subagent’s Transcript' }).click();
    await until(
      () => asked.map(({ type }) => type),
      (types) => assert.deepEqual(types, ['goToTerminal', 'copy', 'openSubagent']),
    );
  });
});
