import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { inOneEditor, useEditor, type EditorFixture } from '../../support/editor/fixture';
import { active, hostile, unseen } from '../../support/editor/hostile';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';
import { leavesNothingBehind, packagedExtension } from './packagedExtension';

const sessionId = '5e551011-0000-4000-8000-0000000000cc';

const planted = path.join(os.tmpdir(), `mc-planted-${randomUUID()}`);
const folder = path.join(planted, 'project');
const evilHome = path.join(planted, 'claude');
/** All of our settings that a workspace might try to set. */
const workspaceSettings = {
  'missionControl.configHome': evilHome,
  'missionControl.budget.perSession': 0.01,
  'missionControl.budget.perDay': 0.01,
  'missionControl.rules': { labels: [{ name: 'Planted rule', label: 'Said by it' }] },
  'terminal.integrated.env.linux': { CLAUDE_CONFIG_DIR: evilHome },
};

/** Needs an editor with all of its own extensions, whose first window is on an untrusted folder. */
inOneEditor(
  () =>
    useEditor(async () => {
      mkdirSync(path.join(folder, '.vscode'), { recursive: true });
      writeFileSync(
        path.join(folder, '.vscode', 'settings.json'),
        JSON.stringify(workspaceSettings),
      );
      await plant(evilHome, 'Planted by the workspace');
      return {
        folder,
        workspaceTrust: true,
        builtIns: 'all',
        dispose: () => fs.rm(planted, { recursive: true, force: true }),
      };
    }),
  (started) => {
    packagedExtension(started);
    untrustedWorkspace(started);
    leavesNothingBehind(started);
  },
);

function untrustedWorkspace(started: EditorFixture): void {
  describe('The packaged extension in a workspace that nobody trusts', function () {
    this.timeout(120_000);
    const original = '{ "model": "opus" }\n';
    let settings: string;

    before('put a session and settings in place', async () => {
      await started.workbench.closeEditors();
      const home = path.join(started.editor.root, 'home', '.claude');
      settings = path.join(home, 'settings.json');
      await plant(home, 'Build the checkout page');
      const inside = TranscriptFile.of(home, 'inside-session', 'inside');
      await inside.write(
        inside.prompt('Work in the folder', { cwd: folder }),
        inside.answer('Done.', 'm1', {}, { cwd: folder }),
        { ...inside.turnEnded(), cwd: folder },
      );
      writeFileSync(settings, original);
      await started.workbench.showContainer('Mission Control');
    });

    /** Output of the client's hook for a permission request, once the request is resolved. */
    async function asks(command: string): Promise<string> {
      const tool = { tool_name: 'Bash', tool_input: { command }, cwd: '/home/dev/shop' };
      const payload = { hook_event_name: 'PermissionRequest', session_id: sessionId, ...tool };
      const relay = spawn('sh', [path.resolve('hooks/relay.sh'), '--wait'], {
        env: { ...process.env, CLAUDE_CONFIG_DIR: path.dirname(settings) },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      relay.stdin.end(JSON.stringify(payload));
      let printed = '';
      relay.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
      await once(relay, 'close');
      return printed;
    }

    /** Process id of the extension host, of which the hub is a thread. */
    function hubPid(): number {
      const file = path.join(path.dirname(settings), 'mission-control', 'endpoint.json');
      return (JSON.parse(readFileSync(file, 'utf8')) as { readonly pid: number }).pid;
    }

    async function onlyOurs(): Promise<void> {
      await until(
        () => started.workbench.tree('Sessions').outline(),
        (outline) => {
          assert.match(outline, /Build the checkout page/);
          assert.doesNotMatch(outline, /Planted/);
        },
      );
      assert.ok(!existsSync(path.join(evilHome, 'mission-control')));
    }

    it('shows the sessions, and nothing that the workspace points to', async () => {
      const { workbench } = started;
      await workbench.statusBar.entry('status.workspaceTrust').waitFor();
      await onlyOurs();
      await workbench.runCommand('Mission Control: Open Board');
      const board = await workbench.webview('article');
      const shown = await until(
        () => board.locator('main').innerText(),
        (text) => assert.match(text, /Build the checkout page/),
      );
      assert.doesNotMatch(shown, /Planted|budget/i);
    });

    for (const command of ['Install Hooks', 'Remove Hooks', 'Remove Everything']) {
      it(`does not ${command.toLowerCase()}, and says why`, async () => {
        const { workbench } = started;
        await workbench.runInPalette(`Mission Control: ${command}`);
        await workbench.notifications.toast(/only in a trusted workspace/).waitFor();
        await workbench.runCommand('Notifications: Clear All Notifications');
        assert.equal(readFileSync(settings, 'utf8'), original);
        const own = path.join(path.dirname(settings), 'mission-control');
        assert.ok(existsSync(path.join(own, 'token')) && !existsSync(path.join(own, 'relay.sh')));
      });
    }

    it('allows no request, and says why', async () => {
      const { workbench } = started;
      assert.equal(await asks(hostile), '');
      await workbench.runCommand('Mission Control: Allow Request…');
      await workbench.notifications.toast(/isn’t trusted, so requests are answered/).waitFor();
      await workbench.runCommand('Notifications: Clear All Notifications');
    });

    it('starts no session from the board, and says why', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: New Session from the Board…');
      await workbench.notifications.toast(/isn’t trusted, so no session can be started/).waitFor();
      await workbench.runCommand('Notifications: Clear All Notifications');
    });

    it('takes no label rules from it', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Test Label Rules…');
      await workbench.pick(/Work in the folder/, 'Work in the folder');
      await until(
        () => workbench.editorText(),
        (text) =>
          assert.match(text, /Label rules: Work in the folder[^]*There are no rules for this/),
      );
      const outline = await workbench.tree('Sessions').outline();
      assert.match(outline, /Work in the folder, Waiting for your next prompt/);
      assert.doesNotMatch(outline, /Said by it/);
      await workbench.runCommand('View: Close All Editors');
    });

    it('does so once the person trusts it, and still goes nowhere else', async () => {
      const { workbench } = started;
      await workbench.runCommand('Workspaces: Manage Workspace Trust');
      await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
      await workbench.statusBar.entry('status.workspaceTrust').waitFor({ state: 'detached' });
      await workbench
        .tree('Sessions')
        .row(/Work in the folder, Said by it/)
        .waitFor();
      await workbench.runCommand('Mission Control: Install Hooks');
      await workbench.notifications.answer(/Install hooks for \d+ events/, 'Install Hooks');
      await workbench.notifications.toast(/Hooks are installed/).waitFor();
      assert.match(readFileSync(settings, 'utf8'), /relay\.sh/);
      const decision = asks(hostile);
      await workbench.tree('Sessions').choose(/Needs permission/, 'Allow Request…');
      const { detail } = await workbench.modal.read();
      assert.match(detail, /^Harmless \$\(trash\) \[run\]\(command:workbench.*<img src=x/);
      assert.doesNotMatch(detail, unseen);
      assert.equal(await workbench.modal.root.locator(active).count(), 0);
      await workbench.modal.answer('Allow');
      assert.match(await decision, /"behavior":"allow"/);
      // The editor restarts the host, now with trust, which is cheaper than loading the window.
      const before = hubPid();
      process.kill(before, 'SIGKILL');
      await until(hubPid, (pid) => assert.notEqual(pid, before));
      await onlyOurs();
    });
  });
}

/** Creates a config home with one session. */
async function plant(home: string, prompt: string): Promise<void> {
  const transcript = TranscriptFile.of(home, sessionId);
  await transcript.write(transcript.prompt(prompt));
}
