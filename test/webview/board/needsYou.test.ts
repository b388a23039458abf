import assert from 'node:assert/strict';
import { sample } from 'fast-check';
import { needsYouNumbers, needsYouOfPart } from '../../../src/shared/board/needsYou';
import { expectedPair, digestWithOtherCounts, randomBoards } from '../../support/board/randomBoard';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite } from '../../support/page/pageSuite';
import { phoneSuite } from '../../support/page/phone/phoneView';

const digest = { ...digestWithOtherCounts, sessionIds: ['s0'] };

/** Seed named by a failure; setting it repeats the run. */
const seed = Number(process.env['BOARD_SEED'] ?? Date.now() % 1_000_000);
const boards = sample(randomBoards, { seed, numRuns: 6 }).filter((board) => board.length > 0);

const plain = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** Number of a tab's badge, and the text announced with it. */
const phoneTab = async ({ page }: FakeHost) =>
  plain(
    (await page
      .getByRole('navigation', { name: 'Groups' })
      .getByRole('button')
      .first()
      .textContent()) ?? '',
  );

describe(`The numbers of Needs You on the pages (BOARD_SEED=${seed})`, () => {
  const open = pageSuite();
  const openPhone = phoneSuite();

  it('are the same in heading, digest and tab of the board', async () => {
    for (const sessions of boards) {
      const pair = expectedPair(sessions);
      const host = await open({ sessions, today: { digest }, width: 1200 });
      const { page } = host;
      const heading = page.getByRole('heading', { name: /^Needs You/u });
      await eventually(async () =>
        assert.equal(plain(await heading.innerText()), `Needs You ${needsYouNumbers(pair)}`),
      );
      const away = page.getByRole('region', { name: 'While you were away' });
      const shown = plain(await away.locator('p').innerText());
      assert.ok(shown.startsWith(`Since 8:00 AM: ${needsYouOfPart(pair) ?? '1 finished'}`), shown);
      await page.setViewportSize({ width: 340, height: 800 });
      const tab = page.getByRole('tab', { name: /^Needs You/u });
      await eventually(async () =>
        assert.equal(await tab.textContent(), `Needs You ${needsYouNumbers(pair)}`),
      );
    }
  });

  it('are the same at the tab, in the digest and at the icon of a phone', async () => {
    for (const sessions of boards) {
      const pair = expectedPair(sessions);
      const host = await openPhone({
        sessions,
        today: { digest },
        script: `navigator.setAppBadge = async (count) => { globalThis.appBadge = count; };`,
      });
      const { page } = host;
      const badge = pair.blocked === 0 ? '' : String(pair.blocked);
      const ready = pair.ready === 0 ? '' : ` · ${pair.ready} ready`;
      await eventually(async () => assert.equal(await phoneTab(host), `Needs You${badge}${ready}`));
      const text = plain(
        await page.getByRole('region', { name: 'While you were away' }).locator('p').innerText(),
      );
      assert.ok(text.includes(`: ${needsYouOfPart(pair) ?? '1 finished'}`), text);
      await eventually(async () =>
        assert.equal(await page.evaluate(() => Reflect.get(globalThis, 'appBadge')), pair.blocked),
      );
    }
  });
});
