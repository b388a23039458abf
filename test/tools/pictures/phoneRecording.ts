import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { leaveBoard } from '../../support/editor/window/whole';
import { Film, thinned, writeFilm, type Shot } from './film';
import { connectPhone } from './phoneStudio';
import { sideBySide } from './sideBySide';
import { openBoard, withStudio } from './studio';

const desk = { width: 900, height: 700, motion: true };
const phone = { width: 360, height: 700 };
const look = { deskRadius: 8, phoneRadius: 28, gap: 24 };

/** Durations of the film's parts, in ms, long enough for a viewer. */
const lookMs = 800;
const openMs = 1_200;
const readMs = 2_000;
const scrolledMs = 900;
const afterMs = 2_200;

/**
 * Records desk and phone side by side: a request appears on both, is allowed on the phone, and the
 * session continues on the desk.
 */
export async function recordPhone(): Promise<void> {
  let begins = false;
  await withStudio(desk, { begins: () => begins }, async (studio) => {
    const { page } = studio.workbench;
    const handset = await connectPhone(studio, {
      viewport: phone,
      colorScheme: 'dark',
      reducedMotion: 'no-preference',
    });
    const board = await openBoard(studio.workbench);
    await studio.workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    const onPhone = (name: RegExp): Locator => handset.page.getByRole('button', { name }).first();
    // Cards do not move while the pointer is among them.
    await leaveBoard(board);
    const films = [await Film.of(page), await Film.of(handset.page)] as const;
    begins = true;
    const card = board.getByRole('article', { name: /^Make refunds idempotent/ });
    await card.getByRole('button', { name: /^(?:Allow|Review)/ }).waitFor({ timeout: 30_000 });
    const from = Date.now() - lookMs;
    await delay(openMs);
    await touch(handset.page, onPhone(/^Make refunds idempotent/));
    await delay(readMs);
    await scrollToEnd(handset.page);
    await handset.page.locator('[data-action="allow"]:not([aria-disabled])').waitFor();
    await delay(scrolledMs);
    await touch(handset.page, onPhone(/^Allow$/));
    await board
      .getByRole('region', { name: /^Running/ })
      .filter({ has: card })
      .waitFor();
    await delay(afterMs);
    const blank = await page.context().newPage();
    const [atDesk, atPhone] = [await films[0].end(from), await films[1].end(from)];
    await writeFilm(blank, 'phone-moving', await combine(blank, atDesk, atPhone));
    await handset.close();
  });
}

/** Scrolls a request smoothly to its end: it can be allowed only after all of it was visible. */
async function scrollToEnd(page: Page): Promise<void> {
  await page
    .locator('.answer-folder')
    .evaluate((end) => end.scrollIntoView({ block: 'end', behavior: 'smooth' }));
}

/** Taps a button with a visible finger. */
async function touch(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (box === null) throw new Error('The button is out of sight.');
  await page.evaluate(
    ([x, y]) => {
      const finger = document.createElement('div');
      Object.assign(finger.style, {
        position: 'fixed',
        left: `${x - 20}px`,
        top: `${y - 20}px`,
        width: '40px',
        height: '40px',
        borderRadius: '50%',
        background: 'rgb(255 255 255 / 0.45)',
        border: '2px solid rgb(255 255 255 / 0.8)',
        zIndex: '2147483647',
        pointerEvents: 'none',
      });
      document.body.append(finger);
      setTimeout(() => finger.remove(), 700);
    },
    [box.x + box.width / 2, box.y + box.height / 2] as const,
  );
  await delay(350);
  await button.tap();
}

/** Combines the shots of both, each beside the other's picture at that moment. */
async function combine(
  page: Page,
  atDesk: readonly Shot[],
  atPhone: readonly Shot[],
): Promise<readonly Shot[]> {
  const moments = [...atDesk, ...atPhone].toSorted((one, other) => one.at - other.at);
  const shots: Shot[] = [];
  for (const { at } of thinned(moments)) {
    const placed = [
      { shots: atDesk, radius: look.deskRadius },
      { shots: atPhone, radius: look.phoneRadius },
    ].flatMap(({ shots: all, radius }) => {
      const shot = all.findLast((one) => one.at <= at) ?? all[0];
      return shot === undefined ? [] : { png: shot.png, radius };
    });
    shots.push({ at, png: await sideBySide(page, placed, look.gap) });
  }
  return shots;
}
