import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import * as path from 'node:path';
import type { EditorFixture } from '../../support/editor/fixture';
import { projectRoot } from '../../support/editor/paths';
import type { PastSessions } from '../pastSessionsScene';

const recorded = path.join(projectRoot, 'test/fixtures/recordings-codex/approval');
const title = /^Title allow/;

/** Fills the folder of Codex, which was empty when the editor started. */
export function showsCodexSessions(started: EditorFixture, past: PastSessions): void {
  describe('A session of Codex in the editor', function () {
    this.timeout(180_000);

    before('let Codex leave a session', async () => {
      const { workbench } = started;
      await workbench.closeEditors();
      await workbench.showContainer('Mission Control');
      await cp(recorded, past.codexHome, { recursive: true });
    });

    it('is announced, and is in the tree', async () => {
      const { workbench } = started;
      const notice = workbench.notifications.toast('Sessions of Codex are on the board, too.');
      await notice.waitFor();
      await workbench.notifications.clear();
      await workbench.tree('Sessions').unfold(/^Done/, title);
    });

    it('has a transcript that says what it did', async () => {
      const { workbench } = started;
      await workbench.tree('Sessions').row(title).click();
      const page = await workbench.transcript(/\[\[inside\]\] do it[^]*Patched inside\./);
      // A screen reader names who says it.
      await page.getByRole('article', { name: 'Codex', exact: true }).last().waitFor();
      assert.equal(await page.getByRole('article', { name: 'Claude' }).count(), 0);
    });

    it('has a card with the name of its program', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Open Board');
      const board = await workbench.webview('html[data-place="panel"] article');
      const card = board.getByRole('article', { name: title });
      await card.getByText('Codex', { exact: true }).waitFor({ state: 'attached' });
    });

    it('is not announced again after a reload', async () => {
      const { workbench } = started;
      await workbench.closeEditors();
      await workbench.reload();
      await workbench.showContainer('Mission Control');
      await workbench.tree('Sessions').row(/^Done/).waitFor();
      await workbench.tree('Sessions').unfold(/^Done/, title);
      assert.deepEqual(await workbench.notifications.all(), []);
    });
  });
}
