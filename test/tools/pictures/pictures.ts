import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { Clip, Workbench } from '../../support/editor/window/workbench';
import { backToLists, openPane } from '../../support/editor/window/whole';
import { chooseInMenu } from '../../support/page/chooseInMenu';
import { chooseView } from '../../support/page/chooseView';
import { until } from '../../support/until';
import { openBoard, pictureFile, printPath, withStudio } from './studio';

const wide = { width: 1360, height: 850, scale: 1.5 };
/** High enough for every group of a grid. */
const grid = { width: 1360, height: 960 };
const narrow = { width: 730, height: 850 };
const sideBarWidth = 310;
/** The activity bar and the side bar. */
const sideBarClip = { x: 0, y: 30, width: 48 + sideBarWidth, height: 440 };

/** The second of the demo at which every group has a session worth showing. */
const moment = 75;

/** Takes the still pictures, of the demo frozen at one moment. */
export async function takePictures(): Promise<void> {
  await withStudio(wide, { frozenAt: moment }, async ({ demo, editor, workbench }) => {
    await demo.settled;
    const board = await openBoard(workbench);
    await take(workbench, 'board-dark');
    await takeDelivered(workbench, board, 'dark');
    for (const layout of ['List', 'Day'] as const) {
      await choose(board, layout);
      await take(workbench, `board-${layout.toLowerCase()}`);
    }
    await choose(board, 'Columns');
    await takeCollision(workbench, board);
    await takeMachine(workbench, board);
    await takeReview(workbench, board);
    await openTranscript(workbench, await openBoard(workbench), /^Make refunds idempotent/);
    await take(workbench, 'transcript');
    await workbench.runCommand('View: Close Editor');
    const again = await openBoard(workbench);
    await editor.useTheme('light');
    await workbench.waitForTheme('vs');
    await take(workbench, 'board-light');
    await takeDelivered(workbench, again, 'light');
    await editor.useTheme('highContrast');
    await workbench.waitForTheme('hc-black');
    await take(workbench, 'board-high-contrast');
    await editor.useTheme('dark');
    await workbench.waitForTheme('vs-dark');
    await workbench.resizeSideBar(sideBarWidth);
    await take(workbench, 'sidebar-dark', sideBarClip);
    await workbench.page.setViewportSize(narrow);
    await take(workbench, 'board-narrow');
  });
}

/** Takes pictures of delivered work, with the editor's own side bar hidden. */
async function takeDelivered(
  workbench: Workbench,
  board: Frame,
  theme: 'dark' | 'light',
): Promise<void> {
  const { page } = workbench;
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await page.setViewportSize(grid);
  await choose(board, 'Grid');
  await take(workbench, `delivered-${theme}`);
  await choose(board, 'Columns');
  await page.setViewportSize({ width: wide.width, height: wide.height });
  await workbench.showContainer('Mission Control');
}

/** Takes a picture of two sessions in one work tree, and one in another without a collision. */
async function takeCollision(workbench: Workbench, board: Frame): Promise<void> {
  const filter = board.getByRole('combobox', { name: 'Filter sessions' });
  await filter.fill('project:gift-cards');
  await board.locator('.card').nth(3).waitFor({ state: 'detached' });
  await take(workbench, 'collision-dark');
  await filter.fill('');
  await board.locator('.card').nth(3).waitFor();
}

/** Takes a picture of the sessions of another machine, one of which asks. */
async function takeMachine(workbench: Workbench, board: Frame): Promise<void> {
  const filter = board.getByRole('combobox', { name: 'Filter sessions' });
  const ours = board.locator('.card:not([data-machine])');
  await filter.fill('machine:gpu-box');
  await filter.blur();
  await ours.first().waitFor({ state: 'detached' });
  await openPane(board);
  await board.getByRole('button', { name: 'Allow', exact: true }).waitFor();
  await take(workbench, 'machine-dark');
  await filter.fill('');
  await ours.first().waitFor();
}

/** Takes a picture of the last turn in the worktree, which changed a file and deleted one. */
async function takeReview(workbench: Workbench, board: Frame): Promise<void> {
  const card = board.getByRole('article', { name: /^Send gift cards as a designed mail/ });
  await backToLists(board);
  await until(
    async () => {
      await card.locator('.open').press('Shift+F10');
      return board.getByRole('menu').first().isVisible();
    },
    (isOpen) => assert.ok(isOpen, 'no menu'),
  );
  await chooseInMenu(board, 'Review Changes');
  const files = workbench.page.locator('.multiDiffEntry');
  await files.nth(1).waitFor();
  await take(workbench, 'review-dark');
  await workbench.runCommand('View: Close Editor');
}

async function choose(board: Frame, layout: 'Columns' | 'List' | 'Grid' | 'Day'): Promise<void> {
  await chooseView(board, layout);
  await board.locator(`main[data-layout="${layout.toLowerCase()}"]`).waitFor();
  if (layout === 'Day') await board.locator('.lane').first().waitFor();
}

/** Opens a transcript rendered for reading, scrolled to its end. */
async function openTranscript(workbench: Workbench, board: Frame, title: RegExp): Promise<void> {
  await board.getByRole('button', { name: title }).first().dblclick();
  await workbench.transcript(/staging/);
}

/** Takes a picture of a window, or of a part of it. */
export async function take(workbench: Workbench, name: string, clip?: Clip): Promise<void> {
  const file = pictureFile(name);
  await workbench.page.mouse.move(0, 0);
  // Waits for two frames: one for layout, one that is painted.
  await workbench.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
  await workbench.screenshot(file, clip);
  printPath(file);
}
