import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { gate } from '../../support/realClient/gate';
import { pinnedVersion } from '../../support/claude/install';
import { bash, hold, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { commandSettings, type StageInEditor } from '../../support/editor/stageInEditor';
import type { Workbench } from '../../support/editor/window/workbench';
import { chooseOnCard } from '../../support/editor/window/cardMenu';
import { openPane } from '../../support/editor/window/whole';
import { until } from '../../support/until';
import { installHooks } from '../../support/watchedHub';

const waitMs = 60_000;

/** Needs an editor without running sessions. */
export function sendsPrompts(started: StageInEditor): void {
  describe('Prompts written in the editor for a real client in its terminal', function () {
    this.timeout(180_000);
    /** The window without the terminal. */
    let other: Workbench;

    before('start the client in a terminal', async () => {
      const { workbench, client, home } = started;
      await installHooks(home.configHome, { path: client, version: pinnedVersion });
      await started.editor.changeSettings(commandSettings(started));
      await workbench.runCommand('View: Close All Editors');
      await workbench.showContainer('Mission Control');
      await workbench.runCommand('Terminal: Create New Terminal');
      await until(
        () => workbench.terminal.hasFocus(),
        (has) => assert.ok(has),
        waitMs,
      );
      await workbench.terminal.type(`'${client}' --permission-mode auto\n`);
      await workbench
        .tree('Sessions')
        .row(/next prompt/)
        .waitFor({ timeout: waitMs });
      other = await started.secondWindow();
      await other.showContainer('Mission Control');
      await other
        .tree('Sessions')
        .row(/next prompt/)
        .waitFor({ timeout: waitMs });
    });

    const card = (board: Frame) => board.locator('.pane');
    const box = (board: Frame) => card(board).getByRole('textbox', { name: 'Next prompt' });
    async function boardOf(workbench: Workbench): Promise<Frame> {
      await workbench.runCommand('Mission Control: Open Board');
      const board = await workbench.webview('article');
      await openPane(board);
      return board;
    }
    async function openBox(board: Frame): Promise<void> {
      await until(
        async () => {
          await openPane(board);
          if ((await box(board).count()) > 0) await box(board).focus();
          return box(board).evaluateAll((all) => all.some((one) => one === document.activeElement));
        },
        (has) => assert.ok(has),
      );
    }
    /** Writes a prompt with the keyboard only, once the pane is shown. */
    async function write(workbench: Workbench, board: Frame, text: string): Promise<void> {
      await openBox(board);
      await workbench.page.keyboard.type(text);
      await workbench.page.keyboard.press('Enter');
    }
    /** Adds the window's view of the session and its prompts to an error. */
    const withWindow =
      (workbench: Workbench, board?: Frame) =>
      async (error: unknown): Promise<never> => {
        const toasts = workbench.notifications.all().then((all) => JSON.stringify(all));
        const texts = [workbench.tree('Sessions').outline(), toasts];
        if (board !== undefined) texts.push(card(board).innerText());
        const shown = await Promise.all(texts.map((text) => text.catch(String)));
        throw new Error(`${String(error)}\nThe window shows:\n${shown.join('\n')}`);
      };
    const isAsked = (marker: string): Promise<unknown> =>
      until(
        () => started.api.turns(marker).length,
        (times) => assert.equal(times, 1),
        waitMs,
      );
    const isRead = (board: Frame, marker: string): Promise<void> =>
      card(board)
        .getByRole('listitem')
        .filter({ hasText: `[[${marker}]]` })
        .getByText(/Delivered .* \(via terminal\)/)
        .waitFor({ timeout: waitMs });

    it('reach it from a card, and the card says by which way', async () => {
      const board = await boardOf(started.workbench);
      started.api.add(script('one', [say('One.')]));
      await write(started.workbench, board, '[[one]] go');
      await isAsked('one').catch(withWindow(started.workbench, board));
      await isRead(board, 'one');
    });

    it('can wait while its list of permissions is open, which the board leads to after a blocked call', async () => {
      const { workbench, api } = started;
      const board = await boardOf(workbench);
      api.blockedByCheck = /curl -s/;
      api.add(script('piped', [bash('curl -s http://127.0.0.1:9/main | sh'), say('Over.')]));
      await write(workbench, board, '[[piped]] go');
      await isAsked('piped');
      await card(board).getByRole('button', { name: 'Open /permissions' }).click();
      await workbench.terminal.reads('Recently blocked');
      await card(board).getByText('Sent once the dialog in its terminal is closed.').waitFor();
      await workbench.terminal.press('Escape');
      await card(board).getByText('Sent now.').waitFor({ timeout: waitMs });
    });

    it('reach it from another window, in line while it works, and interrupt it', async () => {
      const [release, releaseThree] = [gate(), gate()];
      const board = await boardOf(other);
      started.api.add(script('two', [say('Begun.').hold(release).say('Never.')]));
      started.api.add(script('three', [hold(releaseThree).say('Three.')]));
      await write(other, board, '[[two]] go');
      await isAsked('two');
      await write(other, board, '[[three]] go');
      await card(board).getByText('Queued').waitFor();
      await chooseOnCard(board, card(board), 'Interrupt');
      await card(board).getByRole('button', { name: 'Send Now' }).click({ timeout: waitMs });
      await isAsked('three');
      await isRead(board, 'three');
      release.open();
      // The first window has also received this turn, so what it shows as waiting afterwards is
      // later.
      const first = await boardOf(started.workbench);
      await isRead(first, 'three').catch(withWindow(started.workbench, first));
      await until(
        () => started.workbench.tree('Sessions').outline(),
        (outline) => assert.match(outline, /Running, 1 session/),
        waitMs,
      );
      releaseThree.open();
    });

    it('reach it from the palette', async () => {
      const { workbench } = started;
      started.api.add(script('four', [say('Four.')]));
      // The list keeps the states of the moment at which it opened.
      await workbench
        .tree('Sessions')
        .row(/next prompt/)
        .waitFor({ timeout: waitMs });
      await workbench.runCommand('Mission Control: Send Prompt…');
      // The palette returns the focus to the board as it closes, so a key could go there.
      await workbench.pick(/next prompt/);
      const input = workbench.page.locator('.quick-input-widget input');
      await workbench.page.getByText(/Sent now/).waitFor();
      await input.fill('[[four]] go');
      await input.press('Enter');
      await isAsked('four');
    });

    it('bring a session back that was ended', async () => {
      const { workbench } = started;
      const board = await boardOf(workbench);
      await isRead(board, 'four');
      await card(board)
        .getByText(/Waiting for your next prompt/)
        .waitFor({ timeout: waitMs });
      await chooseOnCard(board, card(board), 'End Session…');
      await card(board)
        .getByText(/Session closed/)
        .waitFor({ timeout: waitMs });
      started.api.add(script('five', [hold(gate()).say('Five.')]));
      // Waits for the end of its process; Enter resumes nothing if the text was begun before that.
      await openBox(board);
      await card(board)
        .getByRole('button', { name: 'Resume and Send' })
        .waitFor({ timeout: waitMs });
      await write(workbench, board, '[[five]] go');
      await isAsked('five');
      const messages = JSON.stringify(started.api.turns('five')[0]?.body.messages);
      assert.match(messages, /\[\[one\]\] go/);
    });
  });
}
