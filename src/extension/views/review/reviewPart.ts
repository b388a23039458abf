/**
 * Files of a review that are opened together. The editor makes documents of both sides of all of
 * them before it shows any, which takes it some 25 ms a file; 300 files need to be there in a second.
 */
export const partSize = 12;

/** Range of the files of a large review that are shown, counted from 0; `end` is the index after the last. */
export interface ReviewPart {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Place of a part among the others. */
export type PartPlace = 'first' | 'middle' | 'last';

/** The part that begins with a file; undefined where that is the whole review. */
export function partFrom(start: number, count: number): ReviewPart | undefined {
  if (count <= partSize) return undefined;
  return { start, end: Math.min(start + partSize, count), count };
}

/** Files after or before a part; undefined where there are none. */
export function partBeside(part: ReviewPart, step: 1 | -1): ReviewPart | undefined {
  const { start, end, count } = part;
  if (step === 1) return end < count ? partFrom(end, count) : undefined;
  return start > 0 ? partFrom(Math.max(0, start - partSize), count) : undefined;
}

export function partPlace({ start, end, count }: ReviewPart): PartPlace {
  if (start === 0) return 'first';
  return end === count ? 'last' : 'middle';
}
