import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { ModalDialog } from '../../support/editor/window/dialogs';
import type { EditorFixture } from '../../support/editor/fixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { aHook } from '../../support/hub/hooks';
import { bundleEntry, type HubScript } from '../../support/hub/process/hubScript';
import { hubTarget, postHook } from '../../support/hub/wire/hubTarget';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { OtherMachine } from '../../support/machines/otherMachine';
import { until } from '../../support/until';
import { routes } from '../../../src/shared/protocol/protocol';

const waitMs = 60_000;

/** Needs an editor without machines. */
export function showsMachines(started: EditorFixture): void {
  describe('Machines in the editor', function () {
    this.timeout(240_000);
    let script: HubScript;
    let folder: string;
    let project: string;
    let gpu: OtherMachine;
    let bare: OtherMachine;

    before('let one report', async () => {
      const { workbench, editor } = started;
      await workbench.runCommand('View: Close All Editors');
      await workbench.showContainer('Mission Control');
      script = await bundleEntry('src/extension/hub/main.ts');
      folder = await tempHome();
      project = path.join(folder, `it's there`);
      await fs.mkdir(project);
      await fs.writeFile(path.join(project, 'train.py'), 'the text of this computer\n');
      gpu = await OtherMachine.make('gpu', script.file);
      bare = await OtherMachine.make('bare');
      await editor.changeSettings({ 'missionControl.machines': [gpu.setting] });
      const target = await hubTarget(gpu.home);
      await postHook(target, aHook('SessionStart', { cwd: project }));
      await postHook(target, aHook('UserPromptSubmit', { cwd: project, prompt: 'Train it' }));
    });
    after(() => started.workbench.runCommand('Terminal: Kill All Terminals'));
    after(async () => {
      await Promise.all([gpu?.remove(), bare?.remove()]);
      await script?.remove();
      await removeHome(folder);
    });

    const list = (): QuickPick => new QuickPick(started.workbench.page);
    const modal = (): ModalDialog => new ModalDialog(started.workbench.page);
    const row = () => started.workbench.tree('Sessions').row(/Train it/);

    it('show their sessions in the tree and on the board, with their name', async () => {
      const { workbench } = started;
      await row().waitFor({ timeout: waitMs });
      assert.match(await row().innerText(), /gpu/u);
      await workbench.runCommand('Mission Control: Open Board');
      const board = await workbench.webview('article');
      await until(
        () => board.getByRole('article', { name: /Train it/ }).innerText(),
        (text) => assert.match(text, /gpu/u),
        waitMs,
      );
    });

    it('are listed with how they stand', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Manage Machines…');
      await until(
        () => list().rows(),
        ([first = '']) => assert.match(first, /^gpu \| connected · 1 session · linux$/u),
        waitMs,
      );
      await list().close();
    });

    it('show of a request no file of this computer', async () => {
      const { workbench } = started;
      const target = await hubTarget(gpu.home);
      const asked = aHook('PermissionRequest', {
        cwd: project,
        tool_name: 'Edit',
        tool_input: {
          file_path: path.join(project, 'train.py'),
          old_string: 'the text',
          new_string: 'another text',
        },
      });
      const hangUp = new AbortController();
      void fetch(`${target.url}${routes.hook}?wait=1`, {
        method: 'POST',
        headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(asked),
        signal: hangUp.signal,
      }).catch(() => undefined);
      try {
        await until(
          () => row().getAttribute('aria-label'),
          (name) => assert.match(name ?? '', /permission/iu),
          waitMs,
        );
        await workbench.tree('Sessions').choose('Train it', 'Show What the Request Changes');
        const tab = workbench.page.getByRole('tab', { name: /train\.py \(Edit on gpu\)/u });
        await tab.waitFor({ timeout: waitMs });
        const text = await until(
          () => workbench.page.locator('.monaco-diff-editor').first().innerText(),
          (shown) => assert.match(shown.replaceAll('\u00a0', ' '), /another text/u),
        );
        assert.doesNotMatch(text.replaceAll('\u00a0', ' '), /of this computer/u);
      } finally {
        hangUp.abort();
      }
    });

    it('lead to a terminal there in place of one here', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Go to Terminal');
      await list().row('Train it').click();
      const { message, buttons } = await modal().read();
      assert.match(message, /runs on gpu/u);
      assert.ok(buttons.includes('Open Terminal There'), buttons.join());
      await modal().answer('Open Terminal There');
      await workbench.terminal.reads('Once the session has ended', waitMs);
      await workbench.terminal.type('echo "at $PWD"; echo "of $CLAUDE_CONFIG_DIR"\n');
      await workbench.terminal.reads(`at ${project}`, waitMs);
      await workbench.terminal.reads(`of ${gpu.home}`, waitMs);
    });

    it('are added by a command once the way was tried, with what is missing copied there', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Add Machine…');
      await list().row('Command…').click();
      await list().widget.getByText('A command that runs the words behind it there').waitFor();
      await list().type(`env CLAUDE_CONFIG_DIR=${bare.home}`);
      await list().accept();
      const { message, detail } = await modal().read();
      assert.match(message, /can’t be on the board yet/u);
      assert.match(detail, /✓ Node\.js\s+✗ Mission Control: .+\s+– The board/u);
      // The confirmation follows at once in the same place.
      await modal().root.getByRole('button', { name: 'Copy Mission Control There' }).click();
      await modal().root.getByText('Copy Mission Control to').waitFor();
      await modal().answer('Copy');
      await until(
        () => list().widget.innerText(),
        (text) => assert.match(text, /Its name on cards/u),
        60_000,
      );
      await list().type('bare');
      await list().accept();
      await workbench.notifications.toast(/bare is on the board, with 0 sessions/u).waitFor();
      await workbench.runCommand('Mission Control: Manage Machines…');
      await until(
        () => list().rows(),
        ([, second = '']) => assert.match(second, /^bare \| connected/u),
        waitMs,
      );
      await list().press('bare', 'Remove');
      await modal().answer('Remove');
      await workbench.runCommand('Mission Control: Manage Machines…');
      await until(
        () => list().labels(),
        (labels) =>
          assert.deepEqual(
            labels.filter((one) => ['gpu', 'bare'].includes(one)),
            ['gpu'],
          ),
        waitMs,
      );
      await list().close();
    });
  });
}
