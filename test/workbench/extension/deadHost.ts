import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { chooseMore } from '../../support/chooseMore';
import type { EditorFixture } from '../../support/editor/fixture';
import { until } from '../../support/until';
import { configHome, oneSession } from './oneSession';

function hostOf(started: EditorFixture) {
  /** Process id of the extension host, of which the hub is a thread. */
  const hostPid = (): number => {
    const file = path.join(configHome(started), 'mission-control', 'endpoint.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid;
  };
  /** Connection state shown by each open page of the board. */
  const connections = async (): Promise<readonly string[]> => {
    const frames = started.workbench.page.frames();
    const all = await Promise.all(
      frames.map((frame) =>
        frame
          .locator('html[data-place="panel"]')
          .evaluateAll((roots) =>
            roots.map((root) => {
              const text = root.querySelector('.connection span')?.textContent ?? '';
              return root.dataset['isOld'] === undefined ? text : `${text} (old)`;
            }),
          )
          .catch(() => []),
      ),
    );
    return all.flat();
  };
  const waitForConnections = (...wanted: readonly string[]) =>
    until(connections, (now) => assert.deepEqual(now, wanted), 40_000);
  return { hostPid, connections, saying: waitForConnections };
}

/** Uses one of the two restarts of the extension host that the editor makes within five minutes. */
export function deadHost(started: EditorFixture): void {
  describe('a window whose extension host is gone', function () {
    this.timeout(180_000);
    const { hostPid, connections, saying } = hostOf(started);
    before('have a session', async () => {
      await started.workbench.closeEditors();
      await oneSession(started);
    });

    /** Opens the transcript from the board; returns its tab. */
    async function openTranscript(): Promise<string> {
      const { workbench } = started;
      const board = await workbench.webview('html[data-place="panel"] .card');
      await board.getByRole('button', { name: 'Build the checkout page' }).dblclick();
      await workbench.transcript(/Build the checkout page/);
      const [, tab = ''] = await workbench.tabs();
      assert.match(tab, /^Build the checkout page/);
      return tab;
    }

    it('says so on the board while it hangs, and is live again by itself', async () => {
      const { workbench } = started;
      await workbench.statusBar.entry('missionControl.needsYou').waitFor();
      await workbench.runCommand('Mission Control: Open Board');
      await saying('Live');
      const pid = hostPid();
      process.kill(pid, 'SIGSTOP');
      try {
        await saying('Not connected…');
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await saying('Live');
    });

    it('has one live board when its host was started again, claims no emptiness before, and opens a closed transcript again', async () => {
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      await workbench.runCommand('Mission Control: Open Board');
      await saying('Live');
      const transcriptTab = await openTranscript();
      // The board stays visible beside it.
      await workbench.runCommand('View: Move Editor into Next Group');
      await saying('Live');
      const pid = hostPid();
      const old = await workbench.webview('html[data-place="panel"] .connection');
      await old.evaluate(() => (document.documentElement.dataset['isOld'] = ''));
      const claims = new Set<string>();
      const welcome = workbench.page.locator('.part.sidebar .welcome-view:visible');
      process.kill(pid, 'SIGKILL');
      await until(
        async () => {
          for (const text of await welcome.allInnerTexts()) claims.add(text);
          return [await connections(), await workbench.tabs(), hostPid() === pid];
        },
        (now) => assert.deepEqual(now, [['Live'], ['Mission Control'], false]),
        60_000,
      );

      assert.doesNotMatch([...claims].join(), /No sessions right now/);
      await workbench.runCommand('Mission Control: Open Board');
      await until(
        () => workbench.tabs(),
        (tabs) => assert.deepEqual(tabs, ['Mission Control']),
      );
      await saying('Live');
      assert.equal(await openTranscript(), transcriptTab);
      assert.deepEqual(await workbench.tabs(), ['Mission Control', transcriptTab]);
      await chooseMore(await workbench.transcript(/Build the checkout page/), 'Open as Text');
      await until(
        () => workbench.visibleEditorText(),
        (text) => assert.match(text, /> Build the checkout page/),
      );
    });
  });
}
