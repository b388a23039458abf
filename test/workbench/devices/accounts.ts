import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { EditorFixture } from '../../support/editor/fixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { aHook } from '../../support/hub/hooks';
import { hubTarget, postHook } from '../../support/hub/wire/hubTarget';
import { removeHome } from '../../support/hub/tempHome';
import { accountHome } from '../../support/machines/accountHome';
import { until } from '../../support/until';

const waitMs = 60_000;

/** Removes the machines from the settings. */
export function showsAccounts(started: EditorFixture): void {
  describe('Accounts in the editor', function () {
    this.timeout(240_000);
    const original = '{\n  // of work\n  "model": "opus"\n}\n';
    let work: string;
    let project: string;

    before('let one report', async () => {
      const { workbench, editor } = started;
      await workbench.runCommand('View: Close All Editors');
      await workbench.showContainer('Mission Control');
      work = await accountHome('.claude-work');
      project = path.join(path.dirname(work), 'shop');
      await fs.mkdir(project);
      await fs.writeFile(settings(), original);
      await editor.changeSettings({
        'missionControl.machines': [],
        'missionControl.configHomes': [work],
      });
      await until(
        async () => {
          const target = await hubTarget(work);
          await postHook(target, aHook('UserPromptSubmit', { cwd: project, prompt: 'Ship it' }));
        },
        () => undefined,
        waitMs,
      );
    });
    after(async () => {
      await started.workbench.runCommand('Terminal: Kill All Terminals');
      await started.editor.changeSettings({ 'missionControl.configHomes': [] });
      await removeHome(path.dirname(work));
    });
    beforeEach('close the notifications', () => started.workbench.notifications.clear());

    const settings = (): string => path.join(work, 'settings.json');
    const list = (): QuickPick => new QuickPick(started.workbench.page);

    it('show their sessions in the tree, with their name, and how they stand', async () => {
      const { workbench } = started;
      const row = workbench.tree('Sessions').row(/Ship it/);
      await row.waitFor({ timeout: waitMs });
      assert.match(await row.innerText(), /work/u);
      await workbench.runCommand('Mission Control: Manage Machines…');
      await until(
        () => list().rows(),
        ([first = '']) => {
          assert.match(first, /^work \| connected · 1 session · account · /u);
          assert.ok(first.endsWith(work), first);
        },
        waitMs,
      );
      await list().close();
    });

    it('start sessions in a terminal with their own config home', async () => {
      const { workbench } = started;
      await workbench.tree('Sessions').choose('Ship it', 'New Session Here');
      // The editor types the client's command once the shell has started; a scripted client runs on.
      await workbench.terminal.reads('claude', waitMs);
      await workbench.terminal.press('Control+c');
      await workbench.terminal.type('echo "at $PWD"; echo "of $CLAUDE_CONFIG_DIR"\n');
      await workbench.terminal.reads(`at ${project}`, waitMs);
      await workbench.terminal.reads(`of ${work}`, waitMs);
    });

    it('have their hooks installed and removed, to the byte', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Install Hooks');
      await list().row('work').click();
      await workbench.notifications.answer(/Install hooks for \d+ events/, 'Install Hooks');
      await workbench.notifications.toast(/Hooks are installed/).waitFor();
      const installed = await fs.readFile(settings(), 'utf8');
      assert.ok(installed.includes(path.join(work, 'mission-control', 'relay.sh')));
      await workbench.runCommand('Mission Control: Remove Hooks');
      await workbench.notifications.answer(/Remove the hooks/, 'Remove Hooks');
      await workbench.notifications.toast(/Hooks are removed/).waitFor();
      assert.equal(await fs.readFile(settings(), 'utf8'), original);
    });
  });
}
