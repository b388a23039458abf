import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { startClient, type ClientSession } from '../../support/claude/session';
import { Notifications } from '../../support/editor/window/dialogs';
import {
  commandSettings,
  type Stage,
  type StageInEditor,
} from '../../support/editor/stageInEditor';
import { QuickPick } from '../../support/editor/window/quickPick';
import { until } from '../../support/until';
import { WatchedHub } from '../../support/watchedHub';

const startMs = 60_000;

/** Sessions with a completed turn, in terminals outside of the editor. */
export class OutsideSessions {
  readonly ids = new Map<string, string>();
  private readonly clients: ClientSession[] = [];

  /**
   * Starts four sessions and kills them, as in a crash of the machine; deletes the folder of one.
   */
  async goDown(stage: Stage): Promise<void> {
    const { home } = stage;
    const hub = await WatchedHub.start(home.configHome);
    // Created first: a running client overwrites changes that others make to its state file.
    const gone = await home.addProject('gone');
    const hangar = await home.addProject('hangar');
    await this.begin(stage, 'airship');
    await this.begin(stage, 'balloon', hangar);
    await this.begin(stage, 'kite');
    await this.begin(stage, 'glider', gone);
    for (const id of this.ids.values()) {
      await hub.waitFor(id, ({ sessionId, pid }) => sessionId === id && pid !== undefined);
    }
    await hub.stop();
    await this.kill();
    await fs.rm(gone, { recursive: true });
  }

  async begin({ api, home }: Stage, name: string, cwd = home.project): Promise<void> {
    api.add(script(name, [say(`The ${name} flies.`)]));
    const session = await startClient({ api, home, cwd });
    this.clients.push(session);
    await session.turn(`[[${name}]] the ${name}`);
    const id = session.sessionId ?? '';
    this.ids.set(name, id);
    const slug = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
    // The client writes its transcript some time after the turn.
    await until(
      () => fs.readFile(path.join(home.configHome, 'projects', slug, `${id}.jsonl`), 'utf8'),
      (text) => assert.match(text, /flies/),
      startMs,
    );
  }

  async kill(): Promise<void> {
    await Promise.all(this.clients.splice(0).map((client) => client.dispose()));
  }
}

/** Needs an editor that starts after these sessions were killed. */
export function offersToResume(started: StageInEditor, outside: OutsideSessions): void {
  describe('Sessions of the real client that went down before the editor was there', function () {
    this.timeout(240_000);

    before('show the side bar', () => started.workbench.showContainer('Mission Control'));

    after(() => outside.kill());
    after('end the resumed ones', async () => {
      await started.editor.changeSettings(commandSettings(started));
      await new Notifications(started.workbench.page).clear();
      await started.endSessions();
    });

    async function outlineShows(pattern: RegExp, timeoutMs = startMs): Promise<void> {
      await until(
        () => started.workbench.tree('Sessions').outline(),
        (outline) => assert.match(outline, pattern),
        timeoutMs,
      );
    }

    it('are offered by one row, and none runs before a person asks for it', async () => {
      await outlineShows(/^Resume 4 Last Sessions…/);
      assert.equal((await started.running()).size, 0);
      const board = await openBoard();
      await board.getByRole('button', { name: 'Resume 4 Last Sessions…' }).waitFor();
    });

    it('are listed, all chosen, and nothing happens where the list is left', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Resume Last Sessions…');
      const pick = new QuickPick(workbench.page);
      await pick.row(/the airship/).waitFor();
      assert.equal(await pick.widget.locator('.monaco-list-row .codicon-check').count(), 4);
      await pick.close();
      await outlineShows(/^Resume 4 Last Sessions…/);
      assert.equal((await started.running()).size, 0);
    });

    it('go on as chosen, each in its folder, and those that cannot are named at once', async () => {
      const { workbench } = started;
      await workbench
        .tree('Sessions')
        .row(/^Resume 4 Last Sessions/)
        .click();
      const pick = new QuickPick(workbench.page);
      await pick.row(/the kite/).click();
      await pick.widget.getByText('3 Selected').waitFor();
      await pick.widget.getByRole('button', { name: 'OK' }).click();
      const toast = new Notifications(workbench.page).toast(/Not resumed/);
      await toast.waitFor({ timeout: startMs });
      assert.match(
        await toast.innerText(),
        /Not resumed: “.*the glider” \(the folder no longer exists\)\./,
      );
      const expected = [
        [outside.ids.get('airship'), started.home.project],
        [outside.ids.get('balloon'), path.join(started.home.folder, 'hangar')],
      ];
      await until(
        async () => [...(await started.running())],
        (found) => assert.deepEqual(new Map(found), new Map(expected as [string, string][])),
        startMs,
      );
      await outlineShows(/^0 Needs You, 2 ready/);
      const board = await openBoard();
      assert.equal(await board.getByRole('button', { name: /Resume .*Last Session/ }).count(), 0);
    });

    it('are offered again where others are killed at once, and a client that is missing is said', async () => {
      const { workbench, editor } = started;
      await new Notifications(workbench.page).clear();
      await outside.begin(started, 'parachute');
      await outside.begin(started, 'rocket');
      await outlineShows(/^0 Needs You, 4 ready/);
      await outside.kill();
      await outlineShows(/^Resume 2 Last Sessions…/);
      // The window reads both settings at once.
      await editor.changeSettings({
        'missionControl.claudeCommand': 'no-such-claude',
        'window.title': 'Without a client',
      });
      await until(
        () => workbench.page.title(),
        (title) => assert.equal(title, 'Without a client'),
      );
      await workbench.runCommand('Mission Control: Resume Last Sessions…');
      const pick = new QuickPick(workbench.page);
      await pick.row(/the rocket/).waitFor();
      await pick.widget.getByRole('button', { name: 'OK' }).click();
      const toast = new Notifications(workbench.page).toast(/Not resumed/);
      await toast.waitFor({ timeout: startMs });
      assert.match(
        await toast.innerText(),
        /Not resumed: “.*the (?:rocket|parachute)”, “.*” \(Claude Code didn’t start\)\./,
      );
    });

    async function openBoard(): ReturnType<typeof started.workbench.webview> {
      await started.workbench.runCommand('Mission Control: Open Board');
      return started.workbench.webview('main[aria-label="Sessions"]');
    }
  });
}
