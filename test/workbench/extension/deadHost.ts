import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { chooseMore } from '../../support/chooseMore';
import type { EditorFixture } from '../../support/editor/fixture';
import { until } from '../../support/until';
import { configHome, oneSession } from './oneSession';

function hostOf(started: EditorFixture) {
  /** The hub is a thread of it. */
  const hostPid = (): number => {
    const file = path.join(configHome(started), 'mission-control', 'endpoint.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid;
  };
  /** What each open page of the board says of its connection. */
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
  const saying = (...wanted: readonly string[]) =>
    until(connections, (now) => assert.deepEqual(now, wanted), 40_000);
  return { hostPid, connections, saying };
}

/** The window gets two of the two new extension hosts that the editor starts in five minutes. */
export function deadHost(started: EditorFixture): void {
  describe('a window whose extension host is gone', function () {
    this.timeout(180_000);
    const { hostPid, connections, saying } = hostOf(started);
    before('have a session', async () => {
      await started.workbench.closeEditors();
      await oneSession(started);
    });

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

    it('has one live board when the host has been started again, and claims no emptiness before', async () => {
      const { workbench } = started;
      await workbench.showContainer('Mission Control');
      const pid = hostPid();
      const old = await workbench.webview('html[data-place="panel"] .connection');
      await old.evaluate(() => (document.documentElement.dataset['isOld'] = ''));
      const claims = new Set<string>();
      const welcome = workbench.page.locator('.part.sidebar .welcome-view:visible');
      process.kill(pid, 'SIGKILL');
      await until(
        async () => {
          for (const text of await welcome.allInnerTexts()) claims.add(text);
          const now = await connections();
          return [now, hostPid() === pid];
        },
        (now) => assert.deepEqual(now, [['Live'], false]),
        60_000,
      );

      assert.doesNotMatch([...claims].join(), /No Claude Code sessions/);
      const oneBoard = () =>
        until(
          () => workbench.tabs(),
          (tabs) => assert.deepEqual(tabs, ['Mission Control']),
        );
      await oneBoard();
      await workbench.runCommand('Mission Control: Open Board');
      await oneBoard();
      await saying('Live');
    });
  });

  describe('a transcript whose extension host is gone', function () {
    this.timeout(180_000);
    const { hostPid, saying } = hostOf(started);
    before('have a session', () => oneSession(started));

    it('is closed, and opened again when it is asked for', async () => {
      const { workbench } = started;
      await workbench.statusBar.entry('missionControl.needsYou').waitFor();
      await workbench.runCommand('Mission Control: Open Board');
      await saying('Live');
      const openTranscript = async () => {
        const board = await workbench.webview('html[data-place="panel"] .card');
        await board.getByRole('button', { name: 'Build the checkout page' }).click();
        return workbench.transcript(/Build the checkout page/);
      };
      await openTranscript();
      const [, transcriptTab] = await workbench.tabs();
      assert.match(transcriptTab ?? '', /^Build the checkout page/);
      assert.equal(await workbench.activeTab(), transcriptTab);
      const pid = hostPid();
      process.kill(pid, 'SIGKILL');
      await until(
        () => workbench.tabs(),
        (tabs) => assert.deepEqual(tabs, ['Mission Control']),
        60_000,
      );
      assert.notEqual(hostPid(), pid);
      await saying('Live');
      const again = await openTranscript();
      assert.deepEqual(await workbench.tabs(), ['Mission Control', transcriptTab]);
      await chooseMore(again, 'Open as Text');
      await until(
        () => workbench.visibleEditorText(),
        (text) => assert.match(text, /> Build the checkout page/),
      );
    });
  });
}
