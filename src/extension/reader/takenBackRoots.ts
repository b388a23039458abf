/** An entry of a transcript, as a node of its tree. */
export interface TreeEntry {
  /** True for a person's prompt. */
  readonly prompt: boolean;
  /** True for what goes on with a conversation: a prompt, or what the agent says. Other entries may come late. */
  readonly speaks: boolean;
}

type Index = number | undefined;

/**
 * Finds for each entry the first one of the branch with which it was taken back; undefined for one that lives.
 * A branch with a person's prompt was taken back if it had ended when another prompt went on from the same entry.
 * A branch that goes on beside a later one belongs to a second client of the session; one without a prompt is
 * an end of parallel calls, or of a turn that was stopped.
 */
export function takenBackRoots(
  entries: readonly TreeEntry[],
  parentOf: (index: number) => Index,
): readonly Index[] {
  const parents = entries.map((_, index) => parentOf(index));
  const order = parentsFirst(parents);
  const hasPrompt = entries.map(({ prompt }) => prompt);
  /** The last entry of each branch that goes on with the conversation. */
  const ends = entries.map(({ speaks }, index) => (speaks ? index : 0));
  /** The last branch with a prompt that leaves each entry; those that leave none have one in common. */
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
    const above = parent === undefined ? undefined : roots[parent];
    const end = Math.max(index, ends[index] ?? 0);
    const isLeft = hasPrompt[index] === true && end < (latest.get(parent) ?? 0);
    roots[index] = above ?? (isLeft ? index : undefined);
  }
  return roots;
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
