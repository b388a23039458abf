import * as fs from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { encodeAnimation, type AnimationFrame } from '../animation/apng';
import { pictureFile, told } from './studio';

/** A page that cannot be read in time is no advertisement. */
const largestBytes = 2_500_000;
const longestMs = 14_000;
/** Pictures that follow each other faster are left out. */
const frameMs = 80;
/** How long the last frame stays before the first one follows it. */
const lastMs = 2_500;

export interface Shot {
  readonly png: Buffer;
  /** Ms since 1970. */
  readonly at: number;
}

/** What the browser draws of a page, picture by picture, as it draws it. */
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

  /** Ends it; what it shows from that moment on, which it begins with. */
  async end(from: number): Promise<readonly Shot[]> {
    await this.stop();
    // The browser hands its pictures out in about the order of their time.
    const shots = this.shots.toSorted((one, other) => one.at - other.at);
    const before = shots.findLast(({ at }) => at <= from);
    return [...(before ? [{ ...before, at: from }] : []), ...shots.filter(({ at }) => at > from)];
  }
}

/** Those of the shots that somebody would miss. */
export function thinned<T extends Pick<Shot, 'at'>>(shots: readonly T[]): readonly T[] {
  const kept: T[] = [];
  for (const [index, shot] of shots.entries()) {
    const next = shots[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const last = kept.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    // What stands still for a while is always shown.
    if (shot.at - last >= frameMs || next - shot.at >= frameMs) kept.push(shot);
  }
  return kept;
}

/** Writes the shots as a picture that moves; the browser of `page` compares them. */
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
  told(file);
}
