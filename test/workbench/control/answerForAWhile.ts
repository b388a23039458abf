import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { bash, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { defaultViewport } from '../../support/editor/browser';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { waitUntilRead } from '../../support/page/read';
import { until } from '../../support/until';

const waitMs = 60_000;

/** Needs a window that is wide enough for a session beside the lists. */
export function allowsForAWhile(started: ClientFixture): void {
  describe('A request of the real client, allowed for a while', function () {
    this.timeout(240_000);

    before('widen the window', () =>
      started.workbench.page.setViewportSize({ ...defaultViewport, width: 1_600 }),
    );
    after('narrow it again', async () => {
      await started.workbench.closeEditors();
      await started.workbench.page.setViewportSize(defaultViewport);
    });

    const command = 'touch for-a-while';
    const made = (): string => path.join(started.home.project, 'for-a-while');
    const isMade = () =>
      until(
        () => fs.existsSync(made()),
        (exists) => assert.equal(exists, true),
        waitMs,
      );
    const ask = async (marker: string): Promise<void> => {
      const { api, session } = started;
      await session.waitFor('prompt', waitMs);
      fs.rmSync(made(), { force: true });
      api.add(script(marker, [bash(command), say('Made.')]));
      await session.turn(`[[${marker}]] it`);
    };

    it('lets the same command run without asking, until all that is allowed is ended', async () => {
      const { session, workbench } = started;
      await ask('a-while');
      await workbench.runCommand('Mission Control: Open Board');
      const pane = (await workbench.webview('.pane')).locator('.pane');
      await pane.getByRole('button', { name: 'Allow for a While…' }).click({ timeout: waitMs });
      const allow = pane.getByRole('button', { name: 'Allow for 15 Minutes' });
      await waitUntilRead(allow);
      await allow.click();
      await isMade();
      const line = pane.getByText(`Allowed for a while: ${command}`);
      await line.waitFor({ timeout: waitMs });
      await ask('a-while-again');
      await isMade();
      await ask('a-while-more');
      await isMade();
      await session.waitFor('prompt', waitMs);
      await workbench.runCommand('Mission Control: Allowed for a While…');
      await workbench.pick(/End All/);
      await line.waitFor({ state: 'detached', timeout: waitMs });
      await ask('a-while-ended');
      await pane.getByRole('button', { name: 'Allow', exact: true }).waitFor({ timeout: waitMs });
      assert.equal(session.state, 'permission');
      assert.equal(fs.existsSync(made()), false);
      await session.answerYes();
      await isMade();
    });

    it('is allowed by lists from the tree, which show all of the request last', async () => {
      const { session, workbench } = started;
      await ask('by-lists');
      await workbench.tree('Sessions').choose(/Needs permission/, 'Allow for a While…');
      await workbench.pick(/The command “touch for-a-while”/);
      await workbench.pick(/1 hour/i);
      await workbench.pick(/This session/);
      const { message, detail, buttons } = await workbench.modal.read();
      assert.match(message, /^Allow in .*: the command “touch for-a-while”$/);
      assert.match(detail, /^touch for-a-while\n/);
      assert.deepEqual([...buttons].sort(), ['Allow for 1 Hour', 'Cancel']);
      await workbench.modal.answer('Allow for 1 Hour');
      await isMade();
      await ask('by-lists-again');
      await isMade();
      await session.waitFor('prompt', waitMs);
      await workbench.runCommand('Mission Control: Allowed for a While…');
      await workbench.pick(/End All/);
    });
  });
}
