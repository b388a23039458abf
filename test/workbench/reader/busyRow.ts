import assert from 'node:assert/strict';
import { HookCalls } from '../../support/editor/hookCalls';
import type { EditorFixture } from '../../support/editor/fixture';
import { until } from '../../support/until';
import { livingId, type PastSessions } from '../pastSessionsScene';

const clicks = 15;
const living = /^Build the checkout page/;

/** Lets the session of `livingId` work. */
export function opensABusyRow(started: EditorFixture, past: PastSessions): void {
  describe('A row of the tree that is redrawn all the time', function () {
    this.timeout(180_000);
    const over = new AbortController();
    let redrawing: Promise<void> | undefined;

    before('let a session work', async () => {
      const hooks = new HookCalls(past.home);
      const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } };
      const work = async (): Promise<void> => {
        while (!over.signal.aborted) {
          await hooks.call(livingId, 'PreToolUse', tool);
          await hooks.call(livingId, 'PostToolUse', tool);
        }
      };
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      await workbench.tree('Sessions').row(living).waitFor();
      await workbench.closeEditors();
      redrawing = work();
    });
    after(async () => {
      over.abort();
      await redrawing;
    });

    it('opens its transcript by each click', async () => {
      const { workbench } = started;
      const row = workbench.tree('Sessions').row(living);
      for (let click = 0; click < clicks; click++) {
        await row.click();
        await until(
          () => workbench.tabs(),
          (tabs) => assert.equal(tabs.length, 1, `no transcript by click ${click + 1}`),
        );
        await workbench.closeEditors();
      }
    });
  });
}
