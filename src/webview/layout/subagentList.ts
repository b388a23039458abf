import { plainTitle } from '../../shared/text/plainText';
import type { SubagentCard } from '../../shared/protocol/protocol';
import {
  subagentStateText,
  subagentTree,
  type SubagentNode,
} from '../../shared/board/subagentTree';

/** Number of running subagents that are shown at first. */
const maxShown = 6;

/** The subagents that a card shows. */
export interface SubagentList {
  readonly nodes: readonly SubagentNode[];
  /** Number of running subagents beyond the first ones, whether shown or not. */
  readonly more: number;
  /** Counts of finished subagents, such as "3 completed, 1 failed"; empty if none has finished. */
  readonly ended: string;
  readonly hasFailed: boolean;
}

/** Lists running subagents, a few unless `all` is set, and finished ones if `ended` is set. */
export function listSubagents(
  subagents: readonly SubagentCard[],
  options: { readonly all: boolean; readonly ended: boolean },
): SubagentList {
  const ended: SubagentCard[] = [];
  let remaining = options.all ? Number.POSITIVE_INFINITY : maxShown;
  let atWork = 0;
  const visibleNodes = (nodes: readonly SubagentNode[]): SubagentNode[] =>
    nodes.flatMap((node) => {
      if (node.atWork) {
        atWork += 1;
        remaining -= 1;
      } else {
        ended.push(node.subagent);
      }
      const isVisible = node.atWork ? remaining >= 0 : options.ended;
      const children = visibleNodes(node.children);
      return isVisible ? [{ ...node, children }] : [];
    });
  const nodes = visibleNodes(subagentTree(subagents));
  return {
    nodes,
    more: Math.max(0, atWork - maxShown),
    ended: countsOf(ended),
    hasFailed: ended.some(({ state }) => state === 'failed'),
  };
}

function countsOf(subagents: readonly SubagentCard[]): string {
  const counts = new Map([
    ['completed', 0],
    ['failed', 0],
  ]);
  for (const { state } of subagents) counts.set(state, (counts.get(state) ?? 0) + 1);
  const texts = [...counts].map(([state, count]) =>
    count === 0 ? '' : `${count} ${plainTitle(subagentStateText(state), 30)}`,
  );
  return texts.filter(Boolean).join(', ');
}
