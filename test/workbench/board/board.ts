import * as assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { EditorFixture } from '../../support/editor/fixture';
import { until } from '../../support/until';
import { chooseView } from '../../support/page/chooseView';

export function board(started: EditorFixture): void {
  describe('the board in the editor', function () {
    this.timeout(120_000);
    before('close what is open', () => started.workbench.closeEditors());

    const page = (place: string): Promise<Frame> =>
      started.workbench.webview(`html[data-place="${place}"] article`);
    const laidOut = (place: string, layout: string) =>
      until(
        async () => (await page(place)).getByRole('main').getAttribute('data-layout'),
        (now) => assert.equal(now, layout),
      );

    it('is a view beside the tree for who wants it, with an arrangement of its own', async () => {
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      await workbench.runCommand('Mission Control: Open Board');
      await chooseView(await page('panel'), 'List');
      await laidOut('panel', 'list');
      assert.equal(await workbench.page.locator('.part.sidebar iframe.webview').count(), 0);
      await workbench.runCommand('Mission Control: Show Board in Side Bar');
      const board = await page('side');
      await laidOut('side', 'list');
      await chooseView(board, 'Grid');
      await laidOut('side', 'grid');
      await laidOut('panel', 'list');
      await board.getByRole('button', { name: 'Build the checkout page' }).click();
      const pane = board.getByRole('main', { name: 'Session', exact: true });
      await pane.getByRole('button', { name: 'Open Transcript' }).click();
      await until(
        () => workbench.activeTab(),
        (tab) => assert.match(tab, /Build the checkout page/),
      );
    });
  });
}
