import * as assert from 'node:assert/strict';
import type { EditorFixture } from '../../support/editor/fixture';
import { until } from '../../support/until';
import { endedId } from '../pastSessionsScene';

export function transcriptAsText(started: EditorFixture): void {
  describe('a transcript as text', function () {
    this.timeout(120_000);

    const shown = () => started.workbench.visibleEditorText();

    it('opens from the menu of the row as plain text, at its end', async () => {
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      const tree = workbench.tree('Sessions');
      await tree.unfold(/^Done/, /^please, .*Session closed/);
      await tree.openMenu(/^please, .*Session closed/);
      await tree.chooseFromMenu('Open Transcript as Text');
      const text = await until(shown, (visible) => assert.match(visible, /Took 4s/));
      assert.match(text, /▸ \*\*Bash\*\* `sleep 1; echo slow`[^]*⎿ `slow`/);
      assert.match(await workbench.activeTab(), /^please\s*\.txt/);
    });

    it('leads to the raw file', async () => {
      const { workbench } = started;
      await workbench.page.getByRole('button', { name: 'Open Raw Transcript File' }).click();
      await until(
        () => workbench.activeTab(),
        (tab) => assert.match(tab, new RegExp(`^${endedId}\\s*\\.jsonl`)),
      );
    });
  });
}
