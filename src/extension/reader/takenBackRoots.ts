/** What the tree of a transcript needs to know of an entry. */
export interface TreeEntry {
  /** True for a person's prompt. */
  readonly prompt: boolean;
}

type Index = number | undefined;

/**
 * For each entry the first one of the branch with which it was taken back; undefined for one that lives. Of the
 * branches that leave an entry the one that was written last lives, and each one without a person's prompt:
 * that is an end of parallel calls, or of a turn that was stopped. Takes time in proportion to the entries.
 */
export function takenBackRoots(
  entries: readonly TreeEntry[],
  parentOf: (index: number) => Index,
): readonly Index[] {
  const parents = entries.map((_, index) => parentOf(index));
  const order = parentsFirst(parents);
  const ends = entries.map((_, index) => index);
  const hasPrompt = entries.map(({ prompt }) => prompt);
  /** The child, among those of each entry, whose branch was written last; those without a parent have one in common. */
  const heirs = new Map<Index, number>();
  for (const index of order.toReversed()) {
    const parent = parents[index];
    const heir = heirs.get(parent);
    if (heir === undefined || endOf(ends, heir) < endOf(ends, index)) heirs.set(parent, index);
    if (parent === undefined) continue;
    ends[parent] = Math.max(endOf(ends, parent), endOf(ends, index));
    hasPrompt[parent] ||= hasPrompt[index] === true;
  }
  const roots: Index[] = entries.map(() => undefined);
  for (const index of order) {
    const parent = parents[index];
    const above = parent === undefined ? undefined : roots[parent];
    const isLeft = heirs.get(parent) !== index && hasPrompt[index] === true;
    roots[index] = above ?? (isLeft ? index : undefined);
  }
  return roots;
}

function endOf(ends: readonly number[], index: number): number {
  return ends[index] ?? index;
}

/** All entries, each behind its parent. Cuts a cycle, which only a damaged file has, where it meets one. */
function parentsFirst(parents: Index[]): readonly number[] {
  const order: number[] = [];
  const states = new Uint8Array(parents.length);
  for (const start of parents.keys()) {
    const path: number[] = [];
    let index: Index = start;
    for (; index !== undefined && states[index] === unseen; index = parents[index]) {
      states[index] = onPath;
      path.push(index);
    }
    const last = path.at(-1);
    if (index !== undefined && last !== undefined && states[index] === onPath)
      parents[last] = undefined;
    for (const one of path.toReversed()) {
      states[one] = done;
      order.push(one);
    }
  }
  return order;
}

const unseen = 0;
const onPath = 1;
const done = 2;
