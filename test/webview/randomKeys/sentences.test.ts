import { answerableBoard } from '../../support/page/boards/answerableBoard';
import { barRequests } from '../../support/page/boards/barRequests';
import { pageSuite, readerSuite } from '../../support/page/pageSuite';
import { deedsIn, KeysOn, sentenceKeys } from '../../support/page/randomKeys';
import { believableTranscript } from '../../support/transcript/believableTranscript';

const words = ['data', 'fix the bug', 'made', 'test it', 'save and quit', 'go on', 'jump', 'a b c'];

const escape = { key: 'Escape', modifiers: 0 };

describe('Keys without a modifier', function () {
  this.timeout(400_000);
  const openBoard = pageSuite();
  const openReader = readerSuite();

  for (const [where, width, part, focused] of [
    ['any card of the board', 1300, '.card', '.open'],
    ['the pane in the place of the lists', 700, '.pane article', '[data-action="title"]'],
  ] as const) {
    it(`decide nothing as whole sentences, with spaces and Enter, from ${where}`, async () => {
      const host = await openBoard({ width, sessions: answerableBoard });
      const { page } = host;
      const keys = await KeysOn.page({
        page,
        close: () => host.close(),
        deeds: () => deedsIn(host.received),
      });
      for (const [index, { sessionId }] of answerableBoard.entries()) {
        // A card gets all sentences; panes differ between sessions only by their requests, so they
        // get one each.
        const chosen =
          where === 'any card of the board' ? words : [words[index % words.length] ?? ''];
        for (const sentence of chosen) {
          await host.reveal(sessionId);
          await page.locator(`${part}[data-session="${sessionId}"] ${focused}:focus`).waitFor();
          // H opens the list of keys, which then receives the following keys.
          const presses = [...sentenceKeys(sentence), escape];
          await keys.press(presses, () => `before ${sentence} on ${sessionId}`);
          await keys.finish(() => `${sentence} on ${sessionId}`);
        }
      }
    });
  }

  it('decide nothing as whole sentences, with spaces and Enter, in a transcript', async () => {
    const { lines } = believableTranscript();
    for (const live of barRequests) {
      const host = await openReader(lines, { live, pausedClock: true });
      const { page } = host;
      const keys = await KeysOn.page({
        page,
        close: () => host.close(),
        deeds: () => deedsIn(host.bar.asked),
      });
      for (const sentence of words) {
        await page.locator('.viewport').focus();
        const presses = [...sentenceKeys(sentence), escape];
        await keys.press(presses, () => `before ${sentence}`);
        await keys.finish(() => sentence);
      }
      await host.close();
    }
  });
});
