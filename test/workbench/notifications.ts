import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { EditorFixture } from '../support/editor/fixture';
import { active, hostile, unseen } from '../support/editor/hostile';
import { HookCalls } from '../support/editor/hookCalls';
import type { Notice } from '../support/editor/window/dialogs';
import { Workbench } from '../support/editor/window/workbench';
import { until } from '../support/until';
import { waitFixedTime } from '../support/waitFixedTime';

const statusItem = 'missionControl.needsYou';

/** Needs an editor without pending notifications; closes its first window. */
export function notifies(started: EditorFixture, home: () => string): void {
  describe('Notifications of the packaged extension', function () {
    this.timeout(120_000);
    let hooks: HookCalls;
    /** The window without the person's focus. */
    let unfocused: Workbench;
    /** The window with the person's focus. */
    let focused: Workbench;

    before('open two windows', async () => {
      hooks = new HookCalls(home());
      addTranscript('before', 'Wait since yesterday');
      unfocused = started.workbench;
      await unfocused.closeEditors();
      await unfocused.notifications.clear();
      focused = await Workbench.open(started.context, started.editor);
      // A new window may restore tabs of the first one; a visible board suppresses notifications.
      await focused.closeEditors();
      for (const window of [unfocused, focused]) {
        await window.showContainer('Mission Control');
        await until(
          () => window.statusBar.read(statusItem),
          ({ text }) => assert.match(text, /^\d+ Needs You/),
        );
      }
      await unfocused.giveFocus(false);
      await focused.giveFocus(true);
    });

    function addTranscript(sessionId: string, prompt: string): void {
      const folder = path.join(home(), 'projects', '-home-dev-shop');
      mkdirSync(folder, { recursive: true });
      const line = {
        type: 'user',
        uuid: `uuid of ${sessionId}`,
        sessionId,
        cwd: '/home/dev/shop',
        timestamp: new Date().toISOString(),
        message: { role: 'user', content: prompt },
      };
      writeFileSync(path.join(folder, `${sessionId}.jsonl`), `${JSON.stringify(line)}\n`);
    }

    /** The window's notifications, once they are as expected. */
    async function shows(window: Workbench, ...messages: RegExp[]): Promise<readonly Notice[]> {
      return until(
        () => window.notifications.all(),
        (notices) => {
          assert.equal(notices.length, messages.length, JSON.stringify(notices));
          for (const [index, message] of messages.entries())
            assert.match(notices[index]?.message ?? '', message);
        },
      );
    }

    /** Waits until the hub has decided about the session's need since then. */
    async function decided(sessionId: string, since: number): Promise<void> {
      await until(
        () => readFileSync(path.join(home(), 'mission-control', 'notified.json'), 'utf8'),
        (text) => {
          const at = (JSON.parse(text) as Readonly<Record<string, number>>)[sessionId];
          assert.ok(at !== undefined && at >= since);
        },
      );
    }

    /** Waits until the status bar item of the focused window has a colour. */
    async function itemIs(color: 'error' | 'warning'): Promise<void> {
      await until(
        () => focused.statusBar.read(statusItem),
        ({ background }) => assert.equal(background, color),
      );
    }

    /** Closes visible notifications, so that the next one is shown at once. */
    async function clear(): Promise<void> {
      await focused.notifications.clear();
      await shows(focused);
    }

    it('appear once over all windows, where the person looks', async () => {
      await hooks.block('one', 'Build the checkout page', 'npm run build');
      const [notice] = await shows(
        focused,
        /^shop · Needs permission: Bash · npm run build — Build the checkout page$/,
      );
      assert.deepEqual(notice?.buttons, ['Show Board', 'Mute…']);
      await shows(unfocused);
      await focused.notifications.answer(/Build the checkout/, 'Show Board');
      const board = await focused.webview('main[aria-label="Sessions"]');
      await board.getByText('Build the checkout page').filter({ visible: true }).first().waitFor();
      assert.deepEqual(await unfocused.tabs(), []);
    });

    it('leave a session whose card is before the eyes to the colour of the status bar', async () => {
      await hooks.release('one', 'npm run build');
      // A window that receives both changes at once would see a session that was blocked all the
      // time.
      await until(
        () => focused.tree('Sessions').outline(),
        (outline) => assert.match(outline, /Running[^]*Build the checkout page/),
      );
      const since = Date.now();
      const standsOut = itemIs('error');
      await hooks.block('one', 'Build the checkout page', 'npm run publish');
      await standsOut;
      assert.notEqual((await unfocused.statusBar.read(statusItem)).background, 'error');
      const board = await focused.webview('main[aria-label="Sessions"]');
      await board.getByText('npm run publish').filter({ visible: true }).first().waitFor();
      await decided('one', since);
      await waitFixedTime(1_000);
      await shows(focused);
      await shows(unfocused);
      await itemIs('warning');
      // The next tests need sessions that are not visible.
      await focused.runCommand('View: Close All Editors');
    });

    it('are one for those who call while another is on the screen', async () => {
      await hooks.block('first', 'Add a menu');
      await shows(focused, /— Add a menu$/);
      // A toast under the pointer stays.
      await focused.notifications.toast(/Add a menu/).hover();
      for (const [sessionId, title] of [
        ['cart', 'Add a cart'],
        ['list', 'Add a wish list'],
      ] as const) {
        await hooks.block(sessionId, title);
        await decided(sessionId, 0);
      }
      await focused.notifications.close(/Add a menu/);
      const [notice] = await shows(
        focused,
        /^2 sessions now need you: shop · Add a (?:cart|wish list) .*, shop · Add a /,
      );
      assert.deepEqual(notice?.buttons, ['Show', 'Mute…']);
      await clear();
    });

    it('show foreign text as text', async () => {
      await hooks.block('hostile', hostile, hostile);
      const toast = focused.notifications.toast(/Harmless/);
      await toast.waitFor();
      const message = toast.locator('.notification-list-item-message');
      assert.equal(await message.locator(`a, ${active}`).count(), 0);
      const text = await message.innerText();
      assert.match(text, /Harmless \$\(trash\) \[run\] \(command:workbench/);
      assert.doesNotMatch(text, unseen);
      await clear();
    });

    it('say nothing of a session whose transcript is before the eyes', async () => {
      addTranscript('read', 'Explain the parser');
      await hooks.call('read', 'UserPromptSubmit', { prompt: 'Explain the parser' });
      await focused
        .tree('Sessions')
        .row(/^Explain the parser/)
        .click();
      await until(
        () => focused.activeTab(),
        (tab) => assert.match(tab, /^Explain the parser/),
      );
      await hooks.block('read', 'Explain the parser');
      await decided('read', 0);
      await shows(focused);
      await shows(unfocused);
    });

    it('do what a late press says, and tell that nobody waits any more', async () => {
      await hooks.block('late', 'Fix the footer');
      await shows(focused, /— Fix the footer$/);
      // A toast under the pointer stays, however late the press is.
      await focused.notifications.toast(/Fix the footer/).hover();
      await hooks.release('late');
      await until(
        () => focused.tree('Sessions').outline(),
        (outline) => assert.match(outline, /Running[^]*Fix the footer/),
      );
      await focused.notifications.answer(/Fix the footer/, 'Show Board');
      await until(
        () => focused.page.locator('.part.statusbar').innerText(),
        (text) => assert.match(text, /“Fix the footer” is no longer waiting/),
      );
      await shows(focused);
      await focused.runCommand('View: Close All Editors');
    });

    it('are muted for a session, in every window, until that is taken back', async () => {
      await hooks.block('loud', 'Sort the imports');
      await shows(focused, /— Sort the imports$/);
      await focused.notifications.answer(/Sort the imports/, 'Mute…');
      await focused.pick(/Session “Sort the imports”.*until you unmute/);
      for (const window of [focused, unfocused]) {
        await until(
          () => window.tree('Sessions').outline(),
          (outline) => assert.match(outline, /Sort the imports.*notifications muted/),
        );
      }
      await hooks.block('loud', 'Sort the imports');
      await hooks.block('other', 'Name the colours');
      await shows(focused, /— Name the colours$/);
      await clear();
      await unfocused.tree('Sessions').choose(/^Sort the imports/, 'Unmute Notifications…');
      await until(
        () => focused.tree('Sessions').outline(),
        (outline) => assert.doesNotMatch(outline, /muted/),
      );
      await hooks.release('loud');
      await hooks.block('loud', 'Sort the imports');
      await shows(focused, /— Sort the imports$/);
      await clear();
    });

    it('are muted for an hour from the menu of the status bar, which says so', async () => {
      await focused.statusBar.entry(statusItem).click();
      await focused.pick(/Mute Notifications for an Hour/, 'Mute');
      for (const window of [focused, unfocused]) {
        await until(
          () => window.statusBar.read(statusItem),
          ({ name }) => assert.match(name, /notifications muted/),
        );
      }
      const muted = Date.now();
      await hooks.release('other');
      await hooks.block('other', 'Name the colours');
      await decided('other', muted);
      await focused.statusBar.entry(statusItem).click();
      await focused.pick(/Unmute Notifications/, 'Unmute');
      await until(
        () => focused.statusBar.read(statusItem),
        ({ name }) => assert.doesNotMatch(name, /muted/),
      );
      await hooks.block('again', 'Draw the chart');
      await shows(focused, /— Draw the chart$/);
      await clear();
    });

    it('go on when the window of the hub closes', async () => {
      const { startedAt } = hooks.endpoint;
      await unfocused.close();
      await until(
        () => hooks.endpoint,
        (next) => assert.notEqual(next.startedAt, startedAt),
      );
      // A window shows notifications once it is connected to the next hub.
      await hooks.call('calm', 'UserPromptSubmit', { prompt: 'Sand the house' });
      await focused
        .tree('Sessions')
        .row(/Sand the house/)
        .waitFor();
      await hooks.block('new', 'Paint the house');
      await shows(focused, /— Paint the house$/);
    });

    it('are off where the person set that', async () => {
      await clear();
      await focused.changeUserSettings({ 'missionControl.notifications': 'off' });
      // The window applies the setting a moment later, and shows some more notifications until
      // then.
      await until(
        async () => {
          await clear();
          const sessionId = `off ${Date.now()}`;
          await hooks.block(sessionId, 'Count the sheep');
          await decided(sessionId, 0);
          await waitFixedTime(1_000);
          return focused.notifications.all();
        },
        (notices) => assert.deepEqual(notices, []),
      );
    });
  });
}
