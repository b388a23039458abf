import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { installClient, pinnedVersion } from '../../support/claude/install';
import { IsolatedHome } from '../../support/claude/isolatedHome';
import { say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { ScriptedApi } from '../../support/claude/scriptedApi';
import { startClient, type ClientSession } from '../../support/claude/session';
import { useEditor } from '../../support/editor/fixture';
import { QuickPick } from '../../support/editor/window/quickPick';
import { until } from '../../support/until';
import { installHooks } from '../../support/watchedHub';

const patience = 60_000;

describe('A session in a worktree of its own', function () {
  this.timeout(180_000);
  let api: ScriptedApi;
  let home: IsolatedHome;
  let session: ClientSession;

  const started = useEditor(async () => {
    api = await ScriptedApi.start(script('first', [say('Done.')]));
    // In a terminal of the editor the client would install its own extension.
    home = await IsolatedHome.create({ env: { CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1' } });
    const client = await installClient();
    await installHooks(home.configHome, { path: client, version: pinnedVersion });
    session = await startClient({ api, home });
    await session.turn('[[first]]');
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
    await session?.dispose();
    await home?.dispose();
    await api?.close();
  });

  const worktree = (): string => path.join(home.project, '.claude', 'worktrees', 'tidy-up');

  async function ask(): Promise<QuickPick> {
    const tree = started.workbench.tree('Sessions');
    await tree.row(/first/).waitFor();
    await tree.openMenu(/first/);
    await tree.chooseFromMenu('New Session in a Worktree…');
    const pick = new QuickPick(started.workbench.page);
    await pick.widget.getByPlaceholder('Name of the worktree').waitFor();
    return pick;
  }

  it('is started in a terminal, by the name that is asked for', async () => {
    const pick = await ask();
    await pick.type('tidy up');
    await pick.widget.getByText('Use up to 64 letters').waitFor();
    await pick.type('tidy-up');
    await pick.widget.getByText('Use up to 64 letters').waitFor({ state: 'hidden' });
    await started.workbench.page.keyboard.press('Enter');
    await until(() => existsSync(worktree()), assert.ok, patience);
    await until(
      () => started.workbench.tree('Sessions').outline(),
      (outline) => assert.match(outline, /worktree-tidy-up/),
      patience,
    );
  });

  it('is not started in a worktree that is there, whose files it would share', async () => {
    const pick = await ask();
    await pick.type('tidy-up');
    await pick.widget.getByText('There is a worktree of this name.').waitFor();
    await started.workbench.page.keyboard.press('Enter');
    await pick.widget.getByText('There is a worktree of this name.').waitFor();
    await started.workbench.page.keyboard.press('Escape');
  });
});
