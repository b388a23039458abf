import assert from 'node:assert/strict';
import { densities } from '../../../src/shared/board/arrangement';
import { answerableBoard } from '../../support/page/boards/answerableBoard';
import { eventually } from '../../support/page/eventually';
import { pageSuite } from '../../support/page/pageSuite';

/** Parts of a card that its tools cover. */
const covered = (card: Element, parts: readonly string[]): string[] => {
  const tools = card.querySelector('.card-actions')?.getBoundingClientRect();
  if (tools === undefined) return ['no tools'];
  return parts.filter((part) => {
    const box = card.querySelector(part)?.getBoundingClientRect();
    return (
      box !== undefined &&
      box.left < tools.right - 1 &&
      tools.left < box.right - 1 &&
      // Letters do not reach the edges of their line.
      box.top < tools.bottom - 4 &&
      tools.top < box.bottom - 4
    );
  });
};

describe('the tools of a card', function () {
  this.timeout(60_000);
  const open = pageSuite();

  for (const width of [1440, 900, 300]) {
    for (const density of densities) {
      it(`lie over nothing, ${density}, ${width} pixels wide`, async () => {
        const place = width < 400 ? 'side' : 'panel';
        const { page } = await open({
          sessions: answerableBoard,
          width,
          place,
          kept: { layout: 'columns', density },
        });
        for (const layout of ['columns', 'list', 'grid']) {
          if (layout !== 'columns') await page.keyboard.press('l');
          const cards = page.locator('.card');
          const parts = ['.title', '.time', '.facts', '.doing'];
          await cards.first().waitFor();
          for (const at of [0, 3, (await cards.count()) - 1]) {
            const card = cards.nth(at);
            await card.hover({ position: { x: 12, y: 12 } });
            await eventually(async () =>
              assert.equal(
                await card
                  .locator('.card-actions')
                  .evaluate((one) => getComputedStyle(one).opacity),
                '1',
              ),
            );
            assert.deepEqual(
              await card.evaluate(covered, parts),
              [],
              `layout ${layout}, card ${at}`,
            );
          }
        }
      });
    }
  }
});

describe('the icon of a card', () => {
  const open = pageSuite();

  it('is above what opens the session, so that the pointer learns the state, and opens it all the same', async () => {
    const host = await open({ sessions: answerableBoard });
    const icon = host.page.locator('.card-icon').first();
    await icon.click();
    await host.page.locator('.whole-card').waitFor();
  });
});
