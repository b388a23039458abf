import * as fs from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { connectPhone } from './phoneStudio';
import { sideBySide } from './sideBySide';
import { pictureFile, printPath, withStudio } from './studio';

const desk = { width: 1360, height: 850 };
/** Device scale factor of the pictures. */
const scale = 2;
const look = { radius: 30 * scale, gap: 28 * scale };
/** The second of the demo at which sessions wait with a command and with a plan. */
const moment = 75;

const plan = /^Plan how the Parquet writer/;
const request = /^Make refunds idempotent/;

/**
 * Takes the phone's pictures: the Needs You list, a request and a plan, side by side, dark and
 * light.
 */
export async function takePhonePictures(): Promise<void> {
  await withStudio(desk, { frozenAt: moment }, async (studio) => {
    await studio.demo.settled;
    const handset = await connectPhone(studio, { deviceScaleFactor: scale });
    const { page } = handset;
    const blank = await studio.workbench.page.context().newPage();
    for (const colors of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: colors });
      const shots = [await shotOf(page)];
      for (const title of [request, plan]) {
        await page.getByRole('button', { name: title }).first().tap();
        await page.getByRole('region', { name: 'Request' }).waitFor();
        shots.push(await shotOf(page));
        await page.getByRole('button', { name: 'Back to the Board' }).tap();
        await page.getByRole('navigation', { name: 'Groups' }).waitFor();
      }
      const placed = shots.map((png) => ({ png, radius: look.radius }));
      const file = pictureFile(`phone-${colors}`);
      await fs.writeFile(file, await sideBySide(blank, placed, look.gap));
      printPath(file);
    }
    await handset.close();
  });
}

async function shotOf(page: Page): Promise<Buffer> {
  // The last tapped control would show its focus ring.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  return page.screenshot();
}
