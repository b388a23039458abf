import assert from 'node:assert/strict';
import { eventually } from '../../support/page/eventually';
import { readerSuite } from '../../support/page/pageSuite';
import type { ReaderPageUnderTest } from '../../support/page/readerPage';
import { branchingLines, type Said } from '../../support/transcript/branchingLines';

describe('what a person took back, in a transcript', function () {
  this.timeout(60_000);
  const open = readerSuite();
  const takenBack = (host: ReaderPageUnderTest, prompt: string) =>
    host.page.getByRole('button', { name: `Taken back: ${prompt}` });
  const names = (host: ReaderPageUnderTest) =>
    host.page.locator('.row').evaluateAll((all) => all.map((row) => row.textContent?.trim()));

  const entries: readonly Said[] = [
    ['p1', null, 'Begin with the shop'],
    ['a1', 'p1', 'It is begun.'],
    ['p2', 'a1', 'Paint it red'],
    ['a2', 'p2', 'Red all over.'],
    ['p3', 'a1', 'Paint it blue'],
    ['a3', 'p3', 'Blue all over.'],
  ];

  it('is one line with its prompt, which opens to what was said and closes again', async () => {
    const host = await open(branchingLines(entries));
    const line = takenBack(host, 'Paint it red');
    await line.waitFor();
    assert.equal(await host.row('Red all over.').count(), 0);
    await host.row('Blue all over.').waitFor();
    await line.click();
    const row = host.row('Red all over.');
    await row.waitFor();
    assert.equal(await row.getAttribute('data-taken-back'), 'true');
    assert.equal(await host.row('Blue all over.').getAttribute('data-taken-back'), null);
    await line.click();
    await eventually(async () => assert.equal(await host.row('Red all over.').count(), 0));
  });

  it('is set off as soon as the next prompt goes on in its place', async () => {
    const host = await open(branchingLines(entries.slice(0, 4)));
    await host.row('Red all over.').waitFor();
    await host.append(...branchingLines(entries).slice(4));
    await takenBack(host, 'Paint it red').waitFor();
    await eventually(async () =>
      assert.deepEqual(
        (await names(host)).slice(-3).map((name) => name?.slice(0, 18)),
        ['Taken back: Paint ', 'YouPaint it blue9:', 'ClaudeBlue all ove'],
      ),
    );
  });

  it('is set off also where it began far above what is loaded', async () => {
    const long: Said[] = entries.slice(0, 3);
    for (let index = 0; index < 400; index += 1)
      long.push([
        `x${index}`,
        index === 0 ? 'p2' : `x${index - 1}`,
        `Red ${index} ${'o'.repeat(4_000)}`,
      ]);
    const host = await open(branchingLines([...long, ...entries.slice(4)]));
    await takenBack(host, 'Paint it red').waitFor();
    await host.row('Begin with the shop').waitFor();
    assert.equal(await host.row('Red 399').count(), 0);
  });

  it('is no part of the outline and of the way from prompt to prompt', async () => {
    const host = await open(branchingLines(entries));
    await takenBack(host, 'Paint it red').waitFor();
    await host.page.keyboard.press('o');
    const outline = host.page.getByRole('navigation', { name: 'Outline' });
    const texts = () => outline.locator('bdi').allTextContents();
    await eventually(async () =>
      assert.deepEqual(await texts(), ['Begin with the shop', 'Paint it blue']),
    );
    await host.row('Blue all over.').focus();
    const focused = host.page.locator('article:focus');
    for (const prompt of [/Paint it blue/u, /Begin with the shop/u]) {
      await host.page.keyboard.press('p');
      await eventually(async () => assert.match((await focused.textContent()) ?? '', prompt));
    }
  });

  it('is opened by a search that finds something in it', async () => {
    const host = await open(branchingLines(entries));
    await takenBack(host, 'Paint it red').waitFor();
    await host.page.keyboard.press('/');
    await host.page.keyboard.type('Red all');
    await host.row('Red all over.').waitFor();
  });
});
