import type { FollowUpReason } from '../../../../shared/text/followUps';
import { runningSubagents, teamWork, unnotifiedTasks } from '../facts/background';
import type { SessionFacts, TranscriptTurn } from '../facts/session';
import { asksUser } from '../words/asksUser';
import { isLastTurnBlocked } from './blockedClaim';
import type { Claims } from './claims';
import type { Resolution } from './resolve';
import { brokenStates } from './rest';
import { upcomingRuns, replacedState } from './sleepingClaim';

/**
 * The proven end of a session's turn, or the reason why it is not proven; both undefined while the
 * turn may be running.
 */
export interface TurnEnd {
  /**
   * Time of the turn's last entry, in ms since 1970; set only if it is proven that nothing
   * continues.
   */
  readonly finishedAt?: number;
  /** Time since which the client has been idle, in ms since 1970. */
  readonly idleSince?: number;
  readonly waitsFor?: FollowUpReason;
}

/** Tolerance between the times of the registry and of the transcript, in ms. */
const clockToleranceMs = 1_000;

/**
 * Returns the end of the session's turn if it is proven: the registry and the transcript agree, and
 * nothing is left that would make the agent continue or that a person has to decide.
 */
export function turnEndOf(claims: Claims, { claim, pending }: Resolution): TurnEnd {
  const { facts, process, dialogs, now } = claims;
  if (claim.kind === 'ended') return { waitsFor: 'sourceEnded' };
  if (process?.status === undefined) return { waitsFor: 'unproven' };
  if (pending !== undefined || dialogs.length > 0 || claim.kind === 'dialog') {
    return { waitsFor: 'question' };
  }
  if (claim.kind === 'background' || process.status === 'shell') return { waitsFor: 'background' };
  if (claim.kind !== 'resting' || process.status !== 'idle') return {};
  if (brokenStates.has(replacedState(claim.state))) return { waitsFor: 'turnFailed' };
  const turn = facts.transcript?.turn;
  if (turn === undefined || turn.at < process.startedAt) return {};
  if (turn.kind === 'interrupted' || turn.kind === 'failed') return { waitsFor: 'turnFailed' };
  if (turn.kind !== 'ended') return {};
  if (hasNewerTurn(facts, turn) || process.statusAt < turn.at - clockToleranceMs) return {};
  if (hasDeniedCall(facts)) return { waitsFor: 'denied' };
  if (hasBackgroundWork(facts, turn, now)) return { waitsFor: 'background' };
  if (upcomingRuns(facts, now).length > 0) return { waitsFor: 'scheduled' };
  // The transcript's text is checked as well, because the hook may have reported the end without
  // it.
  if (claim.state.state === 'awaiting_input' || asksUser(turn.text))
    return { waitsFor: 'question' };
  return { finishedAt: turn.at, idleSince: process.statusAt };
}

/** Returns whether a turn has started whose entries have not been read yet. */
function hasNewerTurn({ hook, transcript }: SessionFacts, { at }: TranscriptTurn): boolean {
  return Math.max(hook?.turnAt ?? 0, hook?.humanPromptAt ?? 0, transcript?.turnAt ?? 0) > at;
}

/** Returns whether the last call of the turn was denied, or one was blocked or not answered in time. */
function hasDeniedCall(facts: SessionFacts): boolean {
  const { hook, transcript } = facts;
  const promptedAt = Math.max(hook?.humanPromptAt ?? 0, transcript?.humanPromptAt ?? 0);
  const expiredAt = Math.max(hook?.expired?.at ?? 0, transcript?.expired?.at ?? 0);
  if (expiredAt > 0 && expiredAt >= promptedAt) return true;
  const last = [...(transcript?.answered.values() ?? [])].at(-1);
  const isRejected = last?.rejected === true && last.at >= promptedAt;
  return isRejected || isLastTurnBlocked(facts);
}

function hasBackgroundWork(facts: SessionFacts, turn: TranscriptTurn, now: number): boolean {
  const team = teamWork(facts, now);
  return (
    (team !== undefined && team.endedAt === undefined) ||
    (facts.hook !== undefined && runningSubagents(facts.hook).length > 0) ||
    unnotifiedTasks(facts, turn, now).tasks.length > 0
  );
}
