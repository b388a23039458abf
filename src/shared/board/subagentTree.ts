import { ownOf } from '../text/fields';
import { t } from '../words/l10n';
import { compareText } from './boardOrder';
import type { SubagentCard } from '../protocol/protocol';

/** A subagent with the subagents that it started. */
export interface SubagentNode {
  readonly subagent: SubagentCard;
  /** True while the subagent or a descendant is at work. */
  readonly atWork: boolean;
  readonly children: readonly SubagentNode[];
}

/**
 * Nests subagents under the one that started them. At each level running ones come first, oldest
 * first, then finished ones, newest first.
 */
export function subagentTree(subagents: readonly SubagentCard[]): readonly SubagentNode[] {
  const known = new Set(subagents.map(({ agentId }) => agentId));
  const byParent = new Map<string | undefined, SubagentCard[]>();
  for (const subagent of subagents) {
    const siblings = byParent.get(subagent.parentAgentId);
    if (siblings === undefined) byParent.set(subagent.parentAgentId, [subagent]);
    else siblings.push(subagent);
  }
  const placed = new Set<string>();
  const nodes = (of: readonly SubagentCard[]): SubagentNode[] =>
    of.flatMap((subagent) => {
      if (placed.has(subagent.agentId)) return [];
      placed.add(subagent.agentId);
      const children = nodes(byParent.get(subagent.agentId) ?? []).sort(compareNodes);
      const atWork = !hasEnded(subagent) || children.some((child) => child.atWork);
      return [{ subagent, atWork, children }];
    });
  const roots = subagents.filter(({ parentAgentId }) => !known.has(parentAgentId ?? ''));
  // Subagents in a cycle of parents are reached from no root, so they are added here.
  return [...nodes(roots), ...nodes(subagents)].sort(compareNodes);
}

/** True once a subagent has ended, with or without success. */
export function hasEnded({ state, endedAt }: SubagentCard): boolean {
  return endedAt !== undefined || state === 'completed' || state === 'failed';
}

/** Duration of a subagent in ms, up to now while it runs; undefined if its times are unknown. */
export function subagentDuration(subagent: SubagentCard, now: number): number | undefined {
  const { startedAt = '', endedAt = '' } = subagent;
  const end = hasEnded(subagent) ? Date.parse(endedAt) : now;
  const duration = end - Date.parse(startedAt);
  return Number.isNaN(duration) ? undefined : Math.max(0, duration);
}

const stateTexts: Readonly<Record<string, () => string>> = {
  needs_permission: () => t('waiting for permission'),
  spawned: () => t('spawned'),
  running: () => t('running'),
  idle: () => t('idle'),
  completed: () => t('completed'),
  failed: () => t('failed'),
};

/** The state as text; an unknown state is shown as received. */
export function subagentStateText(state: string): string {
  return ownOf(stateTexts, state)?.() ?? state.replace(/_/g, ' ');
}

function compareNodes(a: SubagentNode, b: SubagentNode): number {
  if (a.atWork !== b.atWork) return a.atWork ? -1 : 1;
  const byTime = a.atWork
    ? compareText(a.subagent.startedAt, b.subagent.startedAt)
    : compareText(b.subagent.endedAt, a.subagent.endedAt);
  return byTime || compareText(a.subagent.agentId, b.subagent.agentId);
}
