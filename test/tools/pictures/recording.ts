import * as fs from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { encodeAnimation, type AnimationFrame } from '../animation/apng';
import { movePointer, press, showPointer } from './pointer';
import { openBoard, pictureFile, told, withStudio } from './studio';

const size = { width: 1160, height: 780, motion: true };
/** A page that cannot be read in time is no advertisement. */
const largestBytes = 2_500_000;
const longestMs = 14_000;
/** Pictures that follow each other faster are left out. */
const frameMs = 80;
/** How long the last frame stays before the first one follows it. */
const lastMs = 2_500;

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
    const allow = board
      .getByRole('article', { name: /^Make refunds idempotent/ })
      .getByRole('button', { name: 'Allow', exact: true });
    await allow.waitFor({ timeout: 30_000 });
    film.keepFrom(Date.now() - lookMs);
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
    const file = pictureFile('board-moving');
    const blank = await page.context().newPage();
    const bytes = await encodeAnimation(blank, await film.end());
    if (bytes.length > largestBytes) {
      throw new Error(`The moving picture has ${bytes.length} bytes, more than ${largestBytes}.`);
    }
    await fs.writeFile(file, bytes);
    told(file);
  });
}

interface Shot {
  readonly png: Buffer;
  readonly at: number;
}

/** What the browser draws, picture by picture, as it draws it. */
class Film {
  private readonly shots: Shot[] = [];
  private from = 0;

  private constructor(private readonly stop: () => Promise<void>) {}

  static async of(page: Page): Promise<Film> {
    const session = await page.context().newCDPSession(page);
    const film: Film = new Film(async () => {
      await session.send('Page.stopScreencast');
      await session.detach();
    });
    session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
      film.shots.push({
        png: Buffer.from(data, 'base64'),
        at: (metadata.timestamp ?? Date.now() / 1000) * 1000,
      });
      void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
    return film;
  }

  keepFrom(epoch: number): void {
    this.from = epoch;
  }

  async end(): Promise<readonly AnimationFrame[]> {
    await this.stop();
    // The browser hands its pictures out in about the order of their time.
    const shots = this.shots.toSorted((one, other) => one.at - other.at);
    const shown = shots.filter(({ at }) => at > this.from);
    if ((shown.at(-1)?.at ?? 0) > this.from + longestMs) {
      throw new Error(
        'The machine was too busy for a film that somebody would watch: run it again.',
      );
    }
    const kept: Shot[] = [];
    for (const [index, shot] of shown.entries()) {
      const next = shown[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      const last = kept.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
      // What stands still for a while is always shown.
      if (shot.at - last >= frameMs || next - shot.at >= frameMs) kept.push(shot);
    }
    const before = shots.findLast(({ at }) => at <= this.from);
    const film = [...(before ? [{ ...before, at: this.from }] : []), ...kept];
    return film.map(({ png, at }, index) => ({
      png,
      milliseconds: Math.round((film[index + 1]?.at ?? at + lastMs) - at),
    }));
  }
}
