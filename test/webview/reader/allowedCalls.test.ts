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

  it('shows who allowed it for a while; other calls do not', async () => {
    const { page } = await open(calls().lines, { live: {}, uses: [aUse(0.5)] });
    const tools = page.locator('.tool');
    await tools.first().getByText('Allowed by Desk, for a while (npm test …)').waitFor();
    assert.equal(await page.getByText('Allowed by').count(), 1);
    assert.deepEqual(await violations(page), []);
  });

  it('is recognized by its file, although the transcript shortens the path', async () => {
    const file = '/home/dev/shop/src/a.ts';
    const edit = { file_path: file, old_string: 'a', new_string: 'b' };
    const { lines } = new TranscriptLines().prompt('Go').tool('Edit', edit, 'Done');
    const use = aUse(0.5, { tool: 'Edit', what: file, words: 'Edit /home/dev/shop/src/…' });
    const { page } = await open(lines, { live: {}, uses: [use] });
    await page.getByText('Allowed by Desk, for a while (Edit /home/dev/shop/src/…)').waitFor();
  });

  it('is not marked by a use with another command, tool or time, or with a lost answer', async () => {
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

  it('is counted on the row of grouped calls, and marked at the call once the group is open', async () => {
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

  it('is marked as soon as the grant is used', async () => {
    const uses: GrantUse[] = [];
    const host = await open(calls().lines, { live: { grants: [aGrant({ used: 0 })] }, uses });
    await host.page.locator('.tool').first().waitFor();
    uses.push(aUse(0.5));
    host.bar.put({ grants: [aGrant({ used: 1 })] });
    await host.page.getByText('Allowed by Desk').waitFor();
  });
});
