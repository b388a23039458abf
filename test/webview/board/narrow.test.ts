import assert from 'node:assert/strict';
import { answerableBoard } from '../../support/page/boards/answerableBoard';
import { believableDay } from '../../support/page/boards/believableDay';
import { eventually } from '../../support/page/eventually';
import { pageSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo } from '../../support/sessionBuilder';

/** Fills the board up to its maximum number of sessions. */
const past = Array.from({ length: 300 - answerableBoard.length }, (_, index) =>
  aSession({
    sessionId: `past-${index}`,
    title: `Session ${index} of the past, with a title that says at some length what it was about`,
    agentState: { group: 'delivered', state: 'session_ended', label: 'Session closed' },
    stateSince: secondsAgo(3600 + index * 600),
    lastActivityAt: secondsAgo(3600 + index * 600),
  }),
);

describe('the board in a side bar of 300 pixels, with hundreds of sessions', function () {
  this.timeout(60_000);
  const open = pageSuite();

  for (const language of ['en', 'de']) {
    it(`shows all of itself in every layout, language ${language}`, async () => {
      const { page } = await open({
        sessions: [...answerableBoard, ...past],
        width: 300,
        place: 'side',
        language,
        answers: { days: [believableDay] },
      });
      await page.getByRole('article').first().waitFor();
      for (const key of ['1', '2', '3', '4']) {
        await page.keyboard.press(key);
        await eventually(async () =>
          assert.deepEqual(
            await page
              .locator(
                'body, main, .top-bar, .tabs, .tab, .column-scroll, .groups, .day-top, .day-lanes, .icon-button',
              )
              .evaluateAll((all) =>
                all
                  .filter(
                    (one) =>
                      one.scrollWidth > one.clientWidth ||
                      one.getBoundingClientRect().right > window.innerWidth,
                  )
                  .map((one) => `${one.className} ${one.scrollWidth} ${one.clientWidth}`),
              ),
            [],
          ),
        );
      }
    });
  }

  for (const language of ['en', 'de'])
    it(`has all tools of a narrow board on one line, language ${language}`, async () => {
      for (const width of [440, 490, 559]) {
        const { page } = await open({ sessions: answerableBoard, width, language });
        await page.getByRole('article').first().waitFor();
        const middles = await page.locator('.top-bar .icon-button').evaluateAll((all) =>
          all.flatMap((one) => {
            const { y, height } = one.getBoundingClientRect();
            return one.closest('.filter') !== null || height === 0
              ? []
              : [Math.round(y + height / 2)];
          }),
        );
        assert.equal(middles.length, 3, middles.join());
        assert.ok(Math.max(...middles) - Math.min(...middles) < 4, `${width}: ${middles.join()}`);
      }
    });

  for (const width of [297, 360]) {
    it(`has what a dear day cost on the line of the menu at ${width} pixels`, async () => {
      const host = await open({ sessions: answerableBoard, width, place: 'side' });
      const { page } = host;
      host.setToday({ totalCostTodayUsd: 1_234.56, totalTokensToday: 987_654_321 });
      await host.update([]);
      await page.getByText('$1234.56').waitFor();
      const rows = await page
        .locator('.today, .top-bar > [aria-label="View"]')
        .evaluateAll((both) => both.map((one) => one.getBoundingClientRect()));
      const [today, menu] = rows;
      assert.ok(today && menu);
      assert.ok(menu.top < today.bottom && today.top < menu.bottom, JSON.stringify(rows));
      assert.ok(menu.right <= width, JSON.stringify(rows));
    });
  }
});
