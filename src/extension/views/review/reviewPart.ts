/**
 * Number of files of a review that are opened together. The editor creates the documents of both
 * sides of all of them before it shows any, which takes about 25 ms per file; a review of 300 files
 * has to open within a second.
 */
export const partSize = 12;

/**
 * The range of a large review's files that is shown, counted from 0; `end` is exclusive. `count` is
 * the number of all files.
 */
export interface ReviewPart {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Position of a part among the others. */
export type PartPlace = 'first' | 'middle' | 'last';

/** The part that starts with the given file; undefined if the review is shown completely. */
export function partFrom(start: number, count: number): ReviewPart | undefined {
  if (count <= partSize) return undefined;
  return { start, end: Math.min(start + partSize, count), count };
}

/** The part after or before a part; undefined if there is none. */
export function adjacentPart(part: ReviewPart, step: 1 | -1): ReviewPart | undefined {
  const { start, end, count } = part;
  if (step === 1) return end < count ? partFrom(end, count) : undefined;
  return start > 0 ? partFrom(Math.max(0, start - partSize), count) : undefined;
}

export function partPlace({ start, end, count }: ReviewPart): PartPlace {
  if (start === 0) return 'first';
  return end === count ? 'last' : 'middle';
}
