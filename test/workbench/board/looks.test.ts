import * as assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { useEditor } from '../../support/editor/fixture';
import { Workbench } from '../../support/editor/window/workbench';
import { openedPull, redTests, writeTurn } from '../../support/hub/deliveredWork';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

const titles = ['Open the shop', 'Sort the list', 'Count the stock'] as const;

describe('what changed since a person looked', function () {
  this.timeout(120_000);
  let root = '';
  let second: Workbench;
  const file = (id: string): TranscriptFile =>
    TranscriptFile.of(root, `5e551011-0000-4000-8000-0000000000${id}`);
  const started = useEditor(async () => {
    root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'mission-control-')));
    // What a hub left that ended when the person went, ten minutes ago.
    const since = Date.now() - 10 * 60_000;
    const looks = { allSeenAt: since, absence: { since, isTold: false }, sessions: {} };
    await fs.mkdir(path.join(root, 'mission-control'), { mode: 0o700 });
    const kept = path.join(root, 'mission-control', 'looks.json');
    await fs.writeFile(kept, JSON.stringify(looks), { mode: 0o600 });
    await writeTurn(file('01'), titles[0], openedPull(41));
    await writeTurn(file('02'), titles[1], redTests);
    await writeTurn(file('03'), titles[2]);
    return { env: { CLAUDE_CONFIG_DIR: root } };
  });
  before('open a second window', async () => {
    await started.workbench.showContainer('Mission Control');
    await started.workbench.runCommand('Mission Control: Open Board');
    second = await Workbench.open(started.context, started.editor);
    await second.showContainer('Mission Control');
  });
  after(() => fs.rm(root, { recursive: true, force: true }));

  const board = () => started.workbench.webview('main[aria-label="Sessions"]');
  const cards = async (): Promise<readonly string[]> =>
    (await board())
      .locator('[data-unseen="true"]')
      .evaluateAll((all) => all.map((one) => one.textContent));
  const rows = async (window: Workbench): Promise<readonly string[]> => {
    const outline = await window.tree('Sessions').outline();
    return outline.split('\n').filter((row) => row.includes('changed since you looked'));
  };
  /** Waits until the trees of both windows mark these sessions, and the board of one where it is open. */
  const marked = async (expected: readonly string[], hasBoard = true): Promise<void> => {
    await until(
      async () => [
        await rows(started.workbench),
        await rows(second),
        ...(hasBoard ? [await cards()] : []),
      ],
      (places) => {
        for (const place of places) {
          const names = titles.filter((title) => place.some((row) => row.includes(title)));
          assert.deepEqual(names, expected);
        }
      },
    );
  };
  const line = async () => (await board()).getByRole('region', { name: 'While you were away' });

  it('is marked in every window, and summed up in one line on the board', async () => {
    await marked(titles);
    const words = await (await line()).innerText();
    assert.match(
      words.replaceAll(/\s+/g, ' '),
      /Since .*: 1 session with red tests · 1 PR opened · 1 finished/,
    );
  });

  it('is gone through on the board; what was looked at there is marked nowhere', async () => {
    await (await line()).getByRole('button', { name: 'Go Through' }).click();
    await (await line()).getByText('1 of 3').waitFor();
    const page = await board();
    const focused = await page.locator('article:focus-within').getAttribute('data-session');
    const seen = Number(focused?.slice(-1)) - 1;
    await marked(titles.filter((_, index) => index !== seen));
    await (await line()).getByRole('button', { name: 'Next' }).click();
    await (await line()).getByText('2 of 3').waitFor();
    await until(
      () => page.locator('[data-unseen="true"]').count(),
      (count) => assert.equal(count, 1),
    );
  });

  it('is led to by a command, in another window as well', async () => {
    const page = await board();
    await second.runCommand('Mission Control: Next Changed Session');
    await second.transcript(/Done\./);
    await marked([]);
    await (await line()).getByRole('button', { name: 'Close' }).click();
    await (await line()).waitFor({ state: 'detached' });
    assert.equal(await page.locator('[data-unseen="true"]').count(), 0);
    await second.runCommand('View: Close All Editors');
    await second.runCommand('Mission Control: Next Changed Session');
    await second.page.getByText('Nothing changed since you looked.').first().waitFor();
  });

  it('is marked anew when a session comes to rest while nobody watches', async () => {
    await started.workbench.runCommand('View: Close All Editors');
    const { sessionId, file: place } = file('03');
    const later = new TranscriptFile(sessionId, place, Date.now());
    await later.write(later.prompt('Count it again'));
    await until(
      () => started.workbench.tree('Sessions').outline(),
      (outline) => assert.doesNotMatch(outline, /Count the stock, Waiting/),
    );
    await later.write(later.answer('Counted.', 'again'), later.turnEnded());
    await marked([titles[2]], false);
  });
});
