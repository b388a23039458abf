import assert from 'node:assert/strict';
import { say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { StageInEditor } from '../../support/editor/stageInEditor';
import { chooseOnCard } from '../../support/editor/window/cardMenu';
import type { Workbench } from '../../support/editor/window/workbench';
import { until } from '../../support/until';

const patience = 60_000;
/** Time in ms for an answer to Enter. */
const enterMs = 5_000;

/** Needs an editor without running sessions. */
export function leadsToTerminals(started: StageInEditor): void {
  describe('A real session in a terminal of the editor', function () {
    this.timeout(120_000);
    /** The window with the terminal. */
    let holder: Workbench;

    after('leave no session', () => started.endSessions());

    async function shows(window: Workbench, row: RegExp): Promise<void> {
      await until(
        () => window.tree('Sessions').outline(),
        (outline) => assert.match(outline, row),
        patience,
      );
    }

    /** Asserts that typed text reaches the client's terminal without another click. */
    async function answersTo(name: string): Promise<void> {
      const { terminal, page } = holder;
      const hasFocus = async (): Promise<void> => {
        await until(
          () => terminal.hasFocus(),
          (has) => assert.ok(has, 'no terminal has the focus'),
          patience,
        );
      };
      await hasFocus();
      started.api.add(script(name, [say(`Heard ${name}.`)]));
      await page.keyboard.type(`[[${name}]]`);
      await terminal.reads(`[[${name}]]`);
      // A client that has just started accepts letters before it accepts Enter.
      await until(
        async () => {
          await hasFocus();
          await page.keyboard.press('Enter');
          await terminal.reads(`Heard ${name}.`, enterMs);
        },
        () => undefined,
        patience,
      );
      await shows(holder, /Needs You.*\n {2}.*\n {4}.*Waiting for your next prompt/);
    }

    /** Hides the client's terminal behind another one. */
    async function coverTerminal(): Promise<void> {
      await holder.runCommand('Terminal: Create New Terminal');
      await until(
        () => holder.terminal.text(),
        (text) => assert.doesNotMatch(text, /Heard/),
        patience,
      );
    }

    before('start the client in a terminal', async () => {
      holder = started.workbench;
      await holder.runCommand('View: Close All Editors');
      await holder.showContainer('Mission Control');
      await holder.runCommand('Terminal: Create New Terminal');
      await holder.terminal.type(`'${started.client}'\n`);
      await shows(holder, /Waiting for your next prompt/);
      await answersTo('first');
    });

    it('has in its menu what fits a session that runs', async () => {
      const tree = holder.tree('Sessions');
      const submenus = ['Review', 'Transcript', 'New', 'Organize', 'Copy'];
      assert.deepEqual(await tree.openMenu(/first/), [
        'Open Transcript',
        'Send Prompt…',
        'Go to Terminal',
        ...submenus,
      ]);
      const wanted: Readonly<Record<string, readonly string[]>> = {
        New: ['New Session Here', 'Fork in Terminal', 'Open Project in New Window'],
        Copy: ['Copy Title', 'Copy Folder Path', 'Copy Session ID'],
      };
      for (const [submenu, entries] of Object.entries(wanted)) {
        const shown = await tree.openSubmenu(submenu);
        assert.deepEqual(
          entries.filter((entry) => !shown.includes(entry)),
          [],
        );
        await holder.page.keyboard.press('ArrowLeft');
      }
      await tree.closeMenu();
    });

    it('is brought up from its row, over another terminal, with the focus in it', async () => {
      await coverTerminal();
      await holder.tree('Sessions').openMenu(/first/);
      await holder.tree('Sessions').chooseFromMenu('Go to Terminal');
      await holder.terminal.reads('Heard first.');
      await answersTo('row');
    });

    it('is brought up from its card', async () => {
      await coverTerminal();
      await holder.runCommand('Mission Control: Open Board');
      const board = await holder.webview('main[aria-label="Sessions"]');
      await chooseOnCard(board, board.getByRole('article', { name: /first/ }), 'Go to Terminal');
      await holder.terminal.reads('Heard row.');
      await answersTo('card');
    });

    it('is brought up from another window, which says where it is', async () => {
      await coverTerminal();
      const other = await started.secondWindow();
      await other.showContainer('Mission Control');
      await shows(other, /Waiting for your next prompt/);
      await other.tree('Sessions').openMenu(/first/);
      await other.tree('Sessions').chooseFromMenu('Go to Terminal');
      await other.notifications.toast(/Shown in the other window/).waitFor();
      await holder.terminal.reads('Heard card.');
    });
  });
}
