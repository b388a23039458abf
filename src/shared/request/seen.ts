/** A part of an element's height as fractions: [0, 1] is all of it. */
export type Stretch = readonly [from: number, to: number];

/** Stretches in ascending order that neither overlap nor touch. */
export type Stretches = readonly Stretch[];

/** Adds a stretch and merges stretches that touch or are at most `slack` apart. */
export function withStretch(seen: Stretches, [from, to]: Stretch, slack = 0): Stretches {
  const joined = seen.filter(([start, end]) => start <= to + slack && end >= from - slack);
  const others = seen.filter((one) => !joined.includes(one));
  const all: Stretch = [
    Math.min(from, ...joined.map(([start]) => start)),
    Math.max(to, ...joined.map(([, end]) => end)),
  ];
  return [...others, all].sort(([one], [other]) => one - other);
}

/**
 * Start of the first part that was not seen, ignoring `slack` at either edge; undefined if all was
 * seen.
 */
export function firstUnseen(seen: Stretches, slack = 0): number | undefined {
  const [first] = seen;
  if (first === undefined || first[0] > slack) return 0;
  return first[1] >= 1 - slack ? undefined : first[1];
}
