import assert from 'node:assert/strict';
import { believableTranscript } from '../../support/transcript/believableTranscript';
import { useBrowser } from '../../support/editor/browser';
import { violations } from '../../support/page/axe';
import {
  TranscriptScreenUnderTest,
  type ScreenOptions,
} from '../../support/phone/transcriptScreen';
import { TranscriptLines } from '../../support/transcript/transcriptLines';
import { until } from '../../support/until';

const pictures = process.env['PICTURES_OF_TESTS'];

function longLines(): TranscriptLines {
  const lines = new TranscriptLines().prompt('The very first prompt');
  for (let index = 0; index < 200; index += 1) {
    lines.text(`Answer ${index} ${'of some words '.repeat(30)}`);
    lines.tool('Bash', { command: `run ${index}` }, `${'output '.repeat(400)}${index}`);
  }
  return lines.prompt('The last prompt').text('The last answer');
}

describe('the transcript on a phone', function () {
  this.timeout(60_000);
  const browser = useBrowser();
  let open: TranscriptScreenUnderTest | undefined;
  afterEach(async () => {
    await open?.close();
    open = undefined;
  });

  async function screen(lines: readonly unknown[], options: ScreenOptions = {}) {
    open = await TranscriptScreenUnderTest.open(browser(), lines, options);
    return open;
  }

  for (const theme of ['dark', 'light'] as const) {
    for (const width of [320, 390]) {
      it(`fits ${width} pixels, folded and opened, without a barrier, theme ${theme}`, async () => {
        const host = await screen(believableTranscript().lines, { width, theme });
        const { page } = host;
        await page.getByRole('article').first().waitFor();
        if (pictures !== undefined)
          await page.screenshot({ path: `${pictures}/phone-${theme}-${width}.png` });
        assert.equal(await host.overflow(), 0);
        assert.deepEqual(await violations(page), []);
        const closed = page.locator('.fold-title[aria-expanded="false"]');
        while ((await closed.count()) > 0) await closed.first().tap();
        if (pictures !== undefined)
          await page.screenshot({ path: `${pictures}/phone-${theme}-${width}-open.png` });
        assert.equal(await host.overflow(), 0);
        assert.deepEqual(await violations(page), []);
        const small = await page.getByRole('button').evaluateAll((buttons) =>
          buttons
            .map((one) => ({
              name: one.textContent || one.ariaLabel,
              box: one.getBoundingClientRect(),
            }))
            .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
            .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
        );
        assert.deepEqual(small, []);
      });
    }
  }

  it('begins at its end, follows it, and reads on towards the beginning', async () => {
    const host = await screen(longLines().lines);
    const { page } = host;
    await page.getByText('The last answer').waitFor();
    await host.home.append(...new TranscriptLines().text('One more').lines);
    await page.getByText('One more').waitFor();
    const feed = page.getByRole('feed');
    await until(
      async () => {
        await feed.evaluate((list) => list.scrollTo(0, 0));
        return page.getByText('The very first prompt').count();
      },
      (count) => assert.equal(count, 1),
    );
    await page.getByRole('button', { name: 'Go to the End' }).tap();
    await page.getByText('One more').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Go to the End' }).count(), 0);
  });

  it('finds in the whole file, and leads to a prompt by the outline', async () => {
    const { page } = await screen(longLines().lines);
    await page.getByRole('button', { name: 'Find' }).tap();
    await page.getByRole('textbox').fill('Answer 17 ');
    await page.getByText('1 of 1').waitFor();
    await page
      .getByText(/Answer 17 of/u)
      .first()
      .waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Outline' }).tap();
    await page.getByRole('navigation', { name: 'Outline' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: /The very first prompt/u }).tap();
    await page.getByRole('article', { name: 'You' }).waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'Outline' }).count(), 0);
  });

  it('goes on where it was when the phone comes back', async () => {
    const host = await screen(longLines().lines);
    const { page } = host;
    await page.getByText('The last answer').waitFor();
    await host.reconnect(() => host.home.append(...new TranscriptLines().text('Missed').lines));
    await page.getByText('Missed').waitFor();
    await host.home.append(...new TranscriptLines().text('And followed').lines);
    await page.getByText('And followed').waitFor();
  });

  it('opens a subagent’s transcript in its place, leads back, and ends', async () => {
    const done = { toolUseResult: { agentId: 'a1', status: 'completed' } };
    const lines = new TranscriptLines()
      .prompt('Look around')
      .tool('Task', { description: 'Look', prompt: 'Look' }, 'Seen', done);
    const host = await screen(lines.lines, { agentId: 'a1' });
    const { page } = host;
    await page.getByRole('button', { name: 'Open Subagent’s Transcript' }).tap();
    await page.getByText(/Subagent of/u).waitFor();
    await page.getByRole('button', { name: 'Back' }).tap();
    await page.getByText(/Subagent of/u).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Back' }).tap();
    await page.getByText('Board').waitFor();
    await until(
      () => host.said.filter(({ type }) => type === 'leaveReader').length,
      (count) => assert.equal(count, 3),
    );
    // The style sheet applies to everything on the page, so it must be absent.
    assert.equal(await page.locator('link[href="reader.css"]').count(), 0);
  });

  it('follows a link to the web once the person saw where it leads, and to nothing else', async () => {
    const text =
      '[shown](https://example.invalid/there), [file](src/a.ts) and [secret](https://me:word@example.invalid/)';
    const { page } = await screen(new TranscriptLines().prompt('Go').text(text).lines);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(`${dialog.type()} ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.getByRole('link', { name: 'shown' }).tap();
    await page.getByRole('link', { name: 'file' }).tap();
    await page.getByRole('link', { name: 'secret' }).tap();
    await until(
      () => asked.length,
      (count) => assert.equal(count, 3),
    );
    assert.deepEqual(asked, [
      'confirm Open https://example.invalid/there?',
      'alert Not opened: src/a.ts',
      'alert Not opened: https://me:word@example.invalid/',
    ]);
    assert.equal(page.context().pages().length, 1);
  });
});
