import { setTimeout as delay } from 'node:timers/promises';
import { launchBrowser } from '../../../support/editor/browser';
import { servePage } from '../../../support/page/pageServer';
import { ReaderPageUnderTest, type ReaderOptions } from '../../../support/page/readerPage';
import { UsedPages } from '../../../support/page/usedPages';
import { TranscriptLines } from '../../../support/transcript/transcriptLines';
import { verdict, type Measurement } from '../../measurement';
import { duration, median, p50p99, percentile } from '../../statistics';

const opens = 5;
const largeBytes = 100_000_000;
const budgetMs = 1_000;
/** Duration of three frames in ms at 60 frames per second. */
const frameBudgetMs = 50;
const wheelTurns = 400;
const turnMs = 16;

/** Page script that records when the first frame with a row of the transcript is painted. */
const watch = `
globalThis.paintedAt = undefined;
const look = () => requestAnimationFrame(() => {
  if (document.querySelector('article') === null) return look();
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { globalThis.paintedAt = performance.now(); };
  channel.port2.postMessage(0);
});
look();`;

/**
 * Measures the production page with the real channel: from its first byte to painted rows,
 * scrolling, and finding a word.
 */
export const transcript: Measurement = {
  name: 'transcript',
  async measure() {
    const [browser, server] = await Promise.all([launchBrowser(), servePage()]);
    try {
      // Each measurement uses a new page, because a page that was used before would be faster.
      const open = (text: string, options?: ReaderOptions): Promise<ReaderPageUnderTest> =>
        ReaderPageUnderTest.open(new UsedPages(browser), server, text, options);
      const times = async (text: string): Promise<readonly number[]> => {
        const all: number[] = [];
        for (let count = 0; count < opens; count += 1) {
          const page = await open(text, { script: watch });
          all.push(await paintedAt(page));
          await page.close();
        }
        return all;
      };
      const small = median(await times(transcriptOf(100_000)));
      const text = transcriptOf(largeBytes);
      const large = median(await times(text));
      const page = await open(text);
      const gaps = await scrollGaps(page);
      const finding = await findMs(page);
      await page.close();
      return [
        {
          figure: 'transcript of 100 MB: open → painted',
          measured: duration(large),
          budget: `< ${budgetMs} ms`,
          raw: `${duration(small)} for 100 kB`,
          ratio: large / small,
          verdict: verdict(large < budgetMs),
          notes: ['without the frame that the editor makes for a page'],
        },
        {
          figure: 'transcript of 100 MB: from frame to frame while it is scrolled',
          measured: p50p99(gaps),
          budget: `p99 < ${frameBudgetMs} ms`,
          verdict: verdict(percentile(gaps, 0.99) < frameBudgetMs),
          notes: ['the wheel turned back over 100 screens, by a browser that draws without a GPU'],
        },
        {
          figure: 'transcript of 100 MB: find a word in all of it',
          measured: duration(finding),
          verdict: 'as it is',
        },
      ];
    } finally {
      await browser.close();
      await server.close();
    }
  },
};

async function paintedAt({ page }: ReaderPageUnderTest): Promise<number> {
  const painted = await page.waitForFunction('globalThis.paintedAt');
  return Number(await painted.jsonValue());
}

/** Times in ms between frames while the transcript is scrolled back from its end. */
async function scrollGaps({ page }: ReaderPageUnderTest): Promise<readonly number[]> {
  await page.locator('article').first().waitFor();
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  await page.mouse.move(width / 2, height / 2);
  await page.evaluate(`
    globalThis.frames = [];
    const note = (time) => { globalThis.frames.push(time); requestAnimationFrame(note); };
    requestAnimationFrame(note);`);
  for (let turn = 0; turn < wheelTurns; turn += 1) {
    await page.mouse.wheel(0, -height / 4);
    await delay(turnMs);
  }
  const times = await page.evaluate<number[]>('globalThis.frames');
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}

/** Time in ms from the typed word to the number of its occurrences. */
async function findMs({ page }: ReaderPageUnderTest): Promise<number> {
  await page.keyboard.press('/');
  const start = performance.now();
  await page.getByRole('textbox').fill('needle');
  await page.getByText(/^\d[\d,]* of /).waitFor({ timeout: 60_000 });
  return performance.now() - start;
}

/**
 * Lines of a coding session of about the given size; one turn in 200 contains the word that is
 * searched for.
 */
function transcriptOf(bytes: number): string {
  const chunk = new TranscriptLines();
  for (let turn = 0; turn < 200; turn += 1) {
    chunk.prompt(`Look at part ${turn} and make it faster`);
    chunk.text(`I look at part ${turn}. ${'It has some words about what it does. '.repeat(6)}`);
    chunk.tool('Bash', { command: `npm test -- part${turn}` }, 'ok 1 - works\n'.repeat(220));
    if (turn === 100) chunk.text('A needle in it');
  }
  const text = chunk.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return text.repeat(Math.max(1, Math.round(bytes / text.length)));
}
