import { hookName } from '../../../agents/claude/names/hookEvents';
import { isOfProgram, terminalEntrypoint } from '../../../agents/claude/names/entrypoints';
import type { Label } from '../../../../shared/protocol/label';
import { compareVersions } from '../../../../shared/text/compareVersions';
import { stateLabel } from '../../../../shared/words/stateLabels';
import { claim, type Claim } from './claim';
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

/** The claim that no process runs the session; undefined while one may. */
export function endedClaim(
  facts: SessionFacts,
  process: ProcessFacts | undefined,
  now: number,
): Claim | undefined {
  const main = facts.hook?.main;
  if (main?.kind === 'ended') {
    const another =
      process !== undefined && (process.pid !== facts.hook?.pid || process.seenAt > main.at);
    if (another) return undefined;
    const { label, at, context, moment } = main;
    return closedClaim('hook', endedState(endedFrom(facts), label), at, 1, {
      ...context,
      event: hookName(moment),
    });
  }
  if (process !== undefined) return undefined;
  const gone = lastGone(facts);
  const hookAt = main?.at;
  if (gone !== undefined) {
    if (hookAt !== undefined && hookAt > gone.at + restartMarginMs) return undefined;
    if (isContinuedSince(gone.at, facts, now)) return undefined;
    const label = stateLabel(gone.how === 'killed' ? 'killed' : 'closed');
    const look = gone.how === 'moved' ? plain : endedState(endedFrom(facts), label);
    return closedClaim('registry', look, gone.at, 0.95, { event: gone.how });
  }
  if (hookAt !== undefined) return undefined;
  // The transcript may be read before the registry; a new hub may then know only a held request.
  if (facts.hook?.pending.some((one) => isHeld(facts, one)) === true) return undefined;
  const lastAt = facts.transcript?.lastAt;
  if (lastAt === undefined) return undefined;
  if (isContinuedSince(facts.foundAt ?? now, facts, now)) return undefined;
  // A client that writes registry files would have one; an older client counts as closed only after
  // it was silent.
  if (keepsRegistry(facts.transcript?.version))
    return closedClaim('jsonl', plain, lastAt, 0.9, silence);
  return now - lastAt >= silentMs ? closedClaim('jsonl', plain, lastAt, 0.5, silence) : undefined;
}

/**
 * True if the session continues without a known process although its client writes registry files.
 */
export function runsWithoutProcess(facts: SessionFacts, now: number): boolean {
  if (currentProcess(facts) !== undefined || facts.hook?.main?.kind === 'ended') return false;
  if (!keepsRegistry(facts.transcript?.version)) return false;
  return isContinuedSince(lastGone(facts)?.at ?? facts.foundAt ?? now, facts, now);
}

function lastGone({ processes }: SessionFacts): ProcessFacts['gone'] {
  const gone = processes.flatMap((one) => one.gone ?? []);
  return gone.toSorted((a, b) => a.at - b.at).at(-1);
}

/**
 * True if an invisible process continues the session: one in a container, or an old client that
 * resumed under a different id.
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
  look: EndedState,
  at: number,
  confidence: number,
  context: Readonly<Record<string, unknown>>,
): Claim {
  return claim({ kind: 'ended', ...look, confidence, source, at, context });
}

const plain = { state: 'session_ended', label: stateLabel('closed') } as const;
const silence = { event: 'no process' } as const;

/**
 * The activity at the end, from all sources. Esc triggers no hook, and a run without a terminal is
 * busy when it ends.
 */
function endedFrom(facts: SessionFacts): EndedFrom {
  const { hook, processes, transcript } = facts;
  const last = processes.at(-1);
  const turn = transcript?.turn;
  if (turn?.kind === 'failed') return { failed: failureLabel(turn.error, turn.text) };
  const ended = hook?.main?.kind === 'ended';
  if (hook !== undefined && isEndHookLost(hook, turn)) return 'rest';
  if (hook?.main !== undefined && ended && hook.endedFrom === 'rest') {
    return isCutOff(facts, hook.main.at) ? 'work' : 'rest';
  }
  if (hook !== undefined && ended && hook.endedFrom !== 'work') return hook.endedFrom;
  if (turn?.kind === 'interrupted' || last?.status === 'idle' || last?.status === 'shell') {
    return 'rest';
  }
  const leaves = last?.gone?.how === 'exited' && isOfProgram(last.entrypoint);
  if (hook !== undefined && (ended || !leaves)) return ended ? 'work' : lastHookActivity(hook);
  const closedWhileBusy = last?.status === 'busy' && last.entrypoint === terminalEntrypoint;
  const cutOff = closedWhileBusy || last?.status === 'waiting' || last?.gone?.how === 'killed';
  return cutOff && turn?.kind !== 'ended' ? 'work' : 'rest';
}

/** Teammates in panes end up to this long, in ms, before their lead's end is reported. */
const teamEndMs = 5_000;

/** True if the exit of a lead, at `at`, also ended teammates that were still working. */
function isCutOff({ teammates }: SessionFacts, at: number): boolean {
  return [...teammates.values()].some(
    ({ state, isBroken, restedAt = 0 }) =>
      state === 'working' || (state === 'ended' && isBroken && restedAt > at - teamEndMs),
  );
}

/** True if the transcript shows a turn's end whose hook was lost. */
function isEndHookLost(
  { humanPromptAt = 0, stopped }: HookFacts,
  turn: TranscriptTurn | undefined,
): boolean {
  return turn?.kind === 'ended' && turn.at > humanPromptAt && (stopped?.at ?? 0) <= humanPromptAt;
}

/** The last activity according to hooks, without a SessionEnd. */
function lastHookActivity({ main, pending }: HookFacts): EndedFrom {
  return main?.kind === 'working' || pending.length > 0 ? 'work' : 'rest';
}

/** Measured: every process of this client and newer ones writes `sessions/<pid>.json`. */
const firstWithRegistry = '2.1.85';

function keepsRegistry(version: string | undefined): boolean {
  const numbers = /^\d+\.\d+\.\d+/u.exec(version ?? '')?.[0];
  return numbers !== undefined && compareVersions(numbers, firstWithRegistry) >= 0;
}
