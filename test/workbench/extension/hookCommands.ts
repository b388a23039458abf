import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { EditorFixture } from '../../support/editor/fixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { until } from '../../support/until';
import { configHome } from './oneSession';

export function hookCommands(started: EditorFixture): void {
  describe('The hook commands in the packaged extension', function () {
    this.timeout(120_000);
    const original = '{\n\t// mine\n\t"model": "opus",\n\t"hooks": {}\n}\n';
    const broken = '{\n  "model": "opus"\n  "hooks": {}\n}\n';
    let settings: string;
    /** The launcher of the command line tool. */
    let tool: string;

    before('put settings in place', async () => {
      await started.workbench.statusBar.entry('missionControl.needsYou').waitFor();
      await started.workbench.closeEditors();
      settings = path.join(configHome(started), 'settings.json');
      mkdirSync(path.dirname(settings), { recursive: true });
      writeFileSync(settings, original);
    });

    after('start again', () =>
      started.workbench.page.getByRole('button', { name: 'Start Again' }).first().click(),
    );

    // A notification of an earlier test must not be mistaken for the expected one.
    beforeEach('close the notifications', () => started.workbench.notifications.clear());

    function text(): string {
      return readFileSync(settings, 'utf8');
    }

    async function noDiffIsOpen(): Promise<void> {
      await until(
        () => started.workbench.tabs(),
        (tabs) => assert.ok(!tabs.some((tab) => tab.includes('Hooks')), tabs.join()),
      );
    }

    it('write nothing when the person declines, and close the shown change', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Install Hooks');
      await until(
        () => workbench.activeTab(),
        (tab) => assert.equal(tab, 'settings.json: Install Hooks'),
      );
      await workbench.notifications.answer(/Install hooks for \d+ events/, 'Cancel');
      await noDiffIsOpen();
      assert.equal(text(), original);
      assert.ok(!existsSync(path.join(path.dirname(settings), 'mission-control', 'relay.sh')));
    });

    it('install and remove hooks, and leave every byte as it was', async () => {
      const { workbench } = started;
      await workbench.runInPalette('Mission Control: Install Hooks');
      await workbench.notifications.answer(/Install hooks for \d+ events/, 'Install Hooks');
      await workbench.notifications.toast(/Hooks are installed.*backups/).waitFor();
      await noDiffIsOpen();
      assert.match(text(), /mission-control\/relay\.sh/);
      await workbench.runCommand('Mission Control: Remove Hooks');
      await workbench.notifications.answer(/Remove the hooks/, 'Remove Hooks');
      await workbench.notifications.toast(/Hooks are removed/).waitFor();
      await noDiffIsOpen();
      assert.equal(text(), original);
    });

    it('ask where the change is shown, too: under Do Not Disturb no notification is to be seen', async () => {
      const { workbench } = started;
      await workbench.runCommand('Notifications: Toggle Do Not Disturb Mode');
      const inTitle = (name: string) =>
        workbench.page.locator('.editor-actions').getByRole('button', { name });
      try {
        await workbench.runCommand('Mission Control: Install Hooks');
        await inTitle('Install These Hooks').waitFor();
        assert.deepEqual(await workbench.notifications.all(), []);
        await inTitle('Change Nothing').click();
        await noDiffIsOpen();
        assert.equal(text(), original);

        await workbench.runCommand('Mission Control: Install Hooks');
        await inTitle('Install These Hooks').waitFor();
        await workbench.runCommand('View: Close Editor');
        await noDiffIsOpen();
        assert.equal(text(), original);

        await workbench.runCommand('Mission Control: Install Hooks');
        await inTitle('Install These Hooks').click();
        // Comments in the settings are a risk that the notification would have mentioned.
        const { detail } = await workbench.modal.read();
        assert.match(detail, /comments/);
        await workbench.modal.answer('Install Hooks');
        await noDiffIsOpen();
        // The comparison closes with the answer, before the settings are written.
        await until(text, (now) => assert.match(now, /mission-control\/relay\.sh/));

        await workbench.runCommand('Mission Control: Remove Hooks');
        await inTitle('Remove These Hooks').waitFor();
        await workbench.runCommand('Mission Control: Remove These Hooks');
        await noDiffIsOpen();
        await until(text, (now) => assert.equal(now, original));
      } finally {
        await workbench.runCommand('Notifications: Toggle Do Not Disturb Mode');
      }
    });

    it('say which setting keeps hooks from running, and go on saying that one does', async () => {
      const { workbench } = started;
      writeFileSync(settings, '{ "disableAllHooks": true }\n');
      const which = /"disableAllHooks" is set in settings\.json/;
      await workbench.runCommand('Mission Control: Install Hooks');
      await workbench.notifications.answer(which, 'Install Hooks');
      await workbench.notifications.toast(/Hooks are installed, but they will not run/).waitFor();
      await workbench.showContainer('Mission Control');
      await workbench.page.getByText(/a Claude Code setting keeps them from running/).waitFor();
      await workbench.notifications.clear();
      await workbench.page.getByRole('button', { name: 'Show Which' }).click();
      await workbench.notifications.toast(which).waitFor();
      await workbench.notifications.clear();
      await workbench.runCommand('Mission Control: Remove Hooks');
      await workbench.notifications.answer(/Remove the hooks/, 'Remove Hooks');
      await workbench.notifications.toast(/Hooks are removed/).waitFor();
      assert.equal(text(), '{ "disableAllHooks": true }\n');
      writeFileSync(settings, original);
    });

    it('name the place where settings are broken, and open the file there', async () => {
      const { workbench } = started;
      writeFileSync(settings, broken);
      await workbench.runCommand('Mission Control: Install Hooks');
      const problem = /a comma is missing \(line 3, column 3\)\. Nothing was changed\./;
      await workbench.notifications.answer(problem, 'Open Settings File');
      await until(
        () => workbench.statusBar.entry('status.editor.selection').innerText(),
        (place) => assert.match(place, /Ln 3, Col 3/),
      );
      assert.equal(text(), broken);
    });

    it('bring the command line tool up to date, with the Node of the editor', async () => {
      const { workbench, editor } = started;
      const ours = path.join(configHome(started), 'mission-control');
      tool = path.join(editor.root, 'bin', 'mission-control');
      mkdirSync(path.dirname(tool), { recursive: true });
      writeFileSync(tool, '#!/bin/sh\n# mission-control-launcher/1\nexit 9\n', { mode: 0o755 });
      writeFileSync(path.join(ours, 'command-line'), `${tool}\n`);
      await workbench.runCommand('Mission Control: Install Command Line Tool…');
      const list = new QuickPick(workbench.page);
      await list.row(path.dirname(tool)).click();
      await workbench.notifications.toast(/mission-control is up to date/).waitFor();
      const { HOME, PATH } = process.env;
      const env = { HOME, PATH, CLAUDE_CONFIG_DIR: configHome(started) };
      const { stdout, stderr } = spawnSync(tool, ['status', '--line'], { env, encoding: 'utf8' });
      assert.match(stdout, /^\d+ Needs You/u, stderr);
    });

    it('remove everything after listing it, and leave the settings as they were', async () => {
      const { workbench } = started;
      writeFileSync(settings, original);
      await workbench.runCommand('Mission Control: Install Hooks');
      await workbench.notifications.answer(/Install hooks for \d+ events/, 'Install Hooks');
      await workbench.notifications.toast(/Hooks are installed/).waitFor();
      await workbench.runCommand('Mission Control: Remove Everything');
      const { message, detail } = await workbench.modal.read();
      assert.match(message, /Remove everything that Mission Control wrote/);
      assert.match(detail, /hooks of Mission Control in .*settings\.json[^]*relay\.sh/);
      assert.match(detail, /The command line tool .*bin\/mission-control/);
      await workbench.modal.answer('Remove Everything');
      await workbench.notifications.toast(/Everything is removed/).waitFor();
      assert.equal(text(), original);
      assert.ok(!existsSync(path.join(path.dirname(settings), 'mission-control')));
      assert.ok(!existsSync(tool));
    });
  });
}
