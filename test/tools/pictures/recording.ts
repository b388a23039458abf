import { setTimeout as delay } from 'node:timers/promises';
import { shownWhole } from '../../support/editor/window/whole';
import { Film, thinned, writeFilm } from './film';
import { movePointer, press, showPointer } from './pointer';
import { openBoard, withStudio } from './studio';

const size = { width: 1160, height: 780, motion: true };

/** Seconds of the story, for whoever watches. */
const lookMs = 1_600;
const readMs = 1_900;
const afterPressMs = 700;
const afterMs = 2_600;

/** Records a session of the demo that begins to need somebody, is allowed on its card, and goes on. */
export async function recordSession(): Promise<void> {
  let begins = false;
  await withStudio(size, { begins: () => begins }, async ({ workbench }) => {
    const { page } = workbench;
    const board = await openBoard(workbench);
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await board.locator('.card').first().waitFor();
    await showPointer(page);
    const film = await Film.of(page);
    begins = true;
    const shown = await shownWhole(board, /^Make refunds idempotent/);
    const allow = shown.getByRole('button', { name: 'Allow', exact: true });
    await allow.waitFor({ timeout: 30_000 });
    const from = Date.now() - lookMs;
    await delay(readMs);
    await press(page, allow);
    // A card stays where it is while the pointer is on it.
    await delay(afterPressMs);
    await movePointer(page, size.width * 0.55, size.height * 0.85);
    await board
      .getByRole('region', { name: /^Running/ })
      .getByRole('article', { name: /^Make refunds idempotent/ })
      .waitFor({ timeout: 10_000 });
    await delay(afterMs);
    const shots = thinned(await film.end(from));
    await writeFilm(await page.context().newPage(), 'board-moving', shots);
  });
}
