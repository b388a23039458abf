import { stateLabel } from '../../../../shared/words/stateLabels';
import type { Budget } from '../../../../shared/protocol/protocol';
import { createClaim, type Claim, type ClaimValues } from './claim';
import type { Resolution } from './resolve';
import type { SessionFacts } from '../facts/session';

/** Inputs of an overlay besides the session's facts. */
export interface OverlayInput {
  readonly budget: Budget;
  readonly todayUsd: number;
}

/** Overrides the state if the session is dismissed, over budget, or has a merge to finish. Pure. */
export function applyOverlay(
  facts: SessionFacts,
  resolution: Resolution,
  input: OverlayInput,
  lastActivityAt: number,
): Resolution {
  const overlay =
    dismissedClaim(facts, resolution, lastActivityAt) ??
    overBudgetClaim(facts, resolution, input) ??
    conflictClaim(facts, resolution);
  return overlay === undefined
    ? resolution
    : { ...resolution, claim: overlay, state: overlay.state, since: overlay.since };
}

/**
 * The claim that the user dismissed the session. It applies until the next activity; ongoing work
 * counts as activity.
 */
function dismissedClaim(
  { archivedAt }: SessionFacts,
  { claim: replaced }: Resolution,
  lastActivityAt: number,
): Claim | undefined {
  if (archivedAt === undefined || archivedAt < lastActivityAt) return undefined;
  if (replaced.kind === 'working' || replaced.kind === 'background') return undefined;
  return createClaim({
    ...inheritedValues(replaced),
    kind: 'ended',
    state: 'archived',
    label: stateLabel('dismissed'),
    since: archivedAt,
    context: { ...replaced.state.context, behind: replaced.state.state },
  });
}

/** The budget that the session, or all sessions today, have exceeded; undefined if none. */
export function exceededBudget(
  { usage }: Pick<SessionFacts, 'usage'>,
  { budget: { perSessionUsd, perDayUsd }, todayUsd }: OverlayInput,
): 'session' | 'day' | undefined {
  if (perSessionUsd !== undefined && (usage?.usd ?? 0) > perSessionUsd) return 'session';
  return perDayUsd !== undefined && todayUsd > perDayUsd ? 'day' : undefined;
}

/**
 * The claim that the session is over budget, made only while the session works. A person who
 * dismissed the session in this turn has acknowledged it.
 */
function overBudgetClaim(
  facts: SessionFacts,
  { claim: replaced }: Resolution,
  { budget, todayUsd }: OverlayInput,
): Claim | undefined {
  if (replaced.kind !== 'working' && replaced.kind !== 'background') return undefined;
  if ((facts.archivedAt ?? 0) > (facts.hook?.humanPromptAt ?? replaced.since)) return undefined;
  const spent = facts.usage?.usd ?? 0;
  const { perSessionUsd = 0, perDayUsd = 0 } = budget;
  const exceeded = exceededBudget(facts, { budget, todayUsd });
  const label =
    exceeded === 'session'
      ? stateLabel('overBudget', `$${spent.toFixed(2)}`, `$${perSessionUsd.toFixed(2)}`)
      : exceeded === 'day'
        ? stateLabel('overDay', `$${perDayUsd.toFixed(2)}`)
        : undefined;
  if (label === undefined) return undefined;
  const context = { ...replaced.state.context, behind: replaced.state.state };
  return createClaim({
    ...inheritedValues(replaced),
    kind: 'resting',
    state: 'budget_exceeded',
    label,
    context,
  });
}

/** The claim that an idle session has a merge with conflicts, so that a person has to act next. */
function conflictClaim(
  { workTree }: SessionFacts,
  { claim: replaced }: Resolution,
): Claim | undefined {
  const count = workTree?.conflicts ?? 0;
  if (count === 0 || replaced.state.state !== 'idle') return undefined;
  return createClaim({
    ...inheritedValues(replaced),
    kind: 'resting',
    state: 'conflict_resolution',
    label: count === 1 ? stateLabel('oneConflict') : stateLabel('conflicts', count),
    context: { ...replaced.state.context, conflicts: count },
  });
}

function inheritedValues({
  state,
  at,
  since,
}: Claim): Pick<ClaimValues, 'confidence' | 'source' | 'at' | 'since'> {
  return { confidence: state.confidence, source: state.source, at, since };
}
