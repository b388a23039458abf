import * as assert from 'node:assert/strict';
import type { EditorFixture } from '../../support/editor/fixture';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';
import { titles, type DeliveredWork } from './outcomesScene';

/** Sessions that became idle while the person was away. */
export function looks(started: EditorFixture, work: DeliveredWork): void {
  describe('what changed since a person looked', function () {
    this.timeout(120_000);
    before('open the board', async () => {
      await started.workbench.showContainer('Mission Control');
      await started.workbench.runCommand('Mission Control: Open Board');
    });

    const board = () => started.workbench.webview('main[aria-label="Sessions"]');
    const cards = async (): Promise<readonly string[]> =>
      (await board())
        .locator('[data-unseen="true"]')
        .evaluateAll((all) => all.map((one) => one.textContent));
    const rows = async (): Promise<readonly string[]> => {
      const outline = await started.workbench.tree('Sessions').outline();
      return outline.split('\n').filter((row) => row.includes('changed since you looked'));
    };
    /** Waits until the tree, and the board if it is open, marks these sessions. */
    const marked = async (expected: readonly string[], hasBoard = true): Promise<void> => {
      await until(
        async () => [await rows(), ...(hasBoard ? [await cards()] : [])],
        (places) => {
          for (const place of places) {
            const names = titles.filter((title) => place.some((row) => row.includes(title)));
            assert.deepEqual(names, expected);
          }
        },
      );
    };
    const line = async () => (await board()).getByRole('region', { name: 'While you were away' });

    it('is marked in the tree and on the board, and summed up there in one line', async () => {
      await marked(titles);
      await until(
        async () => (await (await line()).innerText()).replaceAll(/\s+/g, ' '),
        (words) =>
          assert.match(
            words,
            /Since .*: 3 ready · 1 session with red tests · 3 PRs opened · 1 finished/,
          ),
      );
    });

    it('is gone through on the board; what was looked at there is marked nowhere', async () => {
      await (await line()).getByRole('button', { name: 'Go Through' }).click();
      await (await line()).getByText('1 of 3').waitFor();
      const page = await board();
      const focused = await page.locator('.whole-card').getAttribute('data-session');
      const seen = Number(focused?.slice(-1)) - 1;
      await marked(titles.filter((_, index) => index !== seen));
      await (await line()).getByRole('button', { name: 'Next' }).click();
      await (await line()).getByText('2 of 3').waitFor();
      await until(
        () => page.locator('[data-unseen="true"]').count(),
        (count) => assert.equal(count, 1),
      );
    });

    it('is led to by a command', async () => {
      const { workbench } = started;
      await workbench.runCommand('Mission Control: Next Changed Session');
      await workbench.transcript(/Done\./);
      await workbench.runCommand('Mission Control: Open Board');
      await marked([]);
      await workbench.runCommand('View: Close All Editors');
      await workbench.runCommand('Mission Control: Next Changed Session');
      await workbench.page.getByText('Nothing changed since you looked.').first().waitFor();
    });

    it('is marked anew when a session comes to rest while nobody watches', async () => {
      await started.workbench.runCommand('View: Close All Editors');
      const { sessionId, file: place } = work.file('03');
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
}
