import type { Frame, Page } from 'playwright-core';

export interface PaintTiming {
  /** Time from the arrival of the message to the first frame with the cards, in ms. */
  readonly ms: number;
  readonly cards: number;
}

/**
 * Page script that records when content is painted. A frame counts as painted when the first task
 * after it runs.
 */
export const watchScript = `
globalThis.__name = (value) => value;
globalThis.bench = (() => {
  const afterFrame = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => then(performance.now());
    channel.port2.postMessage(0);
  });
  const cards = () => document.querySelectorAll('article').length;
  const painted = [];
  const seen = new Set();
  return {
    painted,
    /** Resolves with the time from the next message to its frame. */
    nextPaint: (needed) => new Promise((resolve) => {
      addEventListener('message', () => {
        const start = performance.now();
        const look = (at) => cards() >= needed ? resolve({ ms: at - start, cards: cards() }) : afterFrame(look);
        afterFrame(look);
      }, { once: true, capture: true });
    }),
    /** Notes when each mark is painted first. */
    watchMarks: () => {
      const look = (at) => {
        for (const [mark] of document.body.textContent.matchAll(/Mark\\d{7}/g)) {
          if (seen.has(mark)) continue;
          seen.add(mark);
          painted.push([mark, performance.timeOrigin + at]);
        }
        afterFrame(look);
      };
      afterFrame(look);
    },
  };
})();
`;

export interface InPage {
  readonly bench: {
    readonly painted: [string, number][];
    nextPaint(needed: number): Promise<PaintTiming>;
    watchMarks(): void;
  };
}

/** A page or frame in which scripts of the bench can run. */
type Evaluator = Pick<Page | Frame, 'evaluate'>;

/** Starts recording when each mark is painted for the first time. */
export async function watchMarks(where: Evaluator): Promise<void> {
  await where.evaluate(() => (globalThis as unknown as InPage).bench.watchMarks());
}

/**
 * Returns and clears the recorded marks with their paint times, in ms since 1970 by this process's
 * clock.
 */
export async function paintedMarks(
  where: Evaluator,
  now: () => number,
): Promise<readonly (readonly [string, number])[]> {
  const before = now();
  const theirs = await where.evaluate(() => performance.timeOrigin + performance.now());
  const after = now();
  const isSame = theirs >= before && theirs <= after;
  const offset = isSame ? 0 : (before + after) / 2 - theirs;
  const painted = await where.evaluate(() =>
    (globalThis as unknown as InPage).bench.painted.splice(0),
  );
  return painted.map(([mark, at]) => [mark, at + offset] as const);
}
