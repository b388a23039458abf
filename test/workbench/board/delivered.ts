import * as assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { Locator } from 'playwright-core';
import type { EditorFixture } from '../../support/editor/fixture';
import { openFindSession, QuickPick } from '../../support/editor/window/quickPick';
import { pullAddress } from '../../support/hub/deliveredWork';
import { until } from '../../support/until';
import type { DeliveredWork } from './outcomesScene';

export function delivered(started: EditorFixture, work: DeliveredWork): void {
  describe('what sessions delivered', function () {
    this.timeout(120_000);
    before('close what is open', () => started.workbench.closeEditors());

    const board = () => started.workbench.webview('main[aria-label="Sessions"]');
    const card = async (title: string): Promise<Locator> =>
      (await board()).getByRole('article', { name: title });
    const outcomeOf = async (title: string): Promise<readonly string[]> =>
      (await card(title))
        .getByRole('list', { name: 'Outcome' })
        .getByRole('listitem')
        .allInnerTexts();
    const hasOutcome = (title: string, ...expected: readonly string[]): Promise<unknown> =>
      until(
        () => outcomeOf(title),
        (badges) => assert.deepEqual(badges, expected),
      );
    const waitForText = (title: string, words: RegExp): Promise<string> =>
      until(
        async () => (await card(title)).innerText({ timeout: 1_000 }),
        (text) => assert.match(text, words),
      );
    const outline = (assertion: (text: string) => void): Promise<string> =>
      until(() => started.workbench.tree('Sessions').outline(), assertion);
    /** Text of the editor's dialog before it opens a URL in a browser. */
    const asked = async (): Promise<string> => {
      const { modal } = started.workbench;
      const { message, detail } = await modal.read();
      await modal.answer('Cancel');
      return `${message}\n${detail}`;
    };

    it('is on cards and in the tree, in words and in badges', async () => {
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      await workbench.runCommand('Mission Control: Open Board');
      await waitForText('Open the shop', /Opened PR #41/);
      await hasOutcome('Open the shop', '#41');
      await waitForText('Sort the list', /Opened PR #8/);
      await hasOutcome('Sort the list', '3 fail', '#8', '#7');
      await hasOutcome('Count the stock');
      await outline((text) => assert.match(text, /Open the shop, Opened PR #41, .*#41/));
      const shown = await workbench.tree('Sessions').row('Open the shop').innerText();
      assert.match(shown.replaceAll('\u00a0', ' '), /Open the shop.*Opened PR #41/s);
    });

    it('leads to exactly the address of a pull request, by its badge', async () => {
      await (await card('Sort the list')).getByRole('link', { name: '#7' }).click();
      assert.match(
        await asked(),
        new RegExp(`open the external website[^]*${pullAddress(7)}(?!\\d)`),
      );
    });

    it('leads there by a command, which asks which one where there are several', async () => {
      const { workbench } = started;
      const tree = workbench.tree('Sessions');
      await tree.choose('Open the shop', 'Open Pull Request');
      assert.match(await asked(), new RegExp(`${pullAddress(41)}(?!\\d)`));
      await tree.choose('Sort the list', 'Open Pull Request');
      const pick = new QuickPick(workbench.page);
      await pick.row('PR #8').waitFor();
      assert.match((await pick.rows()).join('\n'), /^PR #8.*dev\/proj[^]*\nPR #7/);
      await pick.row('PR #7').click();
      assert.match(await asked(), new RegExp(`${pullAddress(7)}(?!\\d)`));
      await tree.openMenu('Count the stock');
      assert.ok(!(await tree.openSubmenu('Review')).includes('Open Pull Request'));
      await tree.closeMenu();
    });

    it('is what the filters of the board and of the tree know', async () => {
      const { workbench } = started;
      const page = await board();
      const box = page.getByRole('combobox', { name: 'Filter sessions' });
      const titles = (...expected: readonly string[]) =>
        until(
          () => page.getByRole('article').evaluateAll((all) => all.map((one) => one.textContent)),
          (shown) => {
            assert.equal(shown.length, expected.length);
            for (const [index, title] of expected.entries())
              assert.match(shown[index] ?? '', new RegExp(title));
          },
        );
      await box.pressSequentially('pr:41 ');
      await titles('Open the shop');
      await page.getByRole('button', { name: 'Clear Filter' }).click();
      await box.pressSequentially('tests:failing ');
      await titles('Sort the list');
      await page.getByRole('button', { name: 'Clear Filter' }).click();
      const input = workbench.page.getByPlaceholder(/project:name/);
      for (const [filter, shown, hidden] of [
        ['pr:41', /Open the shop/, /Sort the list|Count the stock/],
        ['tests:failing', /Sort the list/, /Open the shop|Count the stock/],
      ] as const) {
        await workbench.runCommand('Mission Control: Filter Sessions…');
        await input.fill(filter);
        await outline((text) => {
          assert.match(text, shown);
          assert.doesNotMatch(text, hidden);
        });
        await input.press('Escape');
      }
    });

    it('finds sessions', async () => {
      const pick = await openFindSession(started.workbench, 'pr:7');
      await until(
        () => pick.rows(),
        (rows) => {
          assert.match(rows[0] ?? '', /^Sort the list/);
          assert.doesNotMatch(rows.join('\n'), /Open the shop|Count the stock/);
        },
      );
      await pick.close();
    });

    it('is asked for on the network only where the person wants that', async () => {
      const news = async (): Promise<string> => fs.readFile(path.join(work.root, 'asked'), 'utf8');
      await assert.rejects(news(), 'Nothing was started by itself');
      await started.editor.changeSettings({ 'missionControl.pullRequests': 'gh' });
      await waitForText('Open the shop', /Merged PR #41/);
      assert.match(await news(), new RegExp(`^pr\nview\n${pullAddress(41)}\n`, 'm'));
      await started.editor.changeSettings({ 'missionControl.pullRequests': 'off' });
      await waitForText('Open the shop', /Opened PR #41/);
    });

    it('is said by no layer that the person switched off, for all or for a project', async () => {
      const { workbench } = started;
      await workbench.changeUserSettings({ 'missionControl.layers': [] });
      await waitForText('Open the shop', /^(?![^]*PR #41)[^]*Waiting for your next prompt/);
      await hasOutcome('Open the shop');
      await workbench.changeUserSettings({
        'missionControl.layers': [],
        'missionControl.projectLayers': { '**/shop': ['sdlc'] },
      });
      await waitForText('Open the shop', /Opened PR #41/);
      await outline((text) => assert.match(text, /Open the shop, Opened PR #41/));
    });
  });
}
