import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Locator } from 'playwright-core';
import { say, tool } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { ClientSession } from '../../support/claude/session';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { openInExplorer } from '../../support/editor/window/explorer';
import { until } from '../../support/until';

const waitMs = 60_000;

/** Uses a second client, which ends with the tests. */
export function answersInDiffs(started: ClientFixture): void {
  describe('Requests of two real clients, each in its diff', function () {
    this.timeout(300_000);
    let twin: ClientSession;

    const inProject = (name: string): string => path.join(started.home.project, name);
    const part = (): Locator => started.workbench.page.locator('.part.editor');
    const tab = (name: string): Locator => part().locator('.tab').filter({ hasText: name });
    const button = (name: string): Locator =>
      part()
        .locator('.editor-group-container.active .editor-actions')
        .getByRole('button', { name, exact: true });
    const isInFront = (name: RegExp): Promise<unknown> =>
      until(
        () => part().locator('.editor-group-container.active .tab.active .tab-label').innerText(),
        (shown) => assert.match(shown, name),
      );

    /** Lets a session ask to change the file with this name, and opens the diff of the change. */
    async function asks(session: ClientSession, name: string): Promise<void> {
      const file = inProject(`${name}.txt`);
      const edit = { file_path: file, old_string: 'world', new_string: name };
      fs.writeFileSync(file, 'hello\nworld\n');
      started.api.add(
        script(name, [tool('Read', { file_path: file }), tool('Edit', edit), say('Done.')]),
      );
      await session.waitFor('prompt', waitMs);
      assert.equal(await session.turn(`[[${name}]] it`), 'permission');
      const row =
        session === twin ? /^\[\[twin\]\].*Needs permission/ : /^(?!\[\[twin).*Needs permission/;
      await started.workbench.tree('Sessions').choose(row, 'Show What the Request Changes');
      await isInFront(new RegExp(`${name}\\s*\\.txt`));
    }

    /** A request that has just become visible cannot be allowed yet. */
    async function allow(name: string): Promise<void> {
      const group = part().locator('.editor-group-container', {
        has: part().page().locator('.tab.active').filter({ hasText: name }),
      });
      const press = group.locator('.editor-actions').getByRole('button', { name: 'Allow Request' });
      await until(
        async () => {
          await press
            .first()
            .click({ timeout: 2_000 })
            .catch(() => undefined);
          return tab(name).count();
        },
        (count) => assert.equal(count, 0),
        waitMs,
      );
      await until(
        () => fs.readFileSync(inProject(`${name}.txt`), 'utf8'),
        (text) => assert.equal(text, `hello\n${name}\n`),
        waitMs,
      );
    }

    /** Presses Allow at the moment when this diff becomes the active tab. */
    const pressAtOnce = (name: string): Promise<unknown> =>
      started.workbench.page.waitForFunction(
        (tabName) => {
          const label = document.querySelector('.part.editor .tab.active .tab-label');
          const allowed = document.querySelector<HTMLElement>(
            '.part.editor .editor-actions [aria-label="Allow Request"]',
          );
          if (label?.textContent.startsWith(tabName) !== true || allowed === null) return false;
          allowed.click();
          return true;
        },
        name,
        { polling: 'raf' },
      );

    async function deny(name: string): Promise<void> {
      await button('Deny Request').click();
      await tab(name).waitFor({ state: 'detached' });
      assert.equal(fs.readFileSync(inProject(`${name}.txt`), 'utf8'), 'hello\nworld\n');
    }

    before('start another client and open a file', async () => {
      const { workbench } = started;
      twin = await started.another();
      fs.writeFileSync(inProject('before.txt'), 'as it was\n');
      await workbench.closeEditors();
      await openInExplorer(workbench, 'before.txt', 'dblclick');
      await workbench.showContainer('Mission Control');
    });
    after(async () => {
      await started.workbench.closeEditors();
      await twin.dispose();
    });

    it('are answered each in its own, never by a click that was meant for the other, and what was in front before is back', async () => {
      await asks(twin, 'twin');
      await asks(started.session, 'own');
      await tab('twin').click();
      await isInFront(/^twin/);
      const pressed = pressAtOnce('own');
      // A toast disappears by itself, on a slow machine before the answer to the other request was
      // seen.
      const toastShown = started.workbench.notifications
        .toast(/comparison has just changed/)
        .waitFor();
      await Promise.all([allow('twin'), toastShown]);
      await pressed;
      await isInFront(/^own/);
      await started.workbench.notifications.clear();
      await deny('own');
      await isInFront(/^before/);
    });

    it('can be answered still in the diff that is left of two, in groups beside each other', async () => {
      const { workbench } = started;
      await asks(started.session, 'split');
      await workbench.runInPalette('View: Split Editor Right');
      await until(
        () => tab('split').count(),
        (count) => assert.equal(count, 2),
      );
      await workbench.runCommand('View: Close Editor');
      await until(
        () => tab('split').count(),
        (count) => assert.equal(count, 1),
      );
      await allow('split');
      await isInFront(/^before/);
    });

    it('can be answered in a group that the diff was moved to, which closes with it', async () => {
      await asks(started.session, 'moved');
      await started.workbench.runInPalette('View: Move Editor into Right Group');
      const groups = part().locator('.editor-group-container');
      await until(
        () => groups.count(),
        (count) => assert.equal(count, 2),
      );
      await deny('moved');
      await isInFront(/^before/);
      assert.equal(await groups.count(), 1);
    });
  });
}
