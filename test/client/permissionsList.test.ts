import assert from 'node:assert/strict';
import { asPaste, typePermissions } from '../../src/extension/views/prompt/typing';
import { newestVersion, pinnedVersion } from '../support/claude/install';
import { ClientStage } from '../support/claude/stage';

const controlS = '\u0013';

for (const version of new Set([newestVersion, pinnedVersion])) {
  describe(`/permissions typed into client ${version}`, function () {
    this.timeout(120_000);
    let stage: ClientStage;
    before(async () => (stage = await ClientStage.open({ hooks: false, version })));
    after(() => stage?.close());

    it('opens the list and gives a draft back', async () => {
      const { terminal } = await stage.client();
      const typed = { sendText: (text: string) => terminal.type(text) };
      const open = async (): Promise<void> => {
        await typePermissions(typed);
        await terminal.waitForScreen(/Esc to (?:close|cancel|exit)/u);
        terminal.press('escape');
      };
      terminal.type(asPaste('A draft'));
      await terminal.waitForScreen(/❯\sA draft/u);
      await open();
      await terminal.waitForScreen(/❯\sA draft/u);

      terminal.type(controlS);
      await terminal.waitForScreen('draft stashed');
      await open();
      await terminal.waitForScreen((screen) => !screen.includes('Esc to'));
      terminal.press('up');
      await terminal.waitForScreen(/❯\sA draft/u);
      assert.deepEqual(stage.api.turns(), []);
    });
  });
}
