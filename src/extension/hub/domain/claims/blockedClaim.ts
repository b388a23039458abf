import { isOfProgram } from '../../../../shared/agents/entrypoints';
import { stateLabel } from '../../../../shared/words/stateLabels';
import type { Label } from '../../../../shared/protocol/label';
import {
  concatBlockedCalls,
  mergeBlockedCalls,
  noBlockedCalls,
  openBlockedCalls,
  callSubject,
  type BlockedCall,
  type BlockedCalls,
} from '../facts/blockedCalls';
import { createClaim, type Claim } from './claim';
import type { SessionFacts } from '../facts/session';

/** The calls of a session that auto mode blocked, from all sources. */
export interface SessionBlocks {
  readonly all: BlockedCalls;
  /** Blocked calls since a person's last prompt that have not run since, newest last. */
  readonly open: readonly BlockedCall[];
}

export function blocksOf(facts: SessionFacts): SessionBlocks {
  const { hook, transcript } = facts;
  const all = mergeBlockedCalls(hook?.blocked ?? noBlockedCalls, blockedByTranscripts(facts));
  const promptedAt = Math.max(hook?.humanPromptAt ?? 0, transcript?.humanPromptAt ?? 0);
  return { all, open: all.count === 0 ? [] : openBlockedCalls(all, promptedAt) };
}

/** The blocked calls in the transcripts of the session and its subagents. */
function blockedByTranscripts({ transcript, subagentFiles }: SessionFacts): BlockedCalls {
  const subagentCalls = [...subagentFiles.values()].flatMap(
    ({ blocked, agentType = 'subagent' }) =>
      blocked.count === 0
        ? []
        : { ...blocked, last: blocked.last.map((call) => ({ ...call, agentType })) },
  );
  return concatBlockedCalls([transcript?.blocked ?? noBlockedCalls, ...subagentCalls]);
}

/**
 * True if a call that was blocked in the last turn has not run since. The turn's start is the
 * latest of any source, because hooks may be lost.
 */
export function isLastTurnBlocked(facts: SessionFacts): boolean {
  const turnAt = Math.max(facts.hook?.turnAt ?? 0, facts.transcript?.turnAt ?? 0);
  return blocksOf(facts).open.some(({ at }) => at >= turnAt);
}

/** Idle states that are replaced by `blocked_by_auto_mode` if blocked calls have not run. */
const replacedStates: ReadonlySet<string> = new Set(['idle', 'task_complete', 'awaiting_input']);

/**
 * If a run without a terminal ends within this time, in ms, after its turn, nobody saw the result.
 */
const unseenMs = 5_000;

/**
 * The claim that a turn ended with calls that auto mode blocked; it replaces the claim `replaced`.
 * Undefined if the session still works, or if all calls have run since.
 */
export function blockedClaim(facts: SessionFacts, replaced: Claim): Claim | undefined {
  const hasEnded = replaced.kind === 'ended';
  if (!(hasEnded ? isUnseenEnd(facts, replaced) : isRest(replaced))) return undefined;
  const { open } = blocksOf(facts);
  if (open.length === 0) return undefined;
  const { confidence, source, context, state } = replaced.state;
  return createClaim({
    kind: replaced.kind,
    state: 'blocked_by_auto_mode',
    label: blockedLabel(open),
    confidence,
    source,
    at: replaced.at,
    since: replaced.since,
    context: { ...context, behind: state, ...(hasEnded && { over: true }) },
  });
}

function isRest({ kind, state }: Claim): boolean {
  return kind === 'resting' && replacedStates.has(state.state);
}

/**
 * True if a `-p` or SDK run exited right after its turn, so that nobody saw the blocked calls on
 * its screen.
 */
function isUnseenEnd({ hook, processes, transcript }: SessionFacts, { at, state }: Claim): boolean {
  if (state.state !== 'session_ended' || state.source === 'jsonl') return false;
  const entrypoint = processes.at(-1)?.entrypoint ?? hook?.entrypoint ?? transcript?.entrypoint;
  if (!isOfProgram(entrypoint)) return false;
  const workedAt = Math.max(hook?.lastTurnEnd?.at ?? 0, transcript?.turn?.at ?? 0);
  return at - workedAt < unseenMs;
}

function blockedLabel(open: readonly BlockedCall[]): Label {
  const [only] = open;
  return open.length === 1 && only !== undefined
    ? stateLabel('blockedCall', callSubject(only))
    : stateLabel('blockedCalls', open.length);
}
