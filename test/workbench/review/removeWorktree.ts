import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { runHeadless } from '../../support/claude/headless';
import { say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { GitRepository } from '../../support/git/gitRepository';
import { until } from '../../support/until';

const patience = 60_000;

export function removeWorktree(started: ClientFixture): void {
  describe('The worktree of a session that is over', function () {
    this.timeout(180_000);
    let main: GitRepository;

    before('have a session that is over', async () => {
      const { api, home, workbench } = started;
      await workbench.closeEditors();
      api.add(script('over', [say('Done.')]));
      const args = ['--worktree', 'tidy-up'];
      const run = await runHeadless({ api, home, prompt: '[[over]]', args });
      assert.equal(run.exitCode, 0, run.stderr);
      main = new GitRepository(home.project);
      await workbench.tree('Sessions').unfold(/^Done/, /over/);
    });

    const worktree = (...names: readonly string[]): string =>
      path.join(started.home.project, '.claude', 'worktrees', 'tidy-up', ...names);

    async function choose(): Promise<void> {
      const tree = started.workbench.tree('Sessions');
      await tree.row(/over/).waitFor();
      await until(
        () => tree.outline(),
        (outline) => assert.match(outline, /tidy-up/),
        patience,
      );
      await tree.openMenu(/over/);
      await tree.chooseFromMenu('Remove Worktree…');
    }

    it('stays while anything in it is not committed, and says what', async () => {
      // The lock of the ended run is still there, and does not prevent the removal.
      assert.match(main.git('worktree', 'list', '--porcelain'), /locked claude .*\(pid \d+/);
      writeFileSync(worktree('notes.txt'), 'mine');
      await choose();
      const { modal } = started.workbench;
      const { message, detail } = await modal.read();
      assert.equal(message, 'The worktree tidy-up can’t be removed yet.');
      assert.match(detail, /^• 1 new file isn’t committed\. Commit or delete it\.\n/);
      await modal.answer('Cancel');
      assert.equal(readFileSync(worktree('notes.txt'), 'utf8'), 'mine');
    });

    it('goes with its branch after a question, and comes back', async () => {
      const tree = main.at(worktree());
      tree.git('clean', '-fdq');
      await choose();
      const { modal, notifications } = started.workbench;
      const { message, detail, buttons } = await modal.read();
      assert.equal(message, 'Remove the worktree tidy-up?');
      assert.match(detail, /Branch: worktree-tidy-up, all merged/);
      assert.deepEqual(buttons.toSorted(), [
        'Cancel',
        'Remove Worktree',
        'Remove Worktree and Branch',
      ]);
      await modal.answer('Remove Worktree and Branch');
      await until(
        () => existsSync(worktree()),
        (isThere) => assert.ok(!isThere),
        patience,
      );
      // The branch is removed after its folder.
      const branch = (): string => main.git('branch', '--list', 'worktree-tidy-up');
      await until(branch, (listed) => assert.equal(listed, ''), patience);
      const removedText =
        /Removed the worktree tidy-up and its branch worktree-tidy-up\. It is kept/;
      await notifications.answer(removedText, 'Undo');
      // Git creates the folder first, then its branch and its files.
      await until(
        () => ({
          branch: tree.git('branch', '--show-current'),
          status: tree.git('--no-optional-locks', 'status', '--porcelain'),
        }),
        (now) => assert.deepEqual(now, { branch: 'worktree-tidy-up\n', status: '' }),
        patience,
      );
    });
  });
}
