import { hookName } from '../../../agents/claude/names/hookEvents';
import { hasRegistry } from '../../../../shared/agents/agentLabels';
import { entrypointKind, isOfProgram } from '../../../../shared/agents/entrypoints';
import type { Label } from '../../../../shared/protocol/label';
import { stateLabel } from '../../../../shared/words/stateLabels';
import { createClaim, type Claim } from './claim';
import { failureLabel } from '../words/labels';
import { isHeld } from '../facts/dialogs/openDialogs';
import {
  currentProcess,
  type EndedFrom,
  type HookFacts,
  type ProcessFacts,
  type SessionFacts,
  type TranscriptTurn,
} from '../facts/session';
import { silentMs } from './transcriptClaim';

/**
 * A hook or transcript entry that is later than the last process's end by more than this, in ms,
 * comes from a new process.
 */
const restartMarginMs = 2_000;

/** The claim that no process runs the session; undefined while one may be running. */
export function endedClaim(
  facts: SessionFacts,
  process: ProcessFacts | undefined,
  now: number,
): Claim | undefined {
  const main = facts.hook?.main;
  if (main?.kind === 'ended') {
    const hasNewProcess =
      process !== undefined && (process.pid !== facts.hook?.pid || process.seenAt > main.at);
    if (hasNewProcess) return undefined;
    const { label, at, context, moment } = main;
    return closedClaim('hook', endedState(endedFrom(facts), label), at, 1, {
      ...context,
      event: hookName(moment),
    });
  }
  if (process !== undefined) return undefined;
  const gone = lastProcessEnd(facts);
  const hookAt = main?.at;
  if (gone !== undefined) {
    if (hookAt !== undefined && hookAt > gone.at + restartMarginMs) return undefined;
    if (isContinuedSince(gone.at, facts, now)) return undefined;
    const label = stateLabel(gone.how === 'killed' ? 'killed' : 'closed');
    const endState = gone.how === 'moved' ? closedState : endedState(endedFrom(facts), label);
    return closedClaim('registry', endState, gone.at, 0.95, { event: gone.how });
  }
  if (hookAt !== undefined) return undefined;
  // A held request proves that its client is running, even if a new hub has not read the registry
  // yet.
  if (facts.hook?.pending.some((one) => isHeld(facts, one)) === true) return undefined;
  const lastAt = facts.transcript?.lastAt;
  if (lastAt === undefined) return undefined;
  if (isContinuedSince(facts.foundAt ?? now, facts, now)) return undefined;
  // A running client of this version has a registry file. An older client never has one, so it
  // counts as closed only after a silence.
  if (hasRegistry(facts.agent, facts.transcript?.version))
    return closedClaim('jsonl', closedState, lastAt, 0.9, noProcessContext);
  return now - lastAt >= silentMs
    ? closedClaim('jsonl', closedState, lastAt, 0.5, noProcessContext)
    : undefined;
}

/**
 * True if the session continues without a known process although its client writes registry files.
 */
export function runsWithoutProcess(facts: SessionFacts, now: number): boolean {
  if (currentProcess(facts) !== undefined || facts.hook?.main?.kind === 'ended') return false;
  if (!hasRegistry(facts.agent, facts.transcript?.version)) return false;
  return isContinuedSince(lastProcessEnd(facts)?.at ?? facts.foundAt ?? now, facts, now);
}

function lastProcessEnd({ processes }: SessionFacts): ProcessFacts['gone'] {
  const gone = processes.flatMap((one) => one.gone ?? []);
  return gone.toSorted((a, b) => a.at - b.at).at(-1);
}

/**
 * True if a process that has no registry file here continues the session: one in a container, or an
 * old client that resumed under a different id.
 */
function isContinuedSince(at: number, { transcript }: SessionFacts, now: number): boolean {
  const lastAt = transcript?.lastAt ?? 0;
  return lastAt > at + restartMarginMs && now - lastAt < silentMs;
}

interface EndedState {
  readonly state: string;
  readonly label: Label;
}

/** The state of an ended session: closed, cut off during work, or closed after an error. */
function endedState(from: EndedFrom, closedLabel: Label): EndedState {
  if (from === 'rest') return { state: 'session_ended', label: closedLabel };
  if (from === 'work')
    return { state: 'cancelled', label: stateLabel('asIs', `${closedLabel.text} while working`) };
  return { state: 'failed', label: stateLabel('asIs', `Failed: ${from.failed.text}`) };
}

function closedClaim(
  source: 'hook' | 'registry' | 'jsonl',
  endState: EndedState,
  at: number,
  confidence: number,
  context: Readonly<Record<string, unknown>>,
): Claim {
  return createClaim({ kind: 'ended', ...endState, confidence, source, at, context });
}

const closedState = { state: 'session_ended', label: stateLabel('closed') } as const;
const noProcessContext = { event: 'no process' } as const;

/**
 * The session's activity when it ended, from all sources, because hooks and the registry may be
 * wrong: Esc runs no hook, and a run without a terminal is still busy when it ends.
 */
function endedFrom(facts: SessionFacts): EndedFrom {
  const { hook, processes, transcript } = facts;
  const last = processes.at(-1);
  const turn = transcript?.turn;
  if (turn?.kind === 'failed') return { failed: failureLabel(turn.error, turn.text) };
  const hasEndHook = hook?.main?.kind === 'ended';
  if (hook !== undefined && isEndHookLost(hook, turn)) return 'rest';
  if (hook?.main !== undefined && hasEndHook && hook.endedFrom === 'rest') {
    return hasCutOffTeammates(facts, hook.main.at) ? 'work' : 'rest';
  }
  if (hook !== undefined && hasEndHook && hook.endedFrom !== 'work') return hook.endedFrom;
  if (turn?.kind === 'interrupted' || last?.status === 'idle' || last?.status === 'shell') {
    return 'rest';
  }
  const exitsAfterTurn = last?.gone?.how === 'exited' && isOfProgram(last.entrypoint);
  if (hook !== undefined && (hasEndHook || !exitsAfterTurn))
    return hasEndHook ? 'work' : lastHookActivity(hook);
  const isInTerminal = entrypointKind(last?.entrypoint) === 'terminal';
  const wasClosedWhileBusy = last?.status === 'busy' && isInTerminal;
  const wasCutOff =
    wasClosedWhileBusy || last?.status === 'waiting' || last?.gone?.how === 'killed';
  return wasCutOff && turn?.kind !== 'ended' ? 'work' : 'rest';
}

/**
 * When a team's lead exits, its teammates in terminal panes of their own exit as well; their ends
 * may be reported this long, in ms, before the lead's.
 */
const teamEndMs = 5_000;

/** True if the exit of a lead, at `at`, also ended teammates that were still working. */
function hasCutOffTeammates({ teammates }: SessionFacts, at: number): boolean {
  return [...teammates.values()].some(
    ({ state, isBroken, restedAt = 0 }) =>
      state === 'working' || (state === 'ended' && isBroken && restedAt > at - teamEndMs),
  );
}

/** True if the transcript shows a turn's end whose hook was lost. */
function isEndHookLost(
  { humanPromptAt = 0, lastTurnEnd }: HookFacts,
  turn: TranscriptTurn | undefined,
): boolean {
  return (
    turn?.kind === 'ended' && turn.at > humanPromptAt && (lastTurnEnd?.at ?? 0) <= humanPromptAt
  );
}

/** The last activity according to hooks, if no SessionEnd hook ran. */
function lastHookActivity({ main, pending }: HookFacts): EndedFrom {
  return main?.kind === 'working' || pending.length > 0 ? 'work' : 'rest';
}
