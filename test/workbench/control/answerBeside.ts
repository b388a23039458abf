import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { bash, say, tool } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { defaultViewport } from '../../support/editor/browser';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { waitUntilRead } from '../../support/page/read';
import { until } from '../../support/until';

const waitMs = 60_000;

/**
 * Needs a window that is wide enough for a session beside the lists, unlike those of other tests.
 */
export function answersBesideLists(started: ClientFixture): void {
  describe('A request of the real client, beside the lists of a wide board', function () {
    this.timeout(180_000);

    before('widen the window', () =>
      started.workbench.page.setViewportSize({ ...defaultViewport, width: 1_600 }),
    );
    after('narrow it again', async () => {
      await started.workbench.closeEditors();
      await started.workbench.page.setViewportSize(defaultViewport);
    });

    it('is read as changed lines and allowed, and the next prompt goes from the box beneath', async () => {
      const { api, home, session, workbench } = started;
      const file = path.join(home.project, 'beside.txt');
      fs.writeFileSync(file, 'hello\nworld\n');
      const edit = { file_path: file, old_string: 'hello\nworld', new_string: 'hello\nthere' };
      api.add(
        script('beside', [tool('Read', { file_path: file }), tool('Edit', edit), say('Done.')]),
      );
      await session.waitFor('prompt', waitMs);
      await session.turn('[[beside]] it');
      await workbench.runCommand('Mission Control: Open Board');
      const board = await workbench.webview('.pane');
      const pane = board.locator('.pane');
      const lines = pane.locator('.edit-line');
      await lines.first().waitFor({ timeout: waitMs });
      const signs = () =>
        lines.evaluateAll((all) => all.map((line) => line.getAttribute('data-sign')).join(''));
      assert.equal(await signs(), ' -+');
      const allow = pane.getByRole('button', { name: 'Allow', exact: true });
      await waitUntilRead(allow);
      await allow.click();
      await until(
        () => fs.readFileSync(file, 'utf8'),
        (text) => assert.equal(text, 'hello\nthere\n'),
        waitMs,
      );
      await session.waitFor('prompt', waitMs);
      api.add(script('onward', [say('On.')]));
      const box = pane.getByRole('textbox', { name: 'Next prompt' });
      await box.fill('[[onward]] go');
      await box.press('Enter');
      await until(
        () => api.turns('onward').length,
        (times) => assert.equal(times, 1),
        waitMs,
      );
    });

    it('is allowed or denied by a button of its card, which tells all of it', async () => {
      const { api, home, session, workbench } = started;
      await workbench.runCommand('Mission Control: Open Board');
      const board = await workbench.webview('.pane');
      const made = path.join(home.project, 'made-on-card');
      // Columns that are wide enough for the whole command.
      await workbench.page.setViewportSize({ ...defaultViewport, width: 2_200 });
      for (const [verb, isMade] of [
        ['Deny', false],
        ['Allow', true],
      ] as const) {
        const name = verb.toLowerCase();
        api.add(script(name, [bash('touch made-on-card'), say('So be it.')]));
        await session.waitFor('prompt', waitMs);
        await session.turn(`[[${name}]] it`);
        const press = board.locator(`.fixed-card [data-action="${name}OnCard"]`);
        await press.waitFor({ timeout: waitMs });
        // A press counts only after the request was visible for a moment.
        await until(
          async () => {
            if (session.state === 'permission') await press.click({ timeout: 2_000 });
            return session.state;
          },
          (state) => assert.equal(state, 'prompt'),
          waitMs,
        );
        assert.equal(fs.existsSync(made), isMade);
      }
    });
  });
}
