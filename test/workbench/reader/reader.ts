import * as assert from 'node:assert/strict';
import { chooseMore } from '../../support/chooseMore';
import type { EditorFixture } from '../../support/editor/fixture';
import { until } from '../../support/until';
import { endedId, type PastSessions } from '../pastSessionsScene';

export function renderedTranscript(started: EditorFixture, { say }: PastSessions): void {
  describe('a rendered transcript in the editor', function () {
    this.timeout(120_000);
    before('close what is open', () => started.workbench.closeEditors());

    it('opens by a click on the row, at its end', async () => {
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      const tree = workbench.tree('Sessions');
      await tree.unfold(/^Done/, /^please, .*Session closed/);
      await tree.row(/^please, .*Session closed/).click();
      const shown = await workbench.transcript(/Took 4s/);
      await shown.getByRole('button', { name: 'Follow', pressed: true }).waitFor();
      assert.match(await workbench.activeTab(), /^please/);
    });

    it('follows while the file grows', async () => {
      await say('One more thing');
      await started.workbench.transcript(/Took 4s[^]*One more thing/);
    });

    it('opens an edit in the editor’s own comparison, of the whole file', async () => {
      const { workbench } = started;
      const shown = await workbench.transcript(/One more thing/);
      const edit = shown.getByRole('article', { name: /^Edit/ });
      await edit.getByRole('button', { name: 'Open Diff in Editor' }).click();
      await until(
        () => workbench.activeTab(),
        (tab) => assert.match(tab, /hello\.txt \(as edited/),
      );
      const modified = workbench.page.locator('.editor.modified .view-line');
      await until(
        () => modified.allInnerTexts(),
        (lines) => assert.deepEqual(lines.slice(0, 2), ['hello', 'there']),
      );
      await workbench.page.locator('.part.editor .tab').filter({ hasText: 'please' }).click();
      // The click on the button may have scrolled, if the transcript is longer than the page.
      const again = await workbench.transcript(/hello\.txt/);
      await again.locator('body').press('End');
      await again.getByRole('button', { name: 'Follow', exact: true, pressed: true }).waitFor();
    });

    /** A text that was open before grows below the visible part. */
    async function endOfText(): Promise<string> {
      await started.workbench.page.keyboard.press('ControlOrMeta+End');
      return started.workbench.visibleEditorText();
    }

    it('leads to the text and to the raw file', async () => {
      const { workbench } = started;
      await workbench.transcript(/One more thing/);
      await workbench.runCommand('Mission Control: Open Transcript as Text');
      await until(
        () => endOfText(),
        (text) => assert.match(text, /> One more thing/),
      );
      await say('And after the text');
      await workbench.page.locator('.part.editor .tab').first().click();
      const again = await workbench.transcript(/And after the text/);
      await chooseMore(again, 'Open as Text');
      await until(
        () => endOfText(),
        (text) => assert.match(text, /> And after the text/),
      );
      await workbench.page.locator('.part.editor .tab').first().click();
      await chooseMore(
        await workbench.transcript(/And after the text/),
        'Open Raw Transcript File',
      );
      await until(
        () => workbench.activeTab(),
        (tab) => assert.match(tab, new RegExp(`^${endedId}\\s*\\.jsonl`)),
      );
    });
  });
}
