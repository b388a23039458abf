import assert from 'node:assert/strict';
import { until } from '../../until';
import type { Workbench } from './workbench';

/** Timeout, in ms, for a file to open after a click on its row. */
const openMs = 5_000;

/**
 * Opens a file from the Explorer, with a double click as a permanent tab. Rows move while the
 * Explorer loads, so a click may open another file.
 */
export async function openInExplorer(
  workbench: Workbench,
  name: string,
  click: 'click' | 'dblclick' = 'click',
): Promise<void> {
  await workbench.showContainer('Explorer');
  const row = workbench.page.getByRole('treeitem', { name }).first();
  await until(
    async () => {
      await row[click]({ timeout: openMs });
      await until(
        () => workbench.activeTab(),
        // A long name is drawn in two parts.
        (tab) => assert.equal(tab.replaceAll(/\s/g, ''), name),
        openMs,
      );
    },
    () => undefined,
  );
}
