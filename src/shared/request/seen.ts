/** A stretch of an element from its start, as shares of its height: [0, 1] is all of it. */
export type Stretch = readonly [from: number, to: number];

/** In order and apart from each other. */
export type Stretches = readonly Stretch[];

/** With what came into sight now; stretches that touch become one. */
export function withStretch(seen: Stretches, [from, to]: Stretch, slack = 0): Stretches {
  const joined = seen.filter(([start, end]) => start <= to + slack && end >= from - slack);
  const others = seen.filter((one) => !joined.includes(one));
  const all: Stretch = [
    Math.min(from, ...joined.map(([start]) => start)),
    Math.max(to, ...joined.map(([, end]) => end)),
  ];
  return [...others, all].sort(([one], [other]) => one - other);
}

/** Where the first part begins that was not in sight; undefined where all of it was. */
export function firstUnseen(seen: Stretches, slack = 0): number | undefined {
  const [first] = seen;
  if (first === undefined || first[0] > slack) return 0;
  return first[1] >= 1 - slack ? undefined : first[1];
}

/** What of a request is before a person, wherever it is shown. */
export interface Showing {
  /** Whether all of it is there, not only its beginning. */
  readonly isWhole: boolean;
  /** Whether something that runs, or a field, is folded away. */
  readonly isFolded: boolean;
  /** Whether each piece has been in sight from its start to its end. */
  readonly wasInSight: boolean;
}

/** The reason why a person has not seen a request whole. */
export type Unseen = 'coming' | 'folded' | 'outOfSight';

/**
 * Undefined once a person may allow it: all of it was in sight. A long text that does not run by
 * itself counts as seen by its beginning and its end, with the count of what lies between.
 */
export function unseenOf({ isWhole, isFolded, wasInSight }: Showing): Unseen | undefined {
  if (!isWhole) return 'coming';
  if (isFolded) return 'folded';
  return wasInSight ? undefined : 'outOfSight';
}
