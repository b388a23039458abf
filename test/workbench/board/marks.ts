import * as assert from 'node:assert/strict';
import type { EditorFixture } from '../../support/editor/fixture';
import { chooseOnCard } from '../../support/editor/window/cardMenu';
import { QuickPick } from '../../support/editor/window/quickPick';
import { chooseInMenu } from '../../support/page/chooseInMenu';
import { until } from '../../support/until';

export function marks(started: EditorFixture): void {
  describe('what a person sets on sessions', function () {
    this.timeout(180_000);
    before('close what is open', () => started.workbench.closeEditors());

    const board = () => started.workbench.webview('main[aria-label="Sessions"]');

    it('is set by menu and command', () => markList(started));

    it('is set on the session whose transcript is in front, where a command names none', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Open Board');
      const page = await board();
      const fence = page.locator('.card').filter({ hasText: 'Paint the fence' });
      await fence.locator('[data-action="open"]').dblclick();
      await workbench.transcript(/Paint the fence/);
      await workbench.runCommand('Mission Control: Rename Session…');
      await workbench.page.getByText('A name of your own').waitFor();
      const list = new QuickPick(workbench.page);
      await list.type('The fence');
      await list.input.press('Enter');
      await until(
        () => workbench.activeTab(),
        (tab) => assert.match(tab, /^The fence/),
      );
    });
  });
}

/** Pins, tags and renames the session `Sort the list`. */
export async function markList({ workbench }: EditorFixture): Promise<void> {
  await workbench.showContainer('Mission Control');
  await workbench.runCommand('Mission Control: Open Board');
  const page = await workbench.webview('main[aria-label="Sessions"]');
  const sort = () => page.locator('.card').filter({ hasText: 'Sort the list' });
  await chooseOnCard(page, sort(), 'Pin Session');
  await page.locator('.card', { has: page.locator('.pin-mark') }).waitFor();

  await sort().click({ button: 'right', position: { x: 60, y: 8 } });
  await chooseInMenu(page, 'Set Tag…');
  const list = new QuickPick(workbench.page);
  await list.type('urgent');
  await list.row('Tag in Purple').click();
  await page.locator('.tag[data-tag="purple"]').waitFor();

  // The board may get the focus a moment later, which closes the list or the box for the name.
  await until(
    async () => {
      await workbench.runCommand('Mission Control: Rename Session…');
      await list.row('Sort the list').click({ timeout: 5_000 });
      await workbench.page.getByText('A name of your own').waitFor({ timeout: 5_000 });
      await list.input.fill('x'.repeat(81), { timeout: 5_000 });
    },
    () => undefined,
  );
  await workbench.page.getByText('A name has at most 80 characters.').waitFor();
  await list.type('My own list');
  await list.input.press('Enter');
  const named = () => page.locator('.card').filter({ hasText: 'My own list' });
  await named().waitFor();
  const isPinned = page.locator('.card', { has: page.locator('.pin-mark') });
  for (const state of ['detached', 'visible'] as const) {
    await until(
      async () => {
        await workbench.runCommand('Mission Control: Pin or Unpin Session');
        await list.row('My own list').click({ timeout: 5_000 });
      },
      () => undefined,
    );
    await isPinned.waitFor({ state });
  }
}
