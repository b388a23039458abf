import type { AgentState } from '../../../../shared/protocol/protocol';
import { stateLabel } from '../../../../shared/words/stateLabels';
import { blockedClaim, isLastTurnBlocked } from './blockedClaim';
import { createClaim, type Claim, type ClaimKind } from './claim';
import type { Claims } from './claims';
import type { RegistryStatus } from '../facts/event';
import { transientMs } from './hookClaim';
import { backgroundShellMs, waitsForShellsAlone, wakeMs } from '../facts/background';
import { callEnd, isNotDrawnYet, isHeld, isAnswerableOnlyHere } from '../facts/dialogs/openDialogs';
import { retryingClaim } from './retrying';
import type { PendingFact, ProcessFacts, SessionFacts, TranscriptTurn } from '../facts/session';
import { sleepingClaim } from './sleepingClaim';
import { hasTeam } from '../facts/team';
import { inactiveAt, planClaim, silentMs } from './transcriptClaim';

export interface Resolution {
  readonly claim: Claim;
  readonly state: AgentState;
  /** Start of the state, in ms since 1970. */
  readonly since: number;
  readonly pending: PendingFact | undefined;
  /** When the result may change without an event; undefined if only an event can change it. */
  readonly recheckAt: number | undefined;
}

/** Times, in ms, for which the registry must contradict a hook before the registry decides. */
const graceMs = {
  /** The hook of a turn's end may arrive some ms after the registry's change. */
  turnEnded: 60,
  /** Local commands such as /rename are busy for a moment; a real turn has its own hook. */
  turnStarted: 200,
  /** The end of background work starts a turn, which has its own hook. */
  backgroundEnded: wakeMs,
  /**
   * The client writes the registry at once: if the registry still disagrees with a newer hook after
   * this time, the hook is outdated.
   */
  staleHook: 1_000,
  /**
   * On a busy machine, the registry may follow the hook of a prompt or request later. If the
   * registry decided too soon, a held call would be handed back to its terminal.
   */
  staleWork: 2_000,
  /** A server may report the start of a turn after the transcript shows it. */
  lateStatus: 2_000,
} as const;

/** Registry statuses that agree with a claim from hooks, by its kind. */
const agreeingStatuses: Readonly<Record<Exclude<ClaimKind, 'ended'>, readonly RegistryStatus[]>> = {
  working: ['busy'],
  dialog: ['waiting'],
  resting: ['idle', 'shell'],
  background: ['busy', 'shell'],
};

/** Decides between the claims: hook over registry over transcript over fallback. Pure. */
export function resolveClaims(claims: Claims): Resolution {
  const decided = decideBetweenClaims(claims);
  const { facts, now } = claims;
  const blocked = blockedClaim(facts, decided.claim);
  const sleeping = sleepingClaim(facts, decided.claim, now);
  // A sleeping session wakes without a person: a call that was blocked before its last turn no
  // longer matters, because later turns went on without it. Any other session stays blocked until a
  // person's next prompt.
  const isBlockOutdated = sleeping !== undefined && !isLastTurnBlocked(facts);
  if (blocked !== undefined && !isBlockOutdated) return resolutionOf(blocked, decided.recheckAt);
  if (sleeping !== undefined) return resolutionOf(sleeping, decided.recheckAt);
  // No hook reports a plan that the agent proposes by the end of its turn.
  const plan = decided.claim.kind === 'resting' ? planClaim(facts) : undefined;
  if (plan !== undefined) return resolutionOf(plan, decided.recheckAt);
  if (decided.claim.kind !== 'working') return decided;
  const retrying = retryingClaim(facts, decided.claim, now);
  if (retrying === undefined) return decided;
  return resolutionOf(
    retrying,
    earliestAfter(now, decided.recheckAt ?? Infinity, retrying.at + transientMs),
  );
}

function decideBetweenClaims(claims: Claims): Resolution {
  const { facts, now, process, ended, hook, registry, transcript } = claims;
  if (ended !== undefined) return resolutionOf(ended, undefined);
  const behindUntil = hook === undefined ? serverIsBehindUntil(facts, process) : 0;
  if (transcript !== undefined && now < behindUntil) return resolutionOf(transcript, behindUntil);
  if (process?.status !== undefined && registry !== undefined) {
    return withRegistry(claims, process, registry);
  }
  const transcriptWinsFrom = hook === undefined ? 0 : transcriptWinsAt(facts, hook);
  if (hook !== undefined && now < transcriptWinsFrom) {
    return resolutionOf(
      hook,
      earliestAfter(now, transcriptWinsFrom, expiresAt(hook, now) ?? Infinity),
    );
  }
  if (transcript !== undefined) {
    const lastAt = facts.transcript?.lastAt ?? transcript.at;
    const inactiveFrom = inactiveAt(process, transcript.at);
    const times = [inactiveFrom, lastAt + transientMs, lastAt + silentMs, transcript.at + silentMs];
    return resolutionOf(transcript, earliestAfter(now, ...times));
  }
  if (hook !== undefined) return resolutionOf(hook, expiresAt(hook, now));
  return resolutionOf(registry ?? fallbackClaim(facts), undefined);
}

function withRegistry(
  { facts, hook, now }: Claims,
  process: ProcessFacts,
  registry: Claim,
): Resolution {
  if (
    hook === undefined ||
    hook.kind === 'ended' ||
    // A notification reports only that a dialog is open; the registry also has the kind of dialog.
    hook.pending?.moment === 'notice' ||
    isStale(facts, process, hook)
  ) {
    return resolutionOf(registry, expiresAt(registry, now));
  }
  if (isBusyOutdated(facts, process, hook)) return resolutionOf(hook, undefined);
  if (isBusyForPanes(facts, process, hook)) return resolutionOf(hook, expiresAt(hook, now));
  if (isStillBusy(facts, process, hook)) {
    const working = continuedTurn(facts, hook, registry);
    return resolutionOf(working, expiresAt(working, now));
  }
  if (process.status !== undefined && agreeingStatuses[hook.kind].includes(process.status)) {
    return resolutionOf(withDelayedRest(process, hook), expiresAt(hook, now));
  }
  if (hook.pending !== undefined && isOffScreen(facts, process, hook.pending)) {
    return resolutionOf(hook, undefined);
  }
  const isNewerThanHook = process.statusAt > hook.at;
  if (hook.kind === 'working' && !isNewerThanHook && isOlderThanTurn(facts, process)) {
    return resolutionOf(hook, expiresAt(hook, now));
  }
  const registryWinsAt = isNewerThanHook
    ? process.statusAt + graceMsFor(hook.kind, process.status)
    : hookStartAt(facts, hook) + graceMsWhileUnchanged(facts, hook);
  return now >= registryWinsAt
    ? resolutionOf(registry, expiresAt(registry, now))
    : resolutionOf(hook, registryWinsAt);
}

/**
 * True if the client is still busy after the hook of a turn's end. Hooks of one event run in
 * parallel, so another hook may still be running and may make the agent continue.
 */
function isStillBusy(
  { hook: hookFacts }: SessionFacts,
  process: ProcessFacts,
  hook: Claim,
): boolean {
  if (process.status !== 'busy' || process.statusAt > hook.at) return false;
  // The hook of a session's start does not end a turn. After `/clear`, the client is still busy
  // with that command.
  if (hookFacts?.main?.moment === 'sessionStart') return false;
  // While a subagent keeps running, the client stays busy after the turn's end.
  return hook.kind === 'resting' || (hook.kind === 'background' && waitsForShellsAlone(hook.state));
}

/**
 * True if the status `busy` is outdated: the client sent an idle notification long after it wrote
 * the status.
 */
function isBusyOutdated(facts: SessionFacts, process: ProcessFacts, hook: Claim): boolean {
  if (process.status !== 'busy' || hook.kind !== 'resting') return false;
  return (facts.hook?.idleNotifiedAt ?? 0) > process.statusAt + graceMs.staleHook;
}

/**
 * True if the status `busy` is due to teammates in panes only: it stays after the end of the lead's
 * turn as long as there are such teammates.
 */
function isBusyForPanes(
  { hook: hookFacts, teammates }: SessionFacts,
  process: ProcessFacts,
  hook: Claim,
): boolean {
  if (process.status !== 'busy' || process.statusAt > hook.at) return false;
  if (hookFacts === undefined || !hasTeam(hookFacts) || hook.kind === 'working') return false;
  return teammates.size > 0 || hookFacts.spawned.some(({ isInPane }) => isInPane);
}

/**
 * The claim that the turn continues. The state is the last working state, unless the registry has a
 * newer one.
 */
function continuedTurn({ hook: hookFacts }: SessionFacts, hook: Claim, registry: Claim): Claim {
  const isOtherKind = hookFacts?.main?.kind !== hook.kind;
  const worked = isOtherKind ? undefined : hookFacts.main.worked;
  const isNewer = registry.state.state !== 'thinking' && registry.since > hook.at;
  if (worked === undefined || isNewer) return registry;
  const { at, state } = registry;
  const context = { event: 'busy' };
  return createClaim({ ...state, ...worked, kind: 'working', at, context });
}

/**
 * Returns the hook's claim. If other hooks delayed the client's idle state, the claim starts when
 * the registry became idle.
 */
function withDelayedRest({ status, statusAt, previous }: ProcessFacts, hook: Claim): Claim {
  const wasDelayed = previous?.status === 'busy' && previous.statusAt <= hook.at;
  const isResting =
    hook.kind === 'resting' && agreeingStatuses.resting.some((one) => one === status);
  return isResting && wasDelayed && statusAt > hook.since ? { ...hook, since: statusAt } : hook;
}

/**
 * True if the registry's idle status is outdated, because a turn in the transcript started after
 * it. The turn of an ended process does not continue.
 */
function isOlderThanTurn(
  { hook, processes, transcript }: SessionFacts,
  { status, statusAt }: ProcessFacts,
): boolean {
  const hookProcesses = processes.filter(({ pid }) => pid === hook?.pid);
  if (hookProcesses.length > 0 && hookProcesses.every(({ gone }) => gone !== undefined))
    return false;
  const turn = transcript?.turn;
  const continues = turn?.kind === 'prompted' || turn?.kind === 'responding';
  return (
    continues && turn.at > statusAt && agreeingStatuses.resting.some((rest) => rest === status)
  );
}

/**
 * Time until which the transcript overrides the idle status of a server, because a turn started
 * after the server reported it; 0 if none did. The first turn of a session starts up to 200 ms
 * before the server reports it.
 */
function serverIsBehindUntil(facts: SessionFacts, process: ProcessFacts | undefined): number {
  if (process?.isShared !== true || !isOlderThanTurn(facts, process)) return 0;
  return (facts.transcript?.turn?.at ?? 0) + graceMs.lateStatus;
}

/** True for a request without a dialog on the client's screen: not drawn yet, or never drawn. */
function isOffScreen(facts: SessionFacts, { status }: ProcessFacts, pending: PendingFact): boolean {
  return (
    isNotDrawnYet(facts, pending) || (status === 'busy' && isAnswerableOnlyHere(facts, pending))
  );
}

/**
 * Time from which the registry should reflect the hook's claim. The client draws the dialog of a
 * subagent's held call only after the call was released.
 */
function hookStartAt(facts: SessionFacts, { at, pending }: Claim): number {
  const end = pending?.agentId === undefined ? undefined : callEnd(facts, pending);
  return end?.how === 'released' ? Math.max(at, end.at) : at;
}

/**
 * Time, in ms, for which the registry may stay unchanged after a hook before the registry decides.
 */
function graceMsWhileUnchanged(facts: SessionFacts, { kind, pending }: Claim): number {
  const isHeldRequest = pending !== undefined && isHeld(facts, pending);
  return kind === 'working' || isHeldRequest ? graceMs.staleWork : graceMs.staleHook;
}

function graceMsFor(kind: ClaimKind, status: RegistryStatus | undefined): number {
  // No hook reports that a person closed a dialog, and a dialog may open without a hook.
  if (status === 'waiting' || kind === 'dialog') return 0;
  if (status === 'busy') return graceMs.turnStarted;
  return kind === 'background' ? graceMs.backgroundEnded : graceMs.turnEnded;
}

/**
 * True if later evidence contradicts the hook: the client was idle since a hook of work, or the
 * transcript continued after a hook of rest.
 */
function isStale(facts: SessionFacts, process: ProcessFacts, hook: Claim): boolean {
  if (hook.kind === 'working')
    return hook.at < (process.lastRestAt ?? 0) && process.status === 'busy';
  const turn = facts.transcript?.turn;
  const isLater = turn !== undefined && turn.at > hook.at + graceMs.staleHook;
  return hook.kind === 'resting' && isLater && turn.kind !== 'interrupted';
}

/**
 * Time from which the transcript overrides the hook, because it contains what a missed hook would
 * have reported; Infinity if it does not.
 */
function transcriptWinsAt(facts: SessionFacts, hook: Claim): number {
  const turn = facts.transcript?.turn;
  if (turn === undefined) return Infinity;
  if (hook.kind === 'resting' && isContinuedByClient(facts, turn, hook)) return turn.at;
  if (turn.at <= hook.at) return Infinity;
  if (turn.kind === 'interrupted') {
    return hook.kind !== 'resting' && hook.pending?.agentId === undefined ? turn.at : Infinity;
  }
  if (hook.kind === 'resting') return isNewTurn(turn, hook) ? turn.at : Infinity;
  // The hook of a turn's end runs only after the turn's last entry was written.
  const hasTurnEnded = turn.kind === 'ended' || turn.kind === 'failed';
  const hookMs = turn.hookless === true ? 0 : graceMs.staleHook;
  return hook.kind === 'working' && hasTurnEnded ? turn.at + hookMs : Infinity;
}

/**
 * True if the transcript's turn is not the one whose end the hook reported. Entries of an ended
 * turn may be some ms late, but prompts are not.
 */
function isNewTurn(turn: TranscriptTurn, { at }: Claim): boolean {
  return turn.at > at + (turn.kind === 'prompted' ? 0 : graceMs.staleHook);
}

/**
 * True if another hook of the client made the agent continue at the turn's end. The hub's own hook
 * for that end may have a slightly later time.
 */
function isContinuedByClient(
  { transcript }: SessionFacts,
  turn: TranscriptTurn,
  { at }: Claim,
): boolean {
  const byClient = turn.kind === 'prompted' && turn.at !== transcript?.humanPromptAt;
  return byClient && turn.at > at - graceMs.staleWork;
}

function fallbackClaim(facts: SessionFacts): Claim {
  const at = facts.hook?.lastAt ?? facts.transcript?.lastAt ?? 0;
  const values = { state: 'unknown', label: stateLabel('unavailable'), confidence: 0, at } as const;
  return createClaim({ kind: 'working', source: 'fallback', ...values });
}

/** Time at which a claim expires without an event, in ms since 1970. */
function expiresAt(from: Claim, now: number): number | undefined {
  if (from.kind === 'background')
    return earliestAfter(now, from.at + wakeMs, from.at + backgroundShellMs);
  return from.kind === 'working' && from.state.source === 'hook'
    ? earliestAfter(now, from.at + transientMs)
    : undefined;
}

function earliestAfter(now: number, ...times: readonly number[]): number | undefined {
  const upcoming = times.filter((time) => time > now && Number.isFinite(time));
  return upcoming.length === 0 ? undefined : Math.min(...upcoming);
}

function resolutionOf(from: Claim, recheckAt: number | undefined): Resolution {
  const times = [recheckAt, from.until].filter((at) => at !== undefined);
  const next = times.length === 0 ? undefined : Math.min(...times);
  return {
    claim: from,
    state: from.state,
    since: from.since,
    pending: from.pending,
    recheckAt: next,
  };
}
