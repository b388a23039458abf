import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { chooseMore } from '../../support/chooseMore';
import { gate } from '../../support/realClient/gate';
import { bash, hold, say } from '../../support/claude/reply';
import { pinnedVersion } from '../../support/claude/install';
import { script } from '../../support/claude/script';
import { startClient, type ClientSession } from '../../support/claude/session';
import type { StageInEditor } from '../../support/editor/stageInEditor';
import { backToLists, leaveBoard, openPane } from '../../support/editor/window/whole';
import { until } from '../../support/until';
import { installHooks } from '../../support/watchedHub';

const statusItem = 'missionControl.needsYou';
const container = 'Mission Control';

/** Needs an editor whose config home has neither sessions nor our hooks yet. */
export function showsALiveSession(started: StageInEditor): void {
  describe('A real session in the packaged extension', function () {
    this.timeout(120_000);
    let session: ClientSession;
    let board: Frame;

    after(() => session?.dispose());

    /** Waits until all native surfaces show the same board. */
    async function shows(blocked: number, ready: number, row: RegExp): Promise<void> {
      const { workbench } = started;
      await until(
        async () => ({
          bar: await workbench.statusBar.read(statusItem),
          badge: await workbench.badge(container),
          outline: await workbench.tree('Sessions').outline(),
        }),
        ({ bar, badge, outline }) => {
          assert.equal(bar.text, `${blocked} Needs You${ready > 0 ? ` · ${ready} ready` : ''}`);
          assert.equal(bar.background, blocked > 0 ? 'warning' : 'none');
          assert.equal(badge, blocked > 0 ? String(blocked) : '');
          assert.match(outline, row);
        },
      );
    }

    async function boardShows(group: string, text: RegExp): Promise<void> {
      await until(
        async () => board.getByRole('region', { name: new RegExp(`^${group}`) }).ariaSnapshot(),
        (snapshot) => assert.match(snapshot, text),
      );
    }

    it('says what to do before there is any session', async () => {
      const { workbench } = started;
      await workbench.showContainer(container);
      await until(
        () => workbench.page.locator('.part.sidebar').innerText(),
        (text) => assert.match(text, /Install Hooks/),
      );
      await until(
        () => workbench.statusBar.read(statusItem),
        ({ text }) => assert.equal(text, '0 Needs You'),
      );
    });

    it('shows a session with hooks at rest, and does not shout', async () => {
      const { home, client } = started;
      await installHooks(home.configHome, { path: client, version: pinnedVersion });
      session = await startClient(started);
      await shows(0, 1, /Needs You.*\n {2}.*\n {4}.*Waiting for your next prompt/);
      await started.workbench.runCommand('Mission Control: Open Board');
      board = await started.workbench.webview('main[aria-label="Sessions"]');
      await boardShows('Needs You', /Waiting for your next prompt/);
    });

    it('warns while a permission is asked, with the command on the card, and shows work as running', async () => {
      const release = gate();
      started.api.add(script('allow', [bash('touch built.txt'), hold(release).say('Built.')]));
      await session.turn('[[allow]] on the parser');
      await shows(1, 0, /Needs permission: Bash/);
      await boardShows('Needs You', /Needs permission: Bash[^]*touch built\.txt/);
      const tooltip = await started.workbench.hover(started.workbench.statusBar.entry(statusItem));
      assert.match(tooltip, /\[\[allow\]\] on the parser.*Needs permission: Bash/);
      await session.answerYes();
      await shows(0, 0, /Running.*\n {2}.*(Thinking|Runs )/);
      await boardShows('Running', /\[\[allow\]\] on the parser/);
      release.open();
      await shows(0, 1, /Waiting for your next prompt/);
    });

    it('opens the transcript at a double click on the card, and follows it', async () => {
      const { workbench } = started;
      await board
        .getByRole('button', { name: /on the parser/ })
        .first()
        .dblclick();
      const shown = await workbench.transcript(/Built\./);
      started.api.add(script('more', [say('A further answer, just written.')]));
      await session.turn('[[more]] please');
      await shown.getByText('A further answer, just written.').waitFor();
      await chooseMore(shown, 'Last Prompt');
      await shown.locator('article:focus').filter({ hasText: '[[more]] please' }).waitFor();
    });

    it('explains the state on the board, by the command and in the hover of the row', async () => {
      const { workbench } = started;
      const picked = workbench.page.locator('.quick-input-widget').getByText(/on the parser/);
      // A page that gets the focus late closes the list.
      await until(
        async () => {
          await workbench.runCommand('Mission Control: Why This State?');
          await picked.first().click({ timeout: 5_000 });
        },
        () => undefined,
        60_000,
      );
      board = await workbench.webview('main[aria-label="Sessions"]');
      const why = board.getByRole('list', { name: 'Why this state' });
      await until(
        () => why.innerText(),
        (text) =>
          assert.match(
            text,
            /^Hook: Stop.* · [\d:]+\s[AP]M · certain\nRegistry: idle \(agrees\) · /,
          ),
      );
      const tooltip = await workbench.hover(workbench.tree('Sessions').row(/on the parser/));
      assert.match(tooltip, /Hook: Stop.* · [\d:]+\s[AP]M · certain/);
      await backToLists(board);
    });

    it('dismisses the session until there is activity, and restores it', async () => {
      const { workbench } = started;
      const tree = workbench.tree('Sessions');
      await tree.choose(/on the parser/, 'Dismiss');
      await shows(0, 0, /Done, 1 session/);
      await leaveBoard(board);
      await boardShows('Done', /button "1 dismissed"/);
      await board.getByRole('button', { name: '1 dismissed' }).click();
      await (await openPane(board)).getByRole('button', { name: 'Restore' }).click();
      await backToLists(board);
      await shows(0, 1, /Waiting for your next prompt/);
      await tree.openMenu(/on the parser/);
      await tree.chooseFromMenu('Dismiss');
      await shows(0, 0, /Done, 1 session/);
      started.api.add(script('wake', [say('Here again.')]));
      await session.turn('[[wake]] up');
      await shows(0, 1, /Waiting for your next prompt/);
    });

    it('moves the session to Done when it ends, also in a tree that nobody sees meanwhile', async () => {
      const { workbench } = started;
      await workbench.showContainer('Explorer');
      await session.exit();
      await until(
        () => workbench.statusBar.read(statusItem),
        ({ text }) => assert.equal(text, '0 Needs You'),
      );
      await workbench.showContainer(container);
      await shows(0, 0, /0 Needs You[^]*Done, 1 session/);
      await started.workbench.runCommand('Mission Control: Open Board');
      board = await started.workbench.webview('main[aria-label="Sessions"]');
      await boardShows('Done', /Session closed/);
    });
  });
}
