import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import type { Locator } from 'playwright-core';
import type { EditorFixture } from '../support/editor/fixture';
import { active, hostile, marked, unseen } from '../support/editor/hostile';
import { aHook } from '../support/hub/hooks';
import { TranscriptFile } from '../support/hub/transcriptFile';
import { openFindSession, QuickPick } from '../support/editor/window/quickPick';
import { until } from '../support/until';
import type { PastSessions } from './pastSessionsScene';

const sessionId = '5e551011-0000-4000-8000-0000000000dd';

export function hostileTexts(started: EditorFixture, sessions: PastSessions): void {
  describe('Hostile text in the packaged extension', function () {
    this.timeout(120_000);

    before('have a session that says it everywhere', async () => {
      await started.workbench.closeEditors();
      await started.workbench.page.setViewportSize({ width: 1600, height: 900 });
      const transcript = TranscriptFile.of(sessions.home, sessionId);
      await transcript.write(
        transcript.prompt(hostile),
        transcript.call('Bash', { command: hostile }, 'toolu_1'),
        transcript.result('toolu_1', hostile),
        transcript.call(hostile, { [hostile]: hostile }, 'toolu_2'),
        transcript.answer(hostile),
      );
      await started.workbench.showContainer('Mission Control');
      await until(
        () => started.workbench.tree('Sessions').outline(),
        (outline) => assert.match(outline, /Harmless/),
      );
      const asked = { tool_name: 'Bash', tool_input: { command: hostile, description: hostile } };
      hook({ ...aHook('PermissionRequest', asked), session_id: sessionId });
      await until(
        () => started.workbench.tree('Sessions').outline(),
        (outline) => assert.match(outline, /Needs permission/),
      );
    });

    function hook(payload: object): void {
      const env = { ...process.env, CLAUDE_CONFIG_DIR: sessions.home };
      const input = JSON.stringify(payload);
      assert.equal(spawnSync('sh', [path.resolve('hooks/relay.sh')], { env, input }).status, 0);
    }

    /** Checks that a surface shows the text literally, and that no part of it is active. */
    async function isText(surface: Locator): Promise<void> {
      const text = await until(
        () => surface.innerText(),
        (shown) => assert.match(shown.replaceAll('\u00a0', ' '), /Harmless \$\(trash\) \[run/),
      );
      assert.doesNotMatch(text, unseen);
      assert.equal(await surface.locator(active).count(), 0, await surface.innerHTML());
      assert.doesNotMatch(await started.workbench.page.title(), /owned/);
    }

    /** The hover over an element, which stays open while it is inspected. */
    async function hoverOf(target: Locator): Promise<Locator> {
      const { page } = started.workbench;
      await page.mouse.move(0, 0);
      const hover = page.locator('.workbench-hover:visible').last();
      await hover.waitFor({ state: 'hidden' });
      await until(
        async () => {
          await page.mouse.move(0, 0);
          await target.hover();
          return hover.waitFor({ timeout: 4_000 }).then(
            () => true,
            () => false,
          );
        },
        (isShown) => assert.ok(isShown, 'No hover comes'),
      );
      return hover;
    }

    it('is text in the tree and in its hover', async () => {
      const row = started.workbench.tree('Sessions').row(/Harmless/);
      await isText(row);
      await isText(await hoverOf(row));
    });

    it('is text in the hover of the status bar', async () => {
      await isText(await hoverOf(started.workbench.statusBar.entry('missionControl.needsYou')));
    });

    it('is text on the board', async () => {
      await started.workbench.runCommand('Mission Control: Open Board');
      const board = await started.workbench.webview('article');
      await isText(board.locator('body'));
      assert.match(await board.locator('body').innerText(), marked);
      assert.equal(await board.evaluate(() => document.title.includes('owned')), false);
    });

    it('is text in a list to pick from', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Why This State?');
      const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
      await isText(rows.filter({ hasText: 'Harmless' }));
      await new QuickPick(workbench.page).close();
    });

    it('is text in the menu behind the status bar', async () => {
      const { workbench } = started;
      await workbench.statusBar.entry('missionControl.needsYou').click();
      const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
      await isText(rows.filter({ hasText: 'Harmless' }));
      await new QuickPick(workbench.page).close();
    });

    it('is text in Find Session', async () => {
      const pick = await openFindSession(started.workbench);
      await isText(pick.row('Harmless'));
      await pick.close();
    });

    it('is text in a transcript and its title', async () => {
      const { workbench } = started;
      await workbench
        .tree('Sessions')
        .row(/Harmless/)
        .click();
      await until(
        () => workbench.activeTab(),
        (tab) => assert.match(tab, /^Harmless \$\(trash\) \[run/),
      );
      const shown = await workbench.transcript(/Harmless \$\(trash\)/);
      const closed = shown.locator('.fold-title[aria-expanded="false"]');
      while ((await closed.count()) > 0) await closed.first().click();
      await isText(shown.locator('#root'));
      assert.doesNotMatch(await shown.locator('#root').innerText(), unseen);
      assert.match(await shown.locator('#root').innerText(), marked);
    });

    it('is text in a transcript as text', async () => {
      const { workbench } = started;
      await workbench.tree('Sessions').openMenu(/Harmless/);
      await workbench.tree('Sessions').chooseFromMenu('Open Transcript as Text');
      await until(
        () => workbench.visibleEditorText(),
        (text) => assert.match(text, /> Harmless \$\(trash\) \[run\]\(command:workbench/),
      );
      assert.doesNotMatch(await workbench.editorText(), unseen);
      assert.match(await workbench.editorText(), marked);
      await isText(workbench.page.locator('.part.editor .editor-group-container.active'));
    });
  });
}
