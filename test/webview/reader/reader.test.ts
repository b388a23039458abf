import assert from 'node:assert/strict';
import { believableTranscript } from '../../support/transcript/believableTranscript';
import { readerSuite } from '../../support/page/pageSuite';
import { TranscriptLines } from '../../support/transcript/transcriptLines';
import { until } from '../../support/until';

describe('a rendered transcript', function () {
  this.timeout(60_000);
  const open = readerSuite();

  it('shows what was said, in Markdown, and who it was', async () => {
    const { page } = await open(believableTranscript().lines, { height: 4_000 });
    await page
      .getByRole('heading', { name: 'Make the orders endpoint idempotent', level: 1 })
      .waitFor();
    const prompt = page.getByRole('article', { name: 'You' }).first();
    await prompt.getByText('Idempotency-Key').waitFor();
    assert.equal(await prompt.locator('code').innerText(), 'Idempotency-Key');
    const answer = page
      .getByRole('article', { name: 'Claude' })
      .filter({ hasText: 'Two ways out' });
    assert.deepEqual(await answer.getByRole('listitem').count(), 2);
    assert.deepEqual(await answer.getByRole('cell').allInnerTexts(), [
      'index',
      '+0.2 ms',
      'none',
      'lock',
      '+4 ms',
      'deadlocks',
    ]);
    assert.ok((await answer.locator('.hljs-keyword').count()) > 0, 'code has its colours');
    await page.getByText('Tuesday, March 3, 2026').waitFor();
    await page.getByText('Took 3m').waitFor();
  });

  it('shows an edit as a comparison with the numbers of its lines', async () => {
    const { page, asked } = await open(believableTranscript().lines, { height: 4_000 });
    const edit = page.getByRole('article', { name: /^Edit/ });
    const lines = edit.locator('.diff-line');
    assert.equal(await lines.count(), 10);
    assert.match(
      await lines.nth(2).innerText(),
      /^3\s*−\s*const order = await orders.insert\(body\);$/,
    );
    assert.match(await lines.nth(3).innerText(), /^3\s*\+\s*const key/);
    await edit.getByRole('button', { name: 'Open Diff in Editor' }).click();
    await until(
      () => asked.map(({ type }) => type),
      (types) => assert.deepEqual(types, ['openDiff']),
    );
  });

  it('folds thoughts and results, with a line that says what is there', async () => {
    const { page } = await open(believableTranscript().lines, { height: 4_000 });
    const thinking = page.getByRole('button', { name: /^Thinking/ });
    assert.equal(await thinking.getAttribute('aria-expanded'), 'false');
    await thinking.click();
    await page.getByText('unique index on a key column before I change anything').last().waitFor();
    const run = page.getByRole('article', { name: /^Read 1 file · Searched/ });
    await run.getByRole('button', { expanded: false }).press('Enter');
    const read = run.getByRole('article', { name: /^Read/ });
    assert.equal(await read.locator('pre, .lines').count(), 0);
    await read.getByRole('button', { name: '6 lines' }).press('Enter');
    await read.getByText('export async function createOrder').waitFor();
    await read.getByRole('button', { name: '6 lines' }).press('Enter');
    await read.locator('.lines').waitFor({ state: 'detached' });
  });

  it('names a folded thought by its words, without the marks of its bold heading', async () => {
    const { page } = await open(
      new TranscriptLines().prompt('Go').thinking('**Planning the import**\n\nIt streams.').lines,
    );
    await page.getByRole('button', { name: 'Thinking Planning the import It streams.' }).waitFor();
  });

  it('marks what failed and what was refused with words', async () => {
    const { page } = await open(believableTranscript().lines, { height: 4_000 });
    await page.getByRole('button', { name: /^Failed Exit code 1 · 6 lines/ }).waitFor();
    await page.getByText('AssertionError: expected 201 to equal 200').waitFor();
    const push = page.getByRole('article', { name: /^Bash git push/ });
    await push.getByText('Refused by you').waitFor();
    assert.equal(await push.locator('.outcome').innerText(), 'Refused by you');
  });

  it('says once that auto mode blocked a call', async () => {
    const words = 'Permission was denied. Reason: runs a script. If you have other tasks, go on.';
    const { page } = await open(
      new TranscriptLines().tool('Bash', { command: 'curl' }, words, {
        isError: true,
        toolDenialKind: 'automode-blocked',
      }).lines,
    );
    const outcome = page.getByRole('article', { name: /^Bash curl/ }).locator('.outcome');
    assert.equal(await outcome.innerText(), 'Blocked by auto mode: runs a script');
  });

  it('leads to a subagent’s transcript', async () => {
    const { page, asked } = await open(believableTranscript().lines, { height: 4_000 });
    await page.getByRole('button', { name: 'Open Subagent’s Transcript' }).click();
    await until(
      () => asked,
      (now) => assert.deepEqual(now, [{ type: 'openSubagent', agentId: 'a754ee95709fdecf1' }]),
    );
  });

  it('shows a picture once it is in view, and nothing that only claims to be one', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    const { page } = await open(
      believableTranscript().prompt([
        { type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: svg } },
      ]).lines,
      { height: 4_000 },
    );
    const picture = page.getByRole('button', { name: 'Picture 1, small' });
    const width = () =>
      picture
        .locator('img')
        .evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0));
    await until(width, (now) => assert.equal(now, 2));
    await picture.click();
    await page.getByRole('button', { name: 'Picture 1, full width' }).waitFor();
    await page.getByText('This picture cannot be shown').waitFor();
  });

  it('copies a block as it was written', async () => {
    const { page, asked } = await open(new TranscriptLines().text('Some *Markdown*').lines);
    await page.getByRole('article', { name: 'Claude' }).hover();
    await page.getByRole('button', { name: 'Copy' }).click();
    await until(
      () => asked,
      (now) => assert.deepEqual(now, [{ type: 'copy', place: { at: 0, part: 0 } }]),
    );
  });

  it('sets a subagent’s lines off', async () => {
    const sidechainLine = { ...new TranscriptLines().text('An aside').lines[0], isSidechain: true };
    const { page } = await open([...new TranscriptLines().prompt('Go').lines, sidechainLine]);
    await page.getByRole('article').filter({ hasText: 'An aside' }).getByText('Subagent').waitFor();
  });

  it('has its state on one line and no word cut off at the edge in a page of 250 pixels', async () => {
    const lines = new TranscriptLines().prompt('Look around');
    for (const file of ['a.ts', 'b.ts']) lines.tool('Read', { file_path: `/w/${file}` }, 'words');
    lines.tool('Grep', { pattern: 'needle' }, 'src/c.ts');
    const host = await open(lines.lines, { width: 250 });
    await host.page.locator('.run').waitFor();
    await host.page.locator('.head-state').evaluate((one) => one.append(' to fetch a page'));
    const heightOf = (part: string) =>
      host.page.locator(part).evaluate((one) => one.getBoundingClientRect().height);
    assert.ok((await heightOf('.head-state')) < 1.5 * (await heightOf('.head-title')));
    const [title, card] = await host.page.locator('.run').evaluate((run) => {
      const words = run.querySelector('.tool-title') ?? run;
      return [words.getBoundingClientRect().right, run.getBoundingClientRect().right];
    });
    assert.ok(title <= card, `${title} of ${card}`);
  });

  it('says that a transcript is empty', async () => {
    const { page } = await open('');
    await page.getByText('No messages yet.').waitFor();
  });

  const printed = (count: number) =>
    new TranscriptLines().add('attachment', {
      attachment: {
        type: 'hook_success',
        hookName: 'Stop',
        content: Array.from({ length: count }, (_, index) => `checked ${index + 1}`).join('\n'),
      },
    }).lines;

  it('shows the first lines of a long notice, and the others at a press', async () => {
    const host = await open(printed(60));
    const row = host.row('Hook Stop: checked 1');
    await row.getByText('checked 30').waitFor();
    assert.equal(await row.getByText('checked 31').count(), 0);
    await row.getByRole('button', { name: 'Show All 60 Lines' }).click();
    await row.getByText('checked 60').waitFor();
    await row.getByRole('button', { name: 'Show Fewer Lines' }).click();
    await until(
      () => row.getByText('checked 31').count(),
      (count) => assert.equal(count, 0),
    );
  });

  it('shows a notice of few lines whole, and opens a long one where a search leads into it', async () => {
    const short = await open(printed(35));
    await short.row('checked 35').waitFor();
    assert.equal(await short.row('checked 35').getByRole('button', { name: /Lines/ }).count(), 0);
    const long = await open(printed(60), { quote: 'checked 59' });
    await long.row('checked 59').waitFor();
  });

  const hostile = [
    '<img src=x onerror="window.hurt = 1"><script>window.hurt = 2</script>',
    '<iframe srcdoc="<script>parent.hurt = 3</script>"></iframe>',
    '[click](javascript:window.hurt=4) [run](command:workbench.action.quit) [data](data:text/html,x)',
    '![pic](https://tracker.example/x.png) <a href="command:x">y</a>',
    '<style>body { display: none }</style>\u001B[31mred\u202Egnp.exe',
    '```html\n<script>window.hurt = 5</script>\n```',
    '| <b>a</b> |\n| --- |\n| <img src=x onerror="window.hurt=6"> |',
  ].join('\n\n');

  it('takes foreign text for text, wherever it stands', async () => {
    const lines = new TranscriptLines()
      .prompt(hostile)
      .thinking(hostile)
      .text(hostile)
      .tool('Bash', { command: hostile, description: hostile }, hostile, { isError: true })
      .tool('Edit', { file_path: hostile, old_string: hostile, new_string: `${hostile}!` }, hostile)
      .tool('Write', { file_path: 'a.html', content: hostile }, hostile)
      .tool('mcp__<b>x</b>__<i>y</i>', { [hostile]: hostile }, hostile)
      .tool('ExitPlanMode', { plan: hostile }, hostile)
      .tool('Agent', { prompt: hostile, description: hostile }, hostile)
      .tool('AskUserQuestion', {
        questions: [{ question: hostile, options: [{ label: hostile }] }],
      })
      .tool('TodoWrite', { todos: [{ content: hostile, status: hostile }] });
    const host = await open(lines.lines, { height: 6_000 });
    const { page, asked } = host;
    await host.openAll();
    assert.equal(await page.evaluate(() => 'hurt' in window), false);
    const foreign = page
      .locator('.row-body')
      .locator('script, iframe, style, img, a, b, i, object');
    assert.equal(await foreign.count(), 0);
    assert.equal(await page.getByRole('link', { name: /click|run|data|y/ }).count(), 0);
    // eslint-disable-next-line no-control-regex -- controls are the subject
    assert.doesNotMatch(await page.locator('.canvas').innerText(), /[\u001B\u202E]/);
    assert.deepEqual(asked, []);
  });

  it('follows a link of the web by the host alone', async () => {
    const { page, asked } = await open(
      new TranscriptLines().text('[docs](https://example.com/a) and [code](src/a.ts:3)').lines,
    );
    await page.getByRole('link', { name: 'docs' }).click();
    await page.getByRole('link', { name: 'code' }).press('Enter');
    await until(
      () => asked,
      (now) =>
        assert.deepEqual(now, [
          { type: 'openLink', href: 'https://example.com/a' },
          { type: 'openLink', href: 'src/a.ts:3' },
        ]),
    );
    assert.equal(page.context().pages().length, 1);
  });
});
