import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { StageInEditor } from '../../support/editor/stageInEditor';
import { QuickPick } from '../../support/editor/window/quickPick';
import { until } from '../../support/until';

/** Needs an editor with a folder and without machines. */
export function namesUnreadMachines(started: StageInEditor): void {
  describe('Machines in the settings of a workspace', function () {
    this.timeout(120_000);
    let file: string;

    before('write them down', async () => {
      file = path.join(started.home.project, '.vscode', 'settings.json');
      await fs.mkdir(path.dirname(file), { recursive: true });
      const machines = JSON.stringify([{ ssh: 'elsewhere' }]);
      await fs.writeFile(file, `{ // mine\n "missionControl.machines": ${machines}, }`);
    });
    after(() => fs.rm(file));

    it('are said not to be read there, and where they belong', async () => {
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      const list = new QuickPick(workbench.page);
      await workbench.runCommand('Mission Control: Manage Machines…');
      await until(
        () => list.widget.innerText(),
        (text) => {
          assert.match(text, /The machines in \.vscode\/settings\.json are not read/u);
          assert.match(text, /This setting belongs in (?:your user|the remote) settings/u);
          assert.doesNotMatch(text, /No other machine/u);
        },
      );
      await list.close();
    });
  });
}
