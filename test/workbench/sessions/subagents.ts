import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { gate } from '../../support/realClient/gate';
import { agent, hold, say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { startClient, type ClientSession } from '../../support/claude/session';
import type { StageInEditor } from '../../support/editor/stageInEditor';
import { openPane } from '../../support/editor/window/whole';
import { until } from '../../support/until';

const container = 'Mission Control';

/** Needs an editor without running sessions, with a client whose agent waits for its subagents. */
export function showsSubagents(started: StageInEditor): void {
  describe('The subagents of a real session', function () {
    this.timeout(120_000);
    const release = gate();
    let session: ClientSession | undefined;
    let board: Frame;

    before('have no hooks', async () => {
      await started.home.writeSettings({});
      await started.workbench.runCommand('View: Close All Editors');
    });

    after('end the session', async () => {
      release.open();
      await session?.exit();
      await session?.dispose();
      await started.endSessions();
    });

    /** Waits for a text in a transcript that opens or grows. */
    const reads = (pattern: RegExp): Promise<unknown> => started.workbench.transcript(pattern);

    /** Expands the session's row below that one, which is drawn collapsed there. */
    async function expands(above: string): Promise<void> {
      const tree = started.workbench.tree('Sessions');
      await until(
        () => tree.rows(),
        (rows) => {
          const place = rows.findIndex(({ name }) => name.startsWith('[[parent]] go'));
          assert.equal(rows[place - 1]?.name, above);
          assert.equal(rows[place]?.expanded, false, 'There is nothing to open yet');
        },
      );
      await tree
        .row(/\[\[parent\]\] go/)
        .locator('.monaco-tl-twistie')
        .click();
    }

    it('are nested beneath their parent in the tree', async () => {
      started.api.add(
        script('parent', [
          agent({
            prompt: '[[child]] go',
            subagent_type: 'general-purpose',
            description: 'Plan the routes',
            run_in_background: false,
          }),
          say('All are back.'),
        ]),
        script('child', [
          agent({
            prompt: '[[grandchild]] go',
            subagent_type: 'Explore',
            description: 'Read the router',
            run_in_background: false,
          }),
          say('The routes are planned.'),
        ]),
        script('grandchild', [hold(release).say('It is in router.ts.')]),
      );
      session = await startClient(started);
      await session.prompt('[[parent]] go');
      const { workbench } = started;
      await workbench.showContainer(container);
      const tree = workbench.tree('Sessions');
      // The editor keeps a row collapsed that was drawn before it had children.
      await until(
        () => tree.outline(),
        (outline) => assert.match(outline, /^ {2}\[\[parent\]\] go.*, 2 subagents running/mu),
      );
      await expands('Running, 1 session');
      await until(
        () => tree.outline(),
        (outline) =>
          assert.match(
            outline,
            /^ {2}\[\[parent\]\] go.*\n {4}general-purpose subagent, Plan the routes, running.*\n {6}Explore subagent, Read the router, /mu,
          ),
      );
    });

    it('open their transcript from the tree, however deep they are', async () => {
      const { workbench } = started;
      await workbench
        .tree('Sessions')
        .row(/^Explore subagent/)
        .click();
      await until(
        () => workbench.activeTab(),
        (tab) => assert.match(tab, /^Read the router/),
      );
      await reads(/\[\[grandchild\]\] go/);
    });

    it('are nested on the card, and open their transcript from there', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Open Board');
      board = await workbench.webview('main[aria-label="Sessions"]');
      const shown = await openPane(board, /\[\[parent\]\]/);
      await shown.getByRole('button', { name: 'Details' }).click();
      const list = board.getByRole('list', { name: 'Subagents' });
      await until(
        () => list.ariaSnapshot(),
        (snapshot) =>
          assert.match(
            snapshot,
            /button "general-purpose Plan the routes running[^]*- list:\n[^]*button "Explore Read the router /,
          ),
      );
      await list.getByRole('button', { name: /^general-purpose Plan the routes/ }).click();
      await until(
        () => workbench.activeTab(),
        (tab) => assert.match(tab, /^Plan the routes/),
      );
      await reads(/\[\[child\]\] go/);
    });

    it('tell in it what they go on to say, and stay in the tree when they are done', async () => {
      release.open();
      await reads(/The routes are planned\./);
      await expands('1 session waits for your next prompt');
      await until(
        () => started.workbench.tree('Sessions').outline(),
        (outline) =>
          assert.match(
            outline,
            / {6}general-purpose subagent, Plan the routes, completed.*\n {8}Explore subagent, Read the router, completed/,
          ),
      );
    });
  });
}
