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
