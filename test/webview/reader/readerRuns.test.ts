import assert from 'node:assert/strict';
import { readerSuite } from '../../support/page/pageSuite';
import type { ReaderPageUnderTest } from '../../support/page/readerPage';
import { TranscriptLines } from '../../support/transcript/transcriptLines';
import { eventually } from '../../support/page/eventually';

const read = (
  lines: TranscriptLines,
  file: string,
  text = `words of ${file}\nand more of it`,
): TranscriptLines => lines.tool('Read', { file_path: `/w/src/${file}` }, text);

describe('calls in succession that only read', function () {
  this.timeout(60_000);
  const open = readerSuite();
  const rows = (host: ReaderPageUnderTest) =>
    host.page.locator('.row').evaluateAll((all) => all.map((row) => row.ariaLabel));
  const run = (host: ReaderPageUnderTest) =>
    host.page.getByRole('article', { name: 'Read 2 files' });

  function someLines(): TranscriptLines {
    const lines = new TranscriptLines().prompt('Look around');
    read(read(lines, 'a.ts'), 'b.ts');
    lines.tool('Grep', { pattern: 'needle' }, 'src/c.ts');
    lines.tool('Read', { file_path: '/w/src/gone.ts' }, 'No such file', { isError: true });
    read(lines, 'd.ts');
    return lines.tool('Bash', { command: 'ls' }, 'a.ts').text('That is all.');
  }

  it('are one row that says what they did; one that failed or is alone is its own', async () => {
    const host = await open(someLines().lines);
    await run(host).waitFor();
    const names = await rows(host);
    assert.deepEqual(names, [
      null,
      'You',
      'Read 2 files · Searched once',
      'Read /w/src/gone.ts',
      'Read /w/src/d.ts',
      'Bash ls',
      'Claude',
    ]);
    assert.match(await run(host).innerText(), /a\.ts, b\.ts, needle/u);
  });

  it('open to a row for each, which opens to what it read, with keys alone', async () => {
    const host = await open(someLines().lines);
    await run(host).waitFor();
    assert.equal(await run(host).getByRole('article').count(), 0);
    await run(host).focus();
    await host.page.keyboard.press('Enter');
    const calls = run(host).getByRole('article');
    await eventually(async () => assert.equal(await calls.count(), 3));
    await calls.first().getByRole('button', { expanded: false }).focus();
    await host.page.keyboard.press('Enter');
    await calls.first().getByText('words of a.ts').waitFor();
    await host.page.keyboard.press('c');
    await eventually(() => assert.equal(host.asked.at(-1)?.type, 'copy'));
    await run(host)
      .getByRole('button', { name: /^Read 2 files/u })
      .click();
    await eventually(async () => assert.equal(await calls.count(), 0));
  });

  it('are opened by a search that finds something in them', async () => {
    const host = await open(someLines().lines);
    await run(host).waitFor();
    await host.page.keyboard.press('/');
    await host.page.keyboard.type('words of b');
    await run(host).getByText('words of b.ts').waitFor();
  });

  it('are still open once another one joined them', async () => {
    const lines = new TranscriptLines().prompt('Look around');
    const host = await open(read(read(lines, 'a.ts'), 'b.ts').lines);
    await run(host).getByRole('button').first().click();
    const before = lines.lines.length;
    await host.append(...read(lines, 'c.ts').lines.slice(before));
    const grown = host.page.getByRole('article', { name: 'Read 3 files' });
    await eventually(async () => assert.equal(await grown.getByRole('article').count(), 3));
  });
});
