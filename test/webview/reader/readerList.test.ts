import assert from 'node:assert/strict';
import { chooseMore } from '../../support/chooseMore';
import type { ReaderPageUnderTest } from '../../support/page/readerPage';
import { readerSuite } from '../../support/page/pageSuite';
import { TranscriptLines } from '../../support/transcript/transcriptLines';
import { until } from '../../support/until';

/** Several megabytes: many more rows than a page holds at once, of various heights. */
function longLines(): TranscriptLines {
  const lines = new TranscriptLines().prompt('The very first prompt');
  for (let index = 0; index < 400; index += 1) {
    lines.text(`Answer ${index}\n\n${'Some more words. '.repeat((index * 7) % 60)}`);
    lines.tool('Bash', { command: `run ${index}` }, `${'output\n'.repeat(900)}${index}`);
    if (index === 120) lines.prompt('A needle in the haystack');
  }
  return lines.prompt('The last prompt').text('The end');
}

describe('a long transcript', function () {
  this.timeout(120_000);
  const open = readerSuite();

  async function atEnd(host: ReaderPageUnderTest): Promise<void> {
    await until(
      () => host.fromEnd(),
      (pixels) => assert.ok(pixels < 3, `${pixels} pixels from the end`),
    );
  }

  const follow = (host: ReaderPageUnderTest) => host.page.getByRole('button', { name: 'Follow' });
  const follows = async (host: ReaderPageUnderTest, wanted: boolean) =>
    until(
      () => follow(host).getAttribute('aria-pressed'),
      (pressed) => assert.equal(pressed, String(wanted)),
    );
  const scrollUp = async (host: ReaderPageUnderTest, pixels: number) => {
    await host.page.mouse.move(400, 400);
    await host.page.mouse.wheel(0, -pixels);
  };
  /** Distance of a row from the top of the screen. */
  const topOf = async (host: ReaderPageUnderTest, text: string) =>
    (await host.row(text).boundingBox())?.y;

  it('opens at its end, with a small part of it in the document', async () => {
    const host = await open(longLines().lines);
    await host.row('The end').waitFor();
    await atEnd(host);
    await follows(host, true);
    const read = host.told.flatMap((it) => (it.type === 'lines' ? [it] : []));
    assert.ok((read[0]?.from ?? 0) > 0, 'the beginning is not read');
    assert.ok((await host.page.getByRole('article').count()) < 80);
  });

  it('follows while it grows, not once somebody scrolled up, and again at the end', async () => {
    const host = await open(longLines().lines);
    await atEnd(host);
    await host.append(...new TranscriptLines().text('News one').lines);
    await host.row('News one').waitFor();
    await atEnd(host);
    await scrollUp(host, 600);
    await follows(host, false);
    const before = await topOf(host, 'The last prompt');
    await host.append(...new TranscriptLines().text('News two').lines);
    await host.page.getByText('News two').waitFor({ state: 'attached' });
    assert.equal(await topOf(host, 'The last prompt'), before, 'what is read stays in place');
    await follow(host).click();
    await follows(host, true);
    await host.row('News two').waitFor();
    await atEnd(host);
  });

  it('reads what is before as somebody scrolls up, without a jump', async () => {
    const host = await open(longLines().lines);
    await atEnd(host);
    const first = host.told.find((it) => it.type === 'lines');
    const room = () => host.page.getByRole('feed').evaluate(({ scrollTop }) => scrollTop);
    for (let step = 0; step < 60; step += 1) {
      await until(room, (pixels) => assert.ok(pixels > 600, 'more is read in time'));
      const mark = host.page.getByRole('article').filter({ visible: true }).nth(8);
      const key = await mark.getAttribute('data-row');
      const before = (await mark.boundingBox())?.y ?? 0;
      await scrollUp(host, 300);
      const moved = async () =>
        ((await host.page.locator(`[data-row="${key}"]`).boundingBox())?.y ?? before + 300) -
        before;
      await until(moved, (pixels) =>
        assert.ok(Math.abs(pixels - 300) <= 3, `moved by ${pixels} pixels instead of 300`),
      );
    }
    const lowest = Math.min(...host.told.flatMap((it) => (it.type === 'lines' ? [it.from] : [])));
    assert.ok(first?.type === 'lines' && lowest < first.from, 'more was read');
    assert.ok((await host.page.getByRole('article').count()) < 80);
  });

  it('goes to the beginning and back to the end by keyboard', async () => {
    const host = await open(longLines().lines);
    await atEnd(host);
    await host.page.keyboard.press('Home');
    await host.row('The very first prompt').waitFor();
    await host.page.getByText('Session start').waitFor();
    await follows(host, false);
    await host.page.keyboard.press('End');
    await host.row('The end').waitFor();
    await atEnd(host);
    await follows(host, true);
  });

  it('jumps to the last prompt and to those before it', async () => {
    const host = await open(longLines().lines);
    await atEnd(host);
    await chooseMore(host.page, 'Last Prompt');
    const focused = () => host.page.locator('article:focus').innerText();
    await until(focused, (text) => assert.match(text, /The last prompt/));
    await host.page.keyboard.press('p');
    await until(focused, (text) => assert.match(text, /A needle in the haystack/));
    await host.page.keyboard.press('p');
    await until(focused, (text) => assert.match(text, /The very first prompt/));
    await host.page.keyboard.press('n');
    await until(focused, (text) => assert.match(text, /A needle in the haystack/));
    await chooseMore(host.page, 'Last Question');
    await host.page.getByText('No questions in this transcript.').waitFor({ state: 'attached' });
  });

  it('finds what was never loaded, goes round, and marks it', async () => {
    const host = await open(longLines().lines);
    await atEnd(host);
    await host.page.keyboard.press('ControlOrMeta+f');
    await host.page.getByRole('textbox').fill('needle in');
    await host.page.getByText('1 of 1').waitFor();
    await host.row('A needle in the haystack').waitFor();
    const marked = () => host.page.evaluate(() => CSS.highlights.get('found-current')?.size ?? 0);
    await until(marked, (count) => assert.equal(count, 1));
    await host.page.getByRole('textbox').fill('prompt');
    await host.page.getByText('2 of 2').waitFor();
    await host.row('The last prompt').waitFor();
    await host.page.keyboard.press('Enter');
    await host.page.getByText('1 of 2').waitFor();
    await host.row('The very first prompt').waitFor();
    await host.page.getByRole('button', { name: 'Previous Match' }).click();
    await host.page.getByText('2 of 2').waitFor();
    await host.row('The last prompt').waitFor();
    await host.page.getByRole('button', { name: 'Match Case' }).click();
    await host.page.getByText('2 of 2').waitFor();
    await host.page.getByRole('textbox').fill('Prompt');
    await host.page.getByText('No results').waitFor();
    await host.page.keyboard.press('Escape');
    await host.page.getByRole('textbox').waitFor({ state: 'detached' });
  });

  it('opens what is folded or cut off where something was found', async () => {
    const lines = new TranscriptLines()
      .tool('Bash', { command: 'a' }, `${'line of output\n'.repeat(3_000)}the needle`)
      .text('after');
    const host = await open(lines.lines);
    await host.page.keyboard.press('/');
    await host.page.getByRole('textbox').fill('the needle');
    await host.page.getByText('1 of 1').waitFor();
    const onScreen = () =>
      host.page.evaluate(() => {
        const [range] = CSS.highlights.get('found-current') ?? [];
        const box = range instanceof Range ? range.getBoundingClientRect() : undefined;
        return box !== undefined && box.top > 0 && box.bottom < innerHeight;
      });
    await until(onScreen, (is) => assert.ok(is));
  });

  it('looks at once for a quote that it was opened with', async () => {
    const host = await open(longLines().lines, { quote: 'needle in the hay' });
    await host.page.getByText('1 of 1').waitFor();
    await host.row('A needle in the haystack').waitFor();
  });

  it('is where it was after the page came again', async () => {
    const host = await open(longLines().lines);
    await atEnd(host);
    await host.page.keyboard.press('Home');
    await host.row('The very first prompt').waitFor();
    await host.page.mouse.move(400, 400);
    await host.page.mouse.wheel(0, 900);
    // The position that the page has stored, and its actual position.
    const storedPosition = () =>
      host.page.evaluate(() => {
        const feed = document.querySelector('[role="feed"]')?.getBoundingClientRect().top ?? 0;
        const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
        const top = rows.findLast((one) => one.getBoundingClientRect().top <= feed + 0.5);
        const offset = Math.round((top?.getBoundingClientRect().top ?? 0) - feed);
        const state = JSON.parse(sessionStorage.getItem('state') ?? '{}');
        const { at, part, offset: storedOffset } = state.anchor ?? {};
        return {
          row: top?.dataset['row'],
          offset,
          keptRow: `${at}:${part}`,
          keptOffset: storedOffset,
        };
      });
    await until(storedPosition, ({ row, offset, keptRow, keptOffset }) => {
      assert.notEqual(row, '0:0', 'it is scrolled');
      assert.equal(keptRow, row);
      assert.ok(Math.abs(keptOffset - offset) <= 1);
    });
    const tops = async () =>
      host.page
        .locator('article')
        .evaluateAll((rows) =>
          rows
            .map(
              (one) => [one.dataset['row'], Math.round(one.getBoundingClientRect().top)] as const,
            )
            .filter(([, top]) => top > 100 && top < 700),
        );
    const before = await tops();
    assert.ok(before.length > 0);
    await host.page.reload();
    await until(tops, (now) => {
      for (const [key, top] of before) {
        const again = now.find(([other]) => other === key)?.[1] ?? -1;
        assert.ok(Math.abs(again - top) <= 2, `${key} at ${again} instead of ${top}`);
      }
    });
    await follows(host, false);
  });

  it('keeps the focus when its row is scrolled away', async () => {
    const host = await open(longLines().lines);
    await atEnd(host);
    await host.page.keyboard.press('k');
    await host.page.locator('article:focus').waitFor();
    await host.page.keyboard.press('Home');
    await host.row('The very first prompt').waitFor();
    const role = () => host.page.evaluate(() => document.activeElement?.getAttribute('role'));
    await until(role, (now) => assert.equal(now, 'feed'));
    await host.page.keyboard.press('j');
    await host.page.locator('article:focus').waitFor();
  });

  it('shows a last record without its line’s end once, also when the next one stands in its line', async () => {
    const [one, two, three] = ['One', 'Two', 'Three'].map((text) =>
      JSON.stringify(new TranscriptLines().prompt(text).lines[0]),
    );
    const host = await open(`${one}\n${two}`);
    await host.row('Two').waitFor();
    await host.append(three);
    await host.row('Three').waitFor();
    const prompts = await host.page.locator('.prompt .markdown').allTextContents();
    assert.deepEqual(prompts, ['One', 'Two', 'Three']);
    await host.page.reload();
    await host.row('Three').waitFor();
    assert.deepEqual(await host.page.locator('.prompt .markdown').allTextContents(), prompts);
  });

  it('begins anew when the file is another one', async () => {
    const host = await open(longLines().lines);
    await atEnd(host);
    await host.replaceFile(new TranscriptLines().prompt('Another beginning').lines);
    await host.row('Another beginning').waitFor();
    assert.equal(await host.page.getByText('The last prompt').count(), 0);
  });
});
