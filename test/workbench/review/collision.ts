import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Locator } from 'playwright-core';
import { bash, say, tool } from '../../support/claude/reply';
import { script, type Step } from '../../support/claude/script';
import type { ClientSession } from '../../support/claude/session';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { chooseOnCard } from '../../support/editor/window/cardMenu';
import { until } from '../../support/until';

const owner = '[[first]] Change the greeting';
const other = '[[second]] Greet the world';

export function collision(started: ClientFixture): void {
  describe('Two real clients in one work tree, in the editor', function () {
    this.timeout(180_000);
    let asker: ClientSession;
    let taker: ClientSession;

    const file = (name: string): string => path.join(started.home.project, name);
    const edit = (from: string, to: string): readonly Step[] => [
      tool('Read', { file_path: file('hello.txt') }),
      tool('Edit', { file_path: file('hello.txt'), old_string: from, new_string: to }),
    ];
    const turn = async (
      client: ClientSession,
      prompt: string,
      ...steps: readonly Step[]
    ): Promise<string> => {
      const [, marker = ''] = /\[\[(.+?)\]\]/u.exec(prompt) ?? [];
      started.api.add(script(marker, [...steps, say('Done.')]));
      return client.turn(prompt, 60_000);
    };
    const tree = () => started.workbench.tree('Sessions');
    const asking = /Needs permission/;
    const card = async (title: string): Promise<Locator> => {
      const board = await started.workbench.webview('main[aria-label="Sessions"]');
      return board.getByRole('article', { name: title });
    };

    before('have both at the same file', async () => {
      const { workbench } = started;
      await workbench.closeEditors();
      await workbench.changeUserSettings({ 'missionControl.notifications': 'blocked' });
      fs.writeFileSync(file('hello.txt'), 'hello\nworld\n');
      asker = await started.another();
      taker = await started.another({ args: ['--permission-mode', 'acceptEdits'] });
      assert.equal(await turn(asker, owner, ...edit('hello', 'hi')), 'permission');
      await turn(taker, other, ...edit('world', 'all'));
      await tree().row(asking).waitFor();
      await until(
        () => tree().outline(),
        (outline) => assert.match(outline, /Changed since/),
      );
    });

    it('say in the dialog of Allow that the other has changed the file since', async () => {
      await tree().choose(asking, 'Allow Request…');
      const { message, detail } = await started.workbench.modal.read();
      assert.match(message, /^Allow Edit/);
      assert.ok(detail.includes(`“${other}” has changed hello.txt already`), detail);
      await started.workbench.modal.answer('Cancel');
    });

    it('say it in the title of the diff', async () => {
      await tree().choose(asking, 'Show What the Request Changes');
      await until(
        () => started.workbench.activeTab(),
        (tab) => assert.ok(tab.includes(`hello.txt (Edit, changed by “${other}” since)`), tab),
      );
      await started.workbench.runCommand('View: Close All Editors');
    });

    it('lead from the menu of the card to the other one', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Open Board');
      const board = await workbench.webview('main[aria-label="Sessions"]');
      await chooseOnCard(board, await card(owner), 'Collision with Another Session…');
      await board.getByRole('menuitem', { name: 'See Both Changes' }).press('Enter');
      const pick = new QuickPick(workbench.page);
      await pick.row('Open Transcript').waitFor();
      await until(
        () => pick.rows(),
        (rows) =>
          assert.deepEqual(rows, [
            `Review Changes | ${owner}`,
            `Review Changes | ${other}`,
            `Open Transcript | ${other}`,
            `Reveal in Board | ${other}`,
            'Don’t Show Again for These Two',
          ]),
      );
      assert.match(
        (await pick.input.getAttribute('placeholder')) ?? '',
        /has changed hello\.txt already/,
      );
      await pick.row('Open Transcript').click();
      await until(
        () => workbench.activeTab(),
        (tab) => assert.ok(tab.includes(other), tab),
      );
      await workbench.runCommand('View: Close All Editors');
    });

    it('lead from the tree to the other one, and from the palette back', async () => {
      const { workbench } = started;
      await tree().choose(owner, 'Collision with Another Session…');
      await workbench.pick(/Open Transcript/);
      await until(
        () => workbench.activeTab(),
        (tab) => assert.ok(tab.includes(other), tab),
      );
      // The transcript is the active tab now, so the way back is as short.
      await workbench.transcript(/Greet the world/);
      const command = 'Mission Control: Collision with Another Session…';
      await workbench.choose(command, /Open Transcript/);
      await until(
        () => workbench.activeTab(),
        (tab) => assert.ok(tab.includes(owner), tab),
      );
      await workbench.runCommand('View: Close All Editors');
    });

    it('are warned of once when git took the work of one, and lead to it', async () => {
      const { workbench } = started;
      await asker.answerYes();
      await asker.waitFor('prompt');
      const state = await turn(taker, '[[third]] Tidy up', bash('git checkout -- hello.txt'));
      if (state === 'permission') await taker.answerYes();
      const warning = /ran git checkout -- hello\.txt over uncommitted work: hello\.txt/;
      await workbench.notifications.toast(warning).waitFor({ timeout: 30_000 });
      const notices = (await workbench.notifications.all()).filter(({ message }) =>
        warning.test(message),
      );
      assert.deepEqual(
        notices.map(({ message, buttons }) => [
          message.startsWith(`${owner}: “${other}”`),
          buttons,
        ]),
        [[true, ['Show Session', 'See Changes', 'Dismiss']]],
      );
      await workbench.notifications.answer(warning, 'See Changes');
      await workbench.pick(/Open Transcript/);
      await until(
        () => workbench.activeTab(),
        (tab) => assert.ok(tab.includes(other), tab),
      );
    });
  });
}
