import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import type { ClientFixture } from '../../support/editor/clientFixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { until } from '../../support/until';

const patience = 60_000;

export function newWorktree(started: ClientFixture): void {
  describe('A session in a worktree of its own', function () {
    this.timeout(180_000);
    before('have a client that has had a turn', async () => {
      const { api, session, workbench } = started;
      await workbench.closeEditors();
      if (api.turns('first').length > 0) return;
      api.add(script('first', [say('Done.')]));
      await session.turn('[[first]] go');
    });

    const worktree = (): string =>
      path.join(started.home.project, '.claude', 'worktrees', 'new-door');

    async function ask(): Promise<QuickPick> {
      const tree = started.workbench.tree('Sessions');
      await tree.openMenu(/first/);
      await tree.chooseFromMenu('New Session in a Worktree…');
      const pick = new QuickPick(started.workbench.page);
      await pick.widget.getByPlaceholder('Name of the worktree').waitFor();
      return pick;
    }

    it('is started in a terminal, by the name that is asked for', async () => {
      const pick = await ask();
      await pick.type('new door');
      await pick.widget.getByText('Use up to 64 letters').waitFor();
      await pick.type('new-door');
      await pick.widget.getByText('Use up to 64 letters').waitFor({ state: 'hidden' });
      await pick.accept();
      await until(() => existsSync(worktree()), assert.ok, patience);
      await until(
        () => started.workbench.tree('Sessions').outline(),
        (outline) => assert.match(outline, /worktree-new-door/),
        patience,
      );
    });

    it('is not started in a worktree that is there, whose files it would share', async () => {
      const pick = await ask();
      await pick.type('new-door');
      await pick.widget.getByText('There is a worktree of this name.').waitFor();
      await pick.accept();
      await pick.widget.getByText('There is a worktree of this name.').waitFor();
      await pick.close();
    });
  });
}
