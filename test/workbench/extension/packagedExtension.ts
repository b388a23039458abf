import * as assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { extensionId } from '../../../src/extension/manifest';
import type { EditorFixture } from '../../support/editor/fixture';
import { packageUnderTest } from '../../support/editor/install/vsix';
import { until } from '../../support/until';

const statusItem = 'missionControl.needsYou';

/** Maximum size of the download, in bytes. */
const mostBytes = 1_600_000;

/** Needs an editor without sessions that has all of its own extensions. */
export function packagedExtension(started: EditorFixture): void {
  describe('the packaged extension', function () {
    this.timeout(120_000);

    it('is small', async () => {
      const { size } = statSync(await packageUnderTest());
      assert.ok(size <= mostBytes, `${size} bytes`);
    });

    it('starts by itself and shows its item in the status bar', async () => {
      await started.workbench.statusBar.entry(statusItem).waitFor();
    });

    it('opens the board from the palette', async () => {
      await started.workbench.runInPalette('Mission Control: Open Board');
      const board = await started.workbench.webview('main');
      await board
        .getByText(/no .*sessions/i)
        .first()
        .waitFor();
    });

    it('hides commands that need a session from the palette', async () => {
      // The editor draws only as many entries as fit.
      const shown = async (title: string): Promise<readonly string[]> =>
        started.workbench.paletteEntries(`Mission Control: ${title}`);
      assert.ok((await shown('Install Hooks')).includes('Mission Control: Install Hooks'));
      assert.ok(!(await shown('Reveal in Board')).includes('Mission Control: Reveal in Board'));
    });
  });
}

/** Closes the only window. */
export function leavesNothingBehind(started: EditorFixture): void {
  describe('the packaged extension', function () {
    this.timeout(120_000);

    it('leaves no hub and no errors behind when its last window closes', async () => {
      const { editor, workbench } = started;
      const endpoint = path.join(editor.root, 'home/.claude/mission-control/endpoint.json');
      await until(() => existsSync(endpoint), assert.ok);
      const { url } = JSON.parse(readFileSync(endpoint, 'utf8')) as { readonly url: string };
      await workbench.close();
      await until(
        () =>
          fetch(url).then(
            () => 'listens',
            () => 'gone',
          ),
        (state) => assert.equal(state, 'gone'),
      );
      // An error with its stack; the editor's own extensions log some when they end.
      const errors = (await editor.logs()).match(/\[error\].*(?:\n\s+at .*)*/g) ?? [];
      const own = errors.filter((error) => error.includes(extensionId));
      assert.deepEqual(own, []);
    });
  });
}
