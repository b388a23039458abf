import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { say } from '../../support/claude/reply';
import { script } from '../../support/claude/script';
import { startClient } from '../../support/claude/session';
import type { Stage, StageInEditor } from '../../support/editor/stageInEditor';
import { openFindSession, type QuickPick } from '../../support/editor/window/quickPick';
import { until } from '../../support/until';

const container = 'Mission Control';
const prompt = '[[repair]] the zeppelin';
const startMs = 60_000;
const echoMs = 5_000;

/** Plays a session that ends before the editor starts; returns its id. */
export async function leaveSession({ api, home }: Stage): Promise<string> {
  api.add(script('repair', [say('The zeppelin flies.')]));
  const session = await startClient({ api, home });
  await session.turn(prompt);
  const sessionId = session.sessionId ?? '';
  await session.exit();
  await session.dispose();
  return sessionId;
}

/** Needs an editor without running sessions; `left` is the id of the one that ended. */
export function findsAndResumes(started: StageInEditor, left: () => string): void {
  describe('A session of the real client that is found again', function () {
    this.timeout(180_000);
    let sessionId = '';

    before('show the side bar', async () => {
      sessionId = left();
      started.api.add(script('paint', [say('It is red now.')]));
      started.api.add(script('sell', [say('It is sold.')]));
      await started.workbench.runCommand('View: Close All Editors');
      await started.workbench.showContainer(container);
    });

    after('end the fork', async () => {
      await started.endSessions();
    });

    const find = (): Promise<QuickPick> => openFindSession(started.workbench, 'zeppelin');

    async function rowShows(row: RegExp): Promise<void> {
      const { workbench } = started;
      await until(
        () => workbench.tree('Sessions').outline(),
        (outline) => assert.match(outline, row),
        startMs,
      ).catch(async (error: unknown) => {
        const shown = await workbench.terminal.text().catch(String);
        throw new Error(`${String(error)}\nIts terminal shows:\n${shown}`);
      });
    }

    /**
     * Types into the visible client; repeats if the client was not ready for letters or for Enter.
     */
    async function typeIntoClient(
      text: string,
      isTaken: () => boolean | Promise<boolean>,
    ): Promise<void> {
      const { terminal, page } = started.workbench;
      await until(
        async () => {
          await terminal.type(text);
          await terminal.reads(text, echoMs).catch(async (error: unknown) => {
            await page.keyboard.press('Control+U');
            throw error;
          });
        },
        () => undefined,
        startMs,
      );
      await until(
        async () => {
          await page.keyboard.press('Enter');
          await until(isTaken, (taken) => assert.ok(taken, `${text} is not taken`), echoMs);
        },
        () => undefined,
        startMs,
      );
    }
    const isAsked = (marker: string) => (): boolean => started.api.turns(marker).length > 0;

    const transcripts = (): string => {
      const { configHome, project } = started.home;
      return path.join(configHome, 'projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'));
    };

    async function transcriptIds(): Promise<readonly string[]> {
      const names = (await fs.readdir(transcripts())).filter((name) => name.endsWith('.jsonl'));
      return names.map((name) => path.parse(name).name);
    }

    function transcript(id: string): Promise<string> {
      return fs.readFile(path.join(transcripts(), `${id}.jsonl`), 'utf8');
    }

    async function transcriptSays(id: string, pattern: RegExp): Promise<void> {
      await until(
        () => transcript(id),
        (text) => assert.match(text, pattern),
        startMs,
      );
    }

    it('goes on in a terminal of the editor', async () => {
      const pick = await find();
      await pick.pressToClose(prompt, 'Resume in Terminal');
      await rowShows(/0 Needs You, 1 ready\n.*\n.*zeppelin.*Waiting for your next prompt/);
      await typeIntoClient('[[paint]] it', isAsked('paint'));
      await transcriptSays(sessionId, /The zeppelin flies[^]*It is red now/);
      const asked = started.api.lastTold('paint');
      assert.match(asked, /The zeppelin flies/, 'the client knows what was said before');
    });

    it('is found as one that runs, and leads to its terminal', async () => {
      const { workbench } = started;
      await rowShows(/zeppelin.*Waiting for your next prompt/);
      await workbench.runCommand('View: Toggle Panel Visibility');
      await until(
        () => workbench.terminal.isShown(),
        (isShown) => assert.equal(isShown, false),
      );
      const pick = await find();
      await pick.row(/zeppelin.*Waiting for your next prompt/).waitFor();
      await pick.pressToClose(/zeppelin.*Waiting for your next prompt/, 'Go to Terminal');
      await until(
        () => workbench.terminal.isShown(),
        (isShown) => assert.ok(isShown),
      );
      await workbench.terminal.reads('It is red now');
    });

    it('leads to its card on the board', async () => {
      const { workbench } = started;
      const pick = await find();
      await pick.row(/zeppelin.*Waiting for your next prompt/).waitFor();
      await pick.pressToClose(/zeppelin.*Waiting for your next prompt/, 'Reveal in Board');
      const board = await workbench.webview('main[aria-label="Sessions"]');
      await until(
        () => board.evaluate(() => document.activeElement?.closest('article')?.textContent ?? ''),
        (card) => assert.match(card, /zeppelin/),
      );
    });

    it('opens the transcript that goes on', async () => {
      const { workbench } = started;
      const pick = await find();
      await pick.row(/zeppelin.*Waiting for your next prompt/).waitFor();
      await pick.accept();
      await workbench.transcript(/The zeppelin flies\.[^]*It is red now\./);
    });

    it('is forked after its end, and keeps what it was', async () => {
      const { workbench } = started;
      const before = await transcript(sessionId);
      const known = await transcriptIds();
      await workbench.runCommand('Terminal: Focus Terminal');
      await typeIntoClient('/exit', async () =>
        /^0 Needs You(?!, 1 ready)/mu.test(await workbench.tree('Sessions').outline()),
      );
      const pick = await find();
      await pick.pressToClose(prompt, 'Fork in Terminal');
      await rowShows(/0 Needs You, 1 ready\n.*\n.*Waiting for your next prompt/);
      await typeIntoClient('[[sell]] it', isAsked('sell'));
      const [forkId = ''] = await until(
        async () => (await transcriptIds()).filter((id) => !known.includes(id)),
        (ids) => assert.equal(ids.length, 1),
        startMs,
      );
      await transcriptSays(forkId, /The zeppelin flies[^]*It is sold/);
      assert.ok((await transcript(sessionId)).startsWith(before));
      assert.doesNotMatch(await transcript(sessionId), /It is sold/);
    });
  });
}
