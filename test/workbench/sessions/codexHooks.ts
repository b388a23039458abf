import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Locator } from 'playwright-core';
import { trustCodexHooks } from '../../support/codex/codexHooks';
import type { EditorFixture } from '../../support/editor/fixture';
import { until } from '../../support/until';
import type { PastSessions } from '../pastSessionsScene';

const untrusted =
  /Hooks are installed in Codex, but not trusted yet.*“Trust all and continue”.*\/hooks/;
const changed = /The hooks in Codex have changed since they were trusted/;

/** Installs hooks in the folder of Codex, whose sessions are on the board. */
export function installsCodexHooks(started: EditorFixture, past: PastSessions): void {
  describe('The hooks of Codex in the editor', function () {
    this.timeout(180_000);
    const original = '{\n\t"hooks": {}\n}\n';
    let file = '';
    let configFile = '';

    before('have hooks of its own, and those of Claude Code', async () => {
      const { workbench } = started;
      file = path.join(past.codexHome, 'hooks.json');
      configFile = path.join(past.codexHome, 'config.toml');
      writeFileSync(file, original);
      await workbench.choose('Mission Control: Install Hooks', /^Claude Code/);
      await workbench.notifications.answer(/Install hooks for \d+ events/, 'Install Hooks');
      await workbench.notifications.toast(/Hooks are installed; running/).waitFor();
      await workbench.notifications.clear();
      await workbench.runCommand('Mission Control: Open Board');
    });

    beforeEach('close the notifications', () => started.workbench.notifications.clear());

    const text = (): string => readFileSync(file, 'utf8');
    /** The line of the board, whose page is a new one each time that an editor has hidden it. */
    const notice = async (): Promise<Locator> => {
      const board = await started.workbench.webview('html[data-place="panel"] article');
      return board.getByRole('region', { name: 'Hooks', exact: true });
    };
    const noticeSays = (words: RegExp): Promise<unknown> =>
      until(
        async () => (await notice()).innerText({ timeout: 2_000 }),
        (said) => assert.match(said, words),
      );
    const noNotice = (): Promise<unknown> =>
      until(
        async () => (await notice()).count(),
        (count) => assert.equal(count, 0),
      );
    const comparisonOf = (action: string): Promise<unknown> =>
      until(
        () => started.workbench.activeTab(),
        (tab) => assert.equal(tab, `hooks.json: ${action} Hooks`),
      );

    it('are offered in a line of the board, and shown as a change before anything is written', async () => {
      const { workbench } = started;
      await noticeSays(/Know at once what Codex does and asks/);
      await (await notice()).getByRole('button', { name: 'Install Hooks' }).click();
      await workbench.pick(/^Codex/);
      await comparisonOf('Install');
      const question = /Install hooks for 12 events, as shown, in .*hooks\.json\?/;
      await workbench.notifications.answer(question, 'Cancel');
      await noticeSays(/Know at once what Codex does and asks/);
      assert.equal(text(), original);
    });

    it('are installed, and say there and on the board how they are trusted in Codex', async () => {
      const { workbench } = started;
      await workbench.choose('Mission Control: Install Hooks', /^Codex/);
      await comparisonOf('Install');
      await workbench.notifications.answer(/Install hooks for 12 events/, 'Install Hooks');
      await workbench.notifications.toast(untrusted).waitFor();
      assert.match(text(), /mission-control\/relay\.sh/);
      await noticeSays(untrusted);
    });

    it('need nothing more once they are trusted, as long as Codex trusts each as it is', async () => {
      const { codexHome, home: configHome } = past;
      await trustCodexHooks({ codexHome, configHome, configFile });
      await noNotice();
      const trusted = readFileSync(configFile, 'utf8');
      writeFileSync(
        configFile,
        trusted.replace(/trusted_hash = "[^"]+"/, 'trusted_hash = "other"'),
      );
      await noticeSays(changed);
      writeFileSync(configFile, trusted);
      await noNotice();
    });

    it('are removed, and leave every byte as it was', async () => {
      const { workbench } = started;
      await workbench.choose('Mission Control: Remove Hooks', /^Codex/);
      await comparisonOf('Remove');
      await workbench.notifications.answer(
        /Remove the hooks of Mission Control, as shown, from .*hooks\.json\?/,
        'Remove Hooks',
      );
      await workbench.notifications.toast(/Hooks are removed/).waitFor();
      assert.equal(text(), original);
      await noticeSays(/Know at once what Codex does and asks/);
    });
  });
}
