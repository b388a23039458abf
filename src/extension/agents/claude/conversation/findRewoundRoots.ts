/** An entry of a transcript, as a node of its tree. */
export interface TreeEntry {
  /** True for a person's prompt. */
  readonly prompt: boolean;
  /**
   * True for an entry that continues the conversation: a prompt or the agent's text. Other entries
   * may be written late.
   */
  readonly speaks: boolean;
}

type Index = number | undefined;

/**
 * Finds for each entry the first entry of the rewound branch that it belongs to; undefined for an
 * entry of the current conversation. A branch with a person's prompt was rewound if it had ended
 * when a later prompt continued from the same entry. A branch that continues in parallel to a later
 * one belongs to a second client of the session; a branch without a prompt results from parallel
 * calls or a stopped turn.
 */
export function findRewoundRoots(
  entries: readonly TreeEntry[],
  parentOf: (index: number) => Index,
): readonly Index[] {
  const parents = entries.map((_, index) => parentOf(index));
  const order = parentsFirst(parents);
  const hasPrompt = entries.map(({ prompt }) => prompt);
  /** The last conversation entry of each branch. */
  const ends = entries.map(({ speaks }, index) => (speaks ? index : 0));
  /** The last branch with a prompt at each fork; entries without a parent share one fork. */
  const latest = new Map<Index, number>();
  for (const index of order.toReversed()) {
    const parent = parents[index];
    if (hasPrompt[index] === true) latest.set(parent, Math.max(latest.get(parent) ?? 0, index));
    if (parent === undefined) continue;
    ends[parent] = Math.max(ends[parent] ?? 0, ends[index] ?? 0);
    hasPrompt[parent] ||= hasPrompt[index] === true;
  }
  const roots: Index[] = entries.map(() => undefined);
  for (const index of order) {
    const parent = parents[index];
    const inherited = parent === undefined ? undefined : roots[parent];
    const end = Math.max(index, ends[index] ?? 0);
    const isRewound = hasPrompt[index] === true && end < (latest.get(parent) ?? 0);
    roots[index] = inherited ?? (isRewound ? index : undefined);
  }
  return roots;
}

/** All entries, each after its parent. Breaks cycles, which only a damaged file contains. */
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
