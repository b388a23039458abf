import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { installClient, pinnedVersion } from '../../support/claude/install';
import { IsolatedHome } from '../../support/claude/isolatedHome';
import { say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { ScriptedApi } from '../../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../../support/claude/session';
import { Notifications } from '../../support/editor/window/dialogs';
import { useEditor } from '../../support/editor/fixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { until } from '../../support/until';
import { installHooks, WatchedHub } from '../../support/watchedHub';

const startMs = 60_000;

describe('Sessions of the real client that went down before the editor was there', function () {
  this.timeout(240_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  const ids = new Map<string, string>();
  const clients: ClientSession[] = [];

  const started = useEditor(async () => {
    api = await ScriptedApi.start();
    // In a terminal of the editor the client would install its own extension.
    home = await IsolatedHome.create({ env: { CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1' } });
    const client = await installClient();
    await installHooks(home.configHome, { path: client, version: pinnedVersion });
    const hub = await WatchedHub.start(home.configHome);
    // A client that runs writes its state over what another has changed in it meanwhile.
    const gone = await home.addProject('gone');
    const hangar = await home.addProject('hangar');
    await begins('zeppelin');
    await begins('balloon', hangar);
    await begins('kite');
    await begins('glider', gone);
    for (const id of ids.values()) {
      await hub.waitFor(id, ({ sessionId, pid }) => sessionId === id && pid !== undefined);
    }
    await hub.stop();
    await killAll();
    await fs.rm(gone, { recursive: true });
    return {
      folder: home.project,
      env: { ...home.environment(api.url), SHELL: '/bin/bash' },
      settings: {
        'missionControl.claudeCommand': `'${client}'`,
        'terminal.integrated.gpuAcceleration': 'off',
      },
      viewport: { width: 1400, height: 900 },
    };
  });

  before('show the side bar', () => started.workbench.showContainer('Mission Control'));

  after(async () => {
    await killAll();
    await home?.dispose();
    await api?.close();
  });

  /** A session that has said something, in a terminal outside of the editor. */
  async function begins(name: string, cwd = home.project): Promise<void> {
    api.add(script(name, [say(`The ${name} flies.`)]));
    const session = await startClient({ api, home, cwd });
    clients.push(session);
    await session.turn(`[[${name}]] the ${name}`);
    const id = session.sessionId ?? '';
    ids.set(name, id);
    const slug = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
    // The client writes its transcript some time after the turn.
    await until(
      () => fs.readFile(path.join(home.configHome, 'projects', slug, `${id}.jsonl`), 'utf8'),
      (text) => assert.match(text, /flies/),
      startMs,
    );
  }

  async function killAll(): Promise<void> {
    await Promise.all(clients.splice(0).map((client) => client.dispose()));
  }

  async function outlineShows(pattern: RegExp, timeoutMs = startMs): Promise<void> {
    await until(
      () => started.workbench.tree('Sessions').outline(),
      (outline) => assert.match(outline, pattern),
      timeoutMs,
    );
  }

  /** The folders in which clients run, by their session. */
  async function running(): Promise<ReadonlyMap<string, string>> {
    const folder = path.join(home.configHome, 'sessions');
    const found = new Map<string, string>();
    for (const name of await fs.readdir(folder)) {
      if (!/^\d+\.json$/u.test(name)) continue;
      const entry = JSON.parse(await fs.readFile(path.join(folder, name), 'utf8')) as {
        readonly pid: number;
        readonly sessionId: string;
      };
      const cwd = await fs.readlink(`/proc/${entry.pid}/cwd`).catch(() => undefined);
      if (cwd !== undefined) found.set(entry.sessionId, cwd);
    }
    return found;
  }

  it('are offered by one row, and none runs before a person asks for it', async () => {
    await outlineShows(/^Resume 4 Sessions of Before…/);
    assert.equal((await running()).size, 0);
    const board = await openBoard();
    await board.getByRole('button', { name: 'Resume 4 Sessions of Before…' }).waitFor();
  });

  it('are listed, all chosen, and nothing happens where the list is left', async () => {
    const { workbench } = started;
    await workbench.runCommand('Mission Control: Resume Sessions of Before…');
    const pick = new QuickPick(workbench.page);
    await pick.row(/the zeppelin/).waitFor();
    assert.equal(await pick.widget.locator('.monaco-list-row .codicon-check').count(), 4);
    await pick.close();
    await outlineShows(/^Resume 4 Sessions of Before…/);
    assert.equal((await running()).size, 0);
  });

  it('go on as chosen, each in its folder, and those that cannot are named at once', async () => {
    const { workbench } = started;
    await workbench
      .tree('Sessions')
      .row(/^Resume 4 Sessions/)
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
      [ids.get('zeppelin'), home.project],
      [ids.get('balloon'), path.join(home.folder, 'hangar')],
    ];
    await until(
      async () => [...(await running())],
      (found) => assert.deepEqual(new Map(found), new Map(expected as [string, string][])),
      startMs,
    );
    await outlineShows(/^Needs You, 2 sessions/);
    const board = await openBoard();
    assert.equal(await board.getByRole('button', { name: /Resume .* of Before/ }).count(), 0);
  });

  it('are offered again where others are killed at once, and a client that is missing is said', async () => {
    const { workbench, editor } = started;
    await new Notifications(workbench.page).clear();
    await begins('parachute');
    await begins('rocket');
    await outlineShows(/^Needs You, 4 sessions/);
    await killAll();
    await outlineShows(/^Resume 2 Sessions of Before…/);
    await editor.changeSettings({ 'missionControl.claudeCommand': 'no-such-claude' });
    await workbench.runCommand('Mission Control: Resume Sessions of Before…');
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
