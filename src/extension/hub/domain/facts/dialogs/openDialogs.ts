import { isDialogTool, isPosixShell } from '../../../../../shared/agents/tools';
import {
  currentProcess,
  type EndedCall,
  type PendingFact,
  type ProcessFacts,
  type SessionFacts,
} from '../session';

/**
 * Returns the dialogs that neither registry nor transcript proves to be closed, longest waiting
 * first. If one is newer than the moment when the process was last free, the older ones were
 * answered.
 */
export function openDialogs(facts: SessionFacts): readonly PendingFact[] {
  const process = currentProcess(facts);
  const withStatus = process?.status === undefined ? undefined : process;
  const { pending = [], endedDialogs = [] } = facts.hook ?? {};
  const stillShown = endedDialogs.filter((one) => isOnScreen(facts, one));
  const isReviewed = facts.transcript?.isReviewed === true;
  const open = [...stillShown, ...pending].filter((one) => {
    if (isReviewed && !isDialogTool(one.toolName)) return false;
    if (isNotDrawnYet(facts, one)) return true;
    if (isAnswered(facts, one)) return false;
    // The time of the held call is preferred, because a hook with a forged time may have announced
    // the dialog earlier.
    const { heldAt: at = one.at } = one;
    if (isPosixShell(one.toolName) && (process?.command?.since ?? 0) > at) return false;
    // Without a status, or if the dialog was never drawn, no later status shows that the dialog
    // closed: the end of its held call is the only proof.
    const ended = callEnd(facts, one)?.how;
    if (ended === 'early' || (withStatus === undefined && ended === 'answered')) return false;
    if (one.agentId === undefined && turnEndedSince(facts, at)) return false;
    if (withStatus?.status === 'busy' && isDenied(facts, withStatus, one)) return false;
    // A newer status `busy` proves that the dialog was answered. With `idle`, the resolver decides.
    return (
      withStatus?.status !== 'busy' || withStatus.statusAt <= at || isAnswerableOnlyHere(facts, one)
    );
  });
  const newest = open.filter(
    (one) =>
      (one.heldAt ?? one.at) > (withStatus?.lastFreeAt ?? 0) ||
      isNotDrawnYet(facts, one) ||
      isAnswerableOnlyHere(facts, one),
  );
  return newest.length > 0 ? newest : open;
}

/**
 * True if the transcript has the result of the dialog's tool use. The tool use id comes from hooks,
 * which anyone can send: a result from before the call was held, or of a different tool, does not
 * end a held dialog.
 */
function isAnswered({ transcript }: SessionFacts, one: PendingFact): boolean {
  const { toolUseId, toolName, heldAt } = one;
  const answer = toolUseId === undefined ? undefined : transcript?.answered.get(toolUseId);
  if (answer === undefined || heldAt === undefined) return answer !== undefined;
  return answer.at >= heldAt && (answer.name ?? toolName) === toolName;
}

/**
 * True if the transcript shows the turn's end or a person's next prompt, which closes earlier
 * dialogs of the main agent.
 */
function turnEndedSince({ transcript }: SessionFacts, at: number): boolean {
  if (transcript === undefined) return false;
  const { turn, humanPromptAt = 0 } = transcript;
  const hasTurnEnded =
    turn?.kind === 'interrupted' || turn?.kind === 'ended' || turn?.kind === 'failed';
  return humanPromptAt > at || (hasTurnEnded && turn.at > at);
}

/**
 * True if a dialog is not on the client's screen yet. The client shows the dialog of a background
 * subagent only after its held call is released, so nobody can have answered it there before.
 */
export function isNotDrawnYet(facts: SessionFacts, one: PendingFact): boolean {
  if (one.agentId === undefined || !isHeld(facts, one)) return false;
  const process = currentProcess(facts);
  return process?.status !== undefined && (process.waitedAt ?? 0) < one.at;
}

/**
 * Greatest difference, in ms, between the time of a request and the client's report that it shows
 * the dialog.
 */
const drawToleranceMs = 1_000;

/**
 * True if the client reports that a held dialog of the main agent is on its screen: a dialog has
 * been shown, unchanged, since the request. Anybody with the token can send a hook that ends the
 * dialog, so only the client's own file proves that it ended.
 */
function isOnScreen(facts: SessionFacts, one: PendingFact): boolean {
  if (callEnd(facts, one) !== undefined) return false;
  const { heldAt = one.at } = one;
  return facts.processes.some(
    ({ gone, status, statusAt, dialogAt, startedAt, lastFreeAt = 0 }) =>
      gone === undefined &&
      status === 'waiting' &&
      dialogAt === statusAt &&
      Math.max(startedAt, lastFreeAt) < heldAt &&
      heldAt <= statusAt + drawToleranceMs,
  );
}

/**
 * True for a held request that only an answer through the hub can allow: the client's settings deny
 * what would prompt, and no dialog is shown. The command line may override these settings, so a
 * process that has shown a dialog since the request is excluded.
 */
export function isAnswerableOnlyHere(facts: SessionFacts, one: PendingFact): boolean {
  const { heldAt = one.at } = one;
  if (facts.dialogSettings?.denies !== true || !isHeld(facts, one)) return false;
  const process = currentProcess(facts);
  return process?.status !== 'waiting' && (process?.waitedAt ?? 0) < heldAt - drawToleranceMs;
}

/**
 * True for a request that the client denies without a dialog: one of a run without a terminal that
 * was not held, or one that is not held any more while the session's settings deny what would
 * prompt.
 */
function isDenied(facts: SessionFacts, live: ProcessFacts, one: PendingFact): boolean {
  if (one.callId === undefined && isRunOfProgram(facts, live)) return true;
  if (facts.dialogSettings?.denies !== true || !one.confirmed) return false;
  const isNotHeld = one.callId === undefined || callEnd(facts, one)?.how === 'released';
  return isNotHeld && (live.waitedAt ?? 0) < (one.heldAt ?? one.at) - drawToleranceMs;
}

/** True while the relay, and thereby the client, waits for the answer to the dialog. */
export function isHeld(facts: SessionFacts, one: PendingFact): boolean {
  return one.callId !== undefined && callEnd(facts, one) === undefined;
}

/** Returns how the held call of a dialog ended; undefined if the call was not held, or still is. */
export function callEnd(facts: SessionFacts, { callId }: PendingFact): EndedCall | undefined {
  return callId === undefined
    ? undefined
    : facts.endedCalls.findLast((one) => one.callId === callId);
}

/** True for a `-p` run or a session of the SDK. */
export function isRunOfProgram({ hook }: SessionFacts, live: ProcessFacts | undefined): boolean {
  return (live?.entrypoint ?? hook?.entrypoint)?.startsWith('sdk-') === true;
}
