import * as assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { EditorFixture } from '../support/editor/fixture';
import { remembered } from '../support/editor/window/remembered';
import { until } from '../support/until';
import { markList } from './board/marks';
import type { PastSessions } from './pastSessionsScene';
import { chooseView } from '../support/page/chooseView';

/**
 * A window with a transcript and a board in list layout, whose sessions have marks, is reloaded
 * once for all tests.
 */
export function keptOverReload(started: EditorFixture, { say }: PastSessions): void {
  describe('A window that was reloaded', function () {
    this.timeout(180_000);

    const board = (): Promise<Frame> => started.workbench.webview('main[aria-label="Sessions"]');
    const isList = (): Promise<unknown> =>
      until(
        async () => (await board()).getByRole('main').getAttribute('data-layout'),
        (layout) => assert.equal(layout, 'list'),
        60_000,
      );

    before('open a board and a transcript, and reload the window', async () => {
      const { workbench } = started;
      await workbench.closeEditors();
      await workbench.showContainer('Mission Control');
      const tree = workbench.tree('Sessions');
      if (!(await tree.outline()).includes('My own list')) await markList(started);
      await workbench.runCommand('Mission Control: Open Board');
      await chooseView(await board(), 'List');
      await isList();
      await tree.unfold(/^Done/, /^please, .*Session closed/);
      await tree.row(/^please, .*Session closed/).click();
      await workbench.transcript(/Took 4s/);
      await until(
        () => workbench.page.evaluate(remembered, 'missionControl.transcript'),
        (isRemembered) => assert.ok(isRemembered),
      );
      await workbench.reload();
    });

    it('shows the transcript that was in front, which follows on', async () => {
      const { workbench } = started;
      await workbench.transcript(/Took 4s/, 40_000);
      await say('And after the reload');
      await workbench.transcript(/And after the reload/);
      assert.match(await workbench.activeTab(), /^please/);
    });

    it('has the name, the pin and the tag of a session, on the board and in the tree', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Open Board');
      await until(
        async () =>
          (await board())
            .locator('.card')
            .filter({ hasText: 'My own list' })
            .first()
            .innerText({ timeout: 1_000 }),
        (text) => assert.match(text, /Pinned[^]*My own list[^]*urgent/),
        60_000,
      );
      await workbench.showContainer('Mission Control');
      await until(
        async () => workbench.page.locator('.part.sidebar').innerText(),
        (text) => assert.match(text.replaceAll('\u00a0', ' '), /My own list[^]*pinned.*urgent/),
      );
    });

    it('keeps the layout of its board, also when that is closed and opened', async () => {
      const { workbench } = started;
      await isList();
      await workbench.closeEditors();
      await workbench.runCommand('Mission Control: Open Board');
      await isList();
    });
  });
}
