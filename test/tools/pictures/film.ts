import * as fs from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { encodeAnimation, type AnimationFrame } from '../animation/apng';
import { pictureFile, printPath } from './studio';

/** Limits of a film's file size, for fast loading, and of its duration. */
const largestBytes = 2_500_000;
const longestMs = 14_000;
/** Shots that follow each other faster are dropped. */
const frameMs = 80;
/** How long the last frame is shown before the film repeats, in ms. */
const lastMs = 2_500;

export interface Shot {
  readonly png: Buffer;
  /** In ms since 1970. */
  readonly at: number;
}

/** Records every frame that the browser draws of a page. */
export class Film {
  private readonly shots: Shot[] = [];

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

  /**
   * Ends the recording; returns its shots from that moment on, starting with the picture visible
   * then.
   */
  async end(from: number): Promise<readonly Shot[]> {
    await this.stop();
    // The browser delivers its frames only approximately in order.
    const shots = this.shots.toSorted((one, other) => one.at - other.at);
    const before = shots.findLast(({ at }) => at <= from);
    return [...(before ? [{ ...before, at: from }] : []), ...shots.filter(({ at }) => at > from)];
  }
}

/** Drops shots that are visible only briefly. */
export function thinned<T extends Pick<Shot, 'at'>>(shots: readonly T[]): readonly T[] {
  const kept: T[] = [];
  for (const [index, shot] of shots.entries()) {
    const next = shots[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const last = kept.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    // A picture that stays for a while is always kept.
    if (shot.at - last >= frameMs || next - shot.at >= frameMs) kept.push(shot);
  }
  return kept;
}

/** Writes the shots as an animation; the browser of `page` compares them. */
export async function writeFilm(page: Page, name: string, shots: readonly Shot[]): Promise<void> {
  const [first, last] = [shots[0]?.at ?? 0, shots.at(-1)?.at ?? 0];
  if (last > first + longestMs) {
    throw new Error('The machine was too busy for a film that somebody would watch: run it again.');
  }
  const frames: AnimationFrame[] = shots.map(({ png, at }, index) => ({
    png,
    milliseconds: Math.round((shots[index + 1]?.at ?? at + lastMs) - at),
  }));
  const bytes = await encodeAnimation(page, frames);
  if (bytes.length > largestBytes) {
    throw new Error(`The moving picture has ${bytes.length} bytes, more than ${largestBytes}.`);
  }
  const file = pictureFile(name);
  await fs.writeFile(file, bytes);
  printPath(file);
}
