import assert from 'node:assert/strict';
import { until } from '../../until';
import type { Workbench } from './workbench';

/** A file is in front this long after a click that met its row, in ms. */
const openMs = 5_000;

/**
 * Opens a file from the Explorer, by a double click one that stays. While the Explorer is filled its rows move, and
 * a click may meet another one.
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
