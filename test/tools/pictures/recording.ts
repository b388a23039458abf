import { setTimeout as delay } from 'node:timers/promises';
import { openPane } from '../../support/editor/window/whole';
import { Film, thinned, writeFilm } from './film';
import { press, showPointer } from './pointer';
import { openBoard, withStudio } from './studio';

const size = { width: 1160, height: 780, motion: true };
const name = /^Make refunds idempotent/;

/** Durations of the film's parts, in ms, long enough for a viewer. */
const lookMs = 1_000;
const readMs = 1_600;
const afterPressMs = 700;
const afterMs = 1_200;

/**
 * Records a demo session that asks for permission, gets it in the pane beside the list, and
 * continues.
 */
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
    const card = board.locator('.card').and(board.getByRole('article', { name }));
    // New cards wait behind a button while the pointer is among the cards.
    const arrivals = board.locator('[data-action="arrivals"]').first();
    await arrivals.waitFor({ timeout: 30_000 });
    const from = Date.now() - lookMs;
    await delay(afterPressMs);
    await press(page, arrivals);
    await delay(afterPressMs);
    await press(page, card.locator('[data-action="open"]'));
    const shown = await openPane(board, name);
    const allow = shown.getByRole('button', { name: 'Allow', exact: true });
    await allow.waitFor();
    await delay(readMs);
    await press(page, allow);
    // The card shows the running session for a moment, then leaves the list.
    await card.filter({ hasText: /Runs/ }).waitFor({ timeout: 10_000 });
    await card.waitFor({ state: 'detached', timeout: 10_000 });
    await delay(afterMs);
    const shots = thinned(await film.end(from));
    await writeFilm(await page.context().newPage(), 'board-moving', shots);
  });
}
