import assert from 'node:assert/strict';
import { eventually } from '../../support/page/eventually';
import { readerSuite } from '../../support/page/pageSuite';
import type { ReaderPageUnderTest } from '../../support/page/readerPage';
import { TranscriptLines } from '../../support/transcript/transcriptLines';

/** Several megabytes, of which the page has loaded only the end. */
function longLines(): TranscriptLines {
  const lines = new TranscriptLines().prompt('Begin with the basics');
  lines.tool(
    'AskUserQuestion',
    { questions: [{ question: 'Which colour?', header: 'Colour', options: [{ label: 'Red' }] }] },
    'Red',
  );
  for (let index = 0; index < 300; index += 1) {
    lines.tool('Bash', { command: `run ${index}` }, `${'output\n'.repeat(900)}${index}`);
  }
  lines.tool('Bash', { command: 'npm test' }, 'Two tests failed', { isError: true });
  lines.tool('ExitPlanMode', { plan: '# Paint the shop\n\n1. Red.' }, 'Approved');
  lines.add('system', {
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'auto', preTokens: 155_000 },
  });
  return lines.prompt('Now the rest').text('All of it is done.');
}

describe('the outline of a transcript', function () {
  this.timeout(60_000);
  const open = readerSuite();
  const panel = (host: ReaderPageUnderTest) =>
    host.page.getByRole('navigation', { name: 'Outline' });
  const entries = (host: ReaderPageUnderTest) =>
    panel(host)
      .getByRole('listitem')
      .evaluateAll((all) =>
        all.map((one) =>
          [...one.querySelectorAll('span, bdi')].map((part) => part.textContent).join(': '),
        ),
      );
  const lists = (host: ReaderPageUnderTest, ...wanted: readonly string[]) =>
    eventually(async () => assert.deepEqual(await entries(host), wanted));
  const current = (host: ReaderPageUnderTest, text: string) =>
    panel(host).locator('[aria-current="location"]').filter({ hasText: text }).waitFor();

  const all = [
    'Prompt: Begin with the basics',
    'Question: Which colour?',
    'Error: Two tests failed',
    'Plan: Paint the shop',
    'Compaction: Conversation compacted automatically: 155k tokens',
    'Prompt: Now the rest',
  ];

  it('lists what the whole file holds, and leads to it by a click', async () => {
    const host = await open(longLines().lines);
    await host.row('All of it is done.').waitFor();
    await host.page.getByRole('button', { name: 'Outline' }).click();
    await eventually(async () => {
      const found = await entries(host);
      assert.deepEqual([found.slice(0, 4), found[5]], [all.slice(0, 4), all[5]]);
      assert.match(found[4] ?? '', /^Compaction: Conversation compacted/u);
    });
    await current(host, 'Now the rest');
    await panel(host).getByRole('button', { name: 'Which colour?' }).click();
    await host.page.getByRole('article', { name: 'Question' }).waitFor();
    await current(host, 'Which colour?');
    await panel(host).getByRole('button', { name: 'Two tests failed' }).click();
    await host.page.getByRole('article', { name: 'Bash npm test' }).waitFor();
    await current(host, 'Two tests failed');
  });

  it('is worked with keys: opened, walked through, chosen from and closed', async () => {
    const host = await open(longLines().lines);
    await host.row('All of it is done.').waitFor();
    await host.page.keyboard.press('o');
    await current(host, 'Now the rest');
    await host.page.keyboard.press('ArrowDown');
    const focused = () => host.page.evaluate(() => document.activeElement?.textContent ?? '');
    assert.match(await focused(), /Now the rest/u);
    await host.page.keyboard.press('Home');
    assert.match(await focused(), /Begin with the basics/u);
    await host.page.keyboard.press('ArrowDown');
    await host.page.keyboard.press('Enter');
    await eventually(async () =>
      assert.match(
        await host.page.evaluate(() => document.activeElement?.ariaLabel ?? ''),
        /^Question/u,
      ),
    );
    await panel(host).getByRole('button').first().focus();
    await host.page.keyboard.press('Escape');
    await panel(host).waitFor({ state: 'detached' });
    assert.equal(await host.page.evaluate(() => document.activeElement?.classList[0]), 'viewport');
  });

  it('grows with the transcript, and stands over it where there is no room', async () => {
    const lines = new TranscriptLines().prompt('One').text('Done.');
    const host = await open(lines.lines, { width: 420 });
    await host.page.keyboard.press('o');
    await lists(host, 'Prompt: One');
    const before = lines.lines.length;
    await host.append(...lines.prompt('Two').text('Done, too.').lines.slice(before));
    await lists(host, 'Prompt: One', 'Prompt: Two');
    await panel(host).getByRole('button', { name: 'One' }).click();
    await panel(host).waitFor({ state: 'detached' });
  });

  it('says so where there is nothing to list', async () => {
    const host = await open(new TranscriptLines().text('Alone.').lines);
    await host.page.keyboard.press('o');
    await panel(host).getByText('Nothing to list yet.').waitFor();
  });
});
