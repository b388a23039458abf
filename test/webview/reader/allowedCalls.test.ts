import assert from 'node:assert/strict';
import type { GrantUse } from '../../../src/shared/protocol/work/grants';
import { aGrant } from '../../support/page/boards/grantCards';
import { violations } from '../../support/page/axe';
import { readerSuite } from '../../support/page/pageSuite';
import { homeSessionId as session } from '../../support/transcript/transcriptHome';
import { TranscriptLines } from '../../support/transcript/transcriptLines';

const start = Date.parse('2026-03-02T09:00:00.000Z');

/** The ledger's line for a use, that many seconds after the first call. */
function aUse(seconds: number, change: Partial<GrantUse> = {}): GrantUse {
  return {
    at: start + 2_000 + seconds * 1_000,
    session,
    call: `call-${seconds}`,
    grant: 'grant-1',
    words: 'npm test …',
    tool: 'Bash',
    what: 'npm test',
    by: 'Desk',
    key: 'key',
    ...change,
  };
}

describe('A call that a grant allowed, in its transcript', function () {
  this.timeout(60_000);
  const open = readerSuite();
  const calls = () =>
    new TranscriptLines()
      .prompt('Go')
      .tool('Bash', { command: 'npm test' }, 'Passed')
      .text('And again.')
      .text('And again.')
      .text('And again.')
      .text('And again.')
      .tool('Bash', { command: 'npm test' }, 'Passed');

  it('says by whom it was allowed for a while, and only where it was', async () => {
    const { page } = await open(calls().lines, { live: {}, uses: [aUse(0.5)] });
    const tools = page.locator('.tool');
    await tools.first().getByText('Allowed by Desk, for a while (npm test …)').waitFor();
    assert.equal(await page.getByText('Allowed by').count(), 1);
    assert.deepEqual(await violations(page), []);
  });

  it('is told by its file, whose path the transcript shortens', async () => {
    const file = '/home/dev/shop/src/a.ts';
    const edit = { file_path: file, old_string: 'a', new_string: 'b' };
    const { lines } = new TranscriptLines().prompt('Go').tool('Edit', edit, 'Done');
    const use = aUse(0.5, { tool: 'Edit', what: file, words: 'Edit /home/dev/shop/src/…' });
    const { page } = await open(lines, { live: {}, uses: [use] });
    await page.getByText('Allowed by Desk, for a while (Edit /home/dev/shop/src/…)').waitFor();
  });

  it('is not told of another command, tool or time, nor of an answer that was lost', async () => {
    const uses = [
      aUse(0.5, { what: 'npm run build' }),
      aUse(0.5, { tool: 'Monitor' }),
      aUse(-30),
      aUse(600),
      aUse(0.5, { lost: true }),
    ];
    const { page } = await open(calls().lines, { live: {}, uses });
    await page.locator('.tool').first().waitFor();
    assert.equal(await page.getByText('Allowed by').count(), 0);
  });

  it('is named on the row of a run, and at the call once the run is opened', async () => {
    const lines = new TranscriptLines().prompt('Look around');
    const files = ['a', 'b', 'c'].map((name) => `/home/dev/shop/src/${name}.ts`);
    for (const file of files) lines.tool('Read', { file_path: file }, `Words of ${file}`);
    const words = 'Read /home/dev/shop/src/…';
    const uses = files
      .slice(0, 2)
      .map((what, index) => aUse(index * 2 + 0.5, { tool: 'Read', what, words }));
    const { page } = await open(lines.lines, { live: {}, uses });
    const run = page.getByRole('article', { name: 'Read 3 files' });
    await run.getByText(`2 of 3 allowed by Desk, for a while (${words})`).waitFor();
    assert.deepEqual(await violations(page), []);
    await run.getByRole('button', { name: /^Read 3 files/u }).click();
    const allowed = run
      .getByRole('article')
      .filter({ hasText: `Allowed by Desk, for a while (${words})` });
    await allowed.nth(1).waitFor();
    assert.equal(await allowed.count(), 2);
    assert.equal(await run.getByText('2 of 3').count(), 0);
    assert.deepEqual(await violations(page), []);
  });

  it('is told as soon as the grant was used', async () => {
    const uses: GrantUse[] = [];
    const host = await open(calls().lines, { live: { grants: [aGrant({ used: 0 })] }, uses });
    await host.page.locator('.tool').first().waitFor();
    uses.push(aUse(0.5));
    host.bar.put({ grants: [aGrant({ used: 1 })] });
    await host.page.getByText('Allowed by Desk').waitFor();
  });
});
