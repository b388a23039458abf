import assert from 'node:assert/strict';
import type { BrowserContext, Frame } from 'playwright-core';
import { bash, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { newWindowContext } from '../../support/editor/windowContext';
import { Workbench } from '../../support/editor/window/workbench';
import { openPane } from '../../support/editor/window/whole';
import { until } from '../../support/until';
import { waitUntilRead } from '../../support/page/read';

const waitMs = 60_000;

/**
 * A second browser shares no secrets with the first, so it acts as another editor on the same
 * machine.
 */
export function answersInAnotherEditor(started: ClientFixture): void {
  describe('A request of the real client before another editor', function () {
    this.timeout(180_000);
    let other: BrowserContext;
    let guest: Workbench;

    before('open the other editor', async () => {
      const browser = started.context.browser();
      assert.ok(browser);
      await started.workbench.showContainer('Mission Control');
      other = await newWindowContext(browser);
      guest = await Workbench.open(other, started.editor);
      await guest.showContainer('Mission Control');
      await guest.runCommand('Mission Control: Open Board');
    });
    after(() => other?.close());

    const board = (): Promise<Frame> => guest.webview('html[data-place="panel"] article');

    it('is answered there only once a person has confirmed its code in the first', async () => {
      const { api, session, home, workbench } = started;
      api.add(script('guest', [bash('touch guest'), say('Made.')]));
      await session.turn('[[guest]] it');
      const card = await openPane(await board());
      await card.getByText('This editor can’t answer yet.').waitFor({ timeout: waitMs });
      assert.equal(await card.getByRole('button', { name: 'Allow', exact: true }).count(), 0);
      const page = await board();
      await page.getByRole('button', { name: 'Ask to Be Accepted…' }).click();
      const text = await guest.notifications.toast(/type it in a window/).innerText();
      const [, code] = /^\s*Code (\w{5}-\w{5}): /u.exec(text) ?? [];
      assert.ok(code, `The code is not in front, where no toast cuts it: ${text}`);
      await page.getByText(code, { exact: true }).waitFor({ timeout: waitMs });
      await workbench.notifications.answer(/wants to answer your sessions/, 'Enter Its Code…');
      const box = workbench.page.locator('.quick-input-widget input');
      await box.press('Enter');
      await box.fill('AAAAA-AAAAA');
      await box.press('Enter');
      await workbench.page.getByText('This isn’t the code that it shows.').first().waitFor();
      assert.equal(session.state, 'permission');
      assert.equal(await card.getByRole('button', { name: 'Allow', exact: true }).count(), 0);
      await box.fill(code.toLowerCase());
      await box.press('Enter');
      const allow = card.getByRole('button', { name: 'Allow', exact: true });
      await allow.waitFor({ timeout: waitMs });
      await waitUntilRead(allow);
      await allow.click();
      await session.waitFor('prompt', waitMs);
      await until(
        () => home.hasFile('guest'),
        (isThere) => assert.ok(isThere),
      );
    });
  });
}
