import assert from 'node:assert/strict';
import * as path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { bash, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { commandSettings, type StageInEditor } from '../../support/editor/stageInEditor';
import { QuickPick } from '../../support/editor/window/quickPick';
import { chooseOnCard } from '../../support/editor/window/cardMenu';
import { openPane } from '../../support/editor/window/whole';
import { until } from '../../support/until';

const waitMs = 60_000;

/** Needs an editor whose clients have no hooks. */
export function startsSessionsFromTheBoard(started: StageInEditor): void {
  describe('A session that is started from the board, without a terminal', function () {
    this.timeout(240_000);

    before('show the side bar', async () => {
      const { workbench, editor } = started;
      await editor.changeSettings(commandSettings(started));
      await workbench.runCommand('View: Close All Editors');
      await workbench.showContainer('Mission Control');
    });

    after('leave no session', () => started.endSessions());

    const whole = (board: Frame): Promise<Locator> => openPane(board, /\[\[begin\]\]/);
    const board = (): Promise<Frame> =>
      started.workbench.webview('main[aria-label="Sessions"]', waitMs);
    const isAsked = (marker: string, times: number): Promise<unknown> =>
      until(
        () => started.api.turns(marker).length,
        (count) => assert.equal(count, times),
        waitMs,
      );

    it('is begun with the button of the board, and asks on its card', async () => {
      const { workbench } = started;
      started.api.add(script('begin', [bash('touch begun'), say('It is made.')]));
      await workbench.page.getByRole('button', { name: 'Open Board' }).first().click();
      const page = await board();
      await page.getByRole('button', { name: 'New Session…' }).click();
      const pick = new QuickPick(workbench.page);
      // Uses the keyboard, since a pointer may hit another row while the list is still being laid
      // out.
      const folder = pick.widget.locator('.monaco-list-row.focused');
      await folder.filter({ hasText: path.basename(started.home.project) }).waitFor();
      await pick.accept();
      await pick.row('In the folder').click();
      await pick.row('Ask first').click();
      await pick.widget.getByPlaceholder('Prompt').waitFor();
      await pick.type('[[begin]] the work');
      await pick.accept();
      const takeOver = (await whole(page)).getByRole('button', { name: 'Take Over in Terminal' });
      await takeOver.first().waitFor({ timeout: waitMs });
    });

    it('outlives the window, and is answered in the next one', async () => {
      await started.workbench.reload();
      await started.workbench.runCommand('Mission Control: Open Board');
      const page = await board();
      const allow = (await whole(page)).getByRole('button', { name: 'Allow', exact: true });
      await allow.waitFor({ timeout: waitMs });
      // A request that has just become visible does not accept an answer yet.
      await until(
        async () => {
          if (await allow.isVisible()) await allow.click({ timeout: 1_000 }).catch(() => undefined);
          return started.home.hasFile('begun');
        },
        (isMade) => assert.ok(isMade),
        waitMs,
      );
      await isAsked('begin', 2);
    });

    it('takes its next prompt on its card', async () => {
      started.api.add(script('next', [say('The zeppelin flies.')]));
      const page = await board();
      const shown = await whole(page);
      const box = shown.getByRole('textbox', { name: 'Next prompt' });
      await box.waitFor({ timeout: waitMs });
      await box.fill('[[next]] go');
      await box.press('Enter');
      await isAsked('next', 1);
      const read = shown.getByText(/^Delivered \d+:\d+/);
      await read.waitFor({ timeout: waitMs });
    });

    it('is followed by a new session that its follow-up starts', async () => {
      started.api.add(script('second', [say('The balloon rises.')]));
      started.api.add(script('third', [say('The airship follows.')]));
      const page = await board();
      const shown = await whole(page);
      await shown.getByRole('textbox', { name: 'Next prompt' }).fill('[[third]] go');
      await shown.locator('[data-action="followUp"]').click();
      const choice = (name: string) => shown.getByRole('combobox', { name, exact: true });
      await choice('When').selectOption({ label: 'Finished' });
      await choice('Send to').selectOption({ label: 'A new session' });
      await shown.getByText(/^Starts a new session in .* has finished\./).waitFor();
      await shown.getByRole('button', { name: 'Queue', exact: true }).click();
      await shown
        .getByRole('listitem')
        .getByText(/^Starts a new session in/)
        .waitFor();
      await shown.getByRole('textbox', { name: 'Next prompt' }).fill('[[second]] go');
      await shown.getByRole('textbox', { name: 'Next prompt' }).press('Enter');
      await isAsked('third', 1);
      await shown.getByText(/^Started a new session/).waitFor({ timeout: waitMs });
      assert.equal(started.api.turns('third').length, 1);
    });

    it('goes on in a terminal that takes it over', async () => {
      const { workbench } = started;
      const page = await board();
      const shown = await whole(page);
      const rests = shown.getByText(/Waiting for your next prompt/);
      await rests.first().waitFor({ timeout: waitMs });
      await chooseOnCard(page, shown, 'Take Over in Terminal');
      await workbench.terminal.reads('The balloon rises', waitMs);
    });
  });
}
