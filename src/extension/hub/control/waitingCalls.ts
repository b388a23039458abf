import { randomUUID } from 'node:crypto';
import type {
  DecideAnswer,
  DecideIntent,
  Decision,
  HandBackIntent,
  HeldCallCard,
  ShownIntent,
} from '../../../shared/protocol/control';
import type { Disposable } from '../../util/lifetime';
import { afterRunning } from '../../util/runningTime';
import type { OpenCalls } from '../domain/claims/openCalls';
import { matchesShown } from './matchesShown';
import type { HookAnswer } from '../../agents/hooks';
import type { HeldConnection } from '../../agents/requests';
import {
  hidesDialog,
  newWaitingCall,
  countOpen,
  startExpiry,
  stopTimers,
  subagentHoldMs,
  undoHandBackMs,
  type NewCall,
  type RecordDecision,
  type RefusedDecision,
  type WaitingCall,
  type WaitingCallsOptions,
} from './waitingCall';
import { placeTexts, type Ending } from './requestTrace';

/**
 * Maximum number of calls held at a time. Beyond it, the newest call that is known only from its
 * hook is released to its terminal, so that forged calls cannot displace real ones.
 */
const maxHeld = 200;
const maxHeldPerSession = 20;

/**
 * Interval in ms after which it is checked again whether a person who can answer still has the
 * session open in an editor or on a phone.
 */
const inHandCheckMs = 10_000;
/**
 * Maximum total time for which windows with an unsigned offer, such as another machine's desk, keep
 * a subagent's call held, in ms.
 */
const unsignedHoldMs = 5 * 60_000;
/** Maximum time in ms for which a client reports itself busy between two dialogs. */
const closeDelayMs = 120;
/** Time in ms without any effect after which an answer counts as undelivered. */
const confirmMs = 3_000;

/**
 * Holds the client's calls that wait for a person's decision, and tracks their outcome while their
 * dialogs are open.
 */
export class WaitingCalls implements Disposable {
  private readonly calls = new Map<string, WaitingCall>();
  private readonly bySession = new Map<string, Set<WaitingCall>>();
  private readonly clock: () => number;
  private readonly offersWatch: Disposable;
  private isDisposed = false;

  constructor(private readonly options: WaitingCallsOptions) {
    this.clock = options.clock ?? Date.now;
    this.offersWatch = options.offers.onDidChange(() => this.onOffers());
  }

  /** Holds the call and returns its id; undefined if nobody may answer it or too many are held. */
  hold(request: NewCall, caller: HeldConnection): string | undefined {
    const { sessionId, project, toolName } = request;
    const { offers, traces } = this.options;
    const sessionCalls = this.bySession.get(sessionId) ?? new Set();
    if (offers.stateOf(project) === 'off') return undefined;
    if (countOpen(sessionCalls) >= maxHeldPerSession && !this.releaseNewest(sessionCalls))
      return undefined;
    if (countOpen(this.calls.values()) >= maxHeld && !this.releaseNewest(this.calls.values()))
      return undefined;
    const id = randomUUID();
    const at = this.clock();
    const held = newWaitingCall(request, id, at, caller);
    this.calls.set(id, held);
    this.bySession.set(sessionId, sessionCalls.add(held));
    startExpiry(held, () => this.releaseToTerminal(held));
    if (hidesDialog(request)) this.scheduleRelease(held, subagentHoldMs);
    traces.start(id, sessionId, toolName, at);
    caller.onGone((how) => this.onGone(held, how));
    void this.addSurroundings(held);
    return id;
  }

  /** Returns a request's part of the card; undefined after the request was removed. */
  cardOf(callId: string | undefined): HeldCallCard | undefined {
    const held = callId === undefined ? undefined : this.calls.get(callId);
    if (held === undefined) return undefined;
    const answerable = held.fate === 'open' && this.options.offers.stateOf(held.project) === 'on';
    const { id, fate, pendingHandBack, surroundings, untilAt } = held;
    return {
      id,
      answerable,
      fate,
      ...(pendingHandBack && { handsBackAt: pendingHandBack.at }),
      ...(fate === 'open' && untilAt !== undefined && { untilAt }),
      ...(surroundings && { surroundings }),
    };
  }

  heldOf(sessionId: string): readonly string[] {
    const held = [...(this.bySession.get(sessionId) ?? [])];
    return held.flatMap(({ id, fate }) => (fate === 'open' ? id : []));
  }

  /** Returns whether a request of the session is held, or its dialog may still be open. */
  hasCalls(sessionId: string): boolean {
    return this.bySession.has(sessionId);
  }

  /** Compares the held calls with those still open at the session's terminal, and ends the others. */
  reconcile(
    sessionId: string,
    { ids, freeSince, waitedAt = 0, isWritten, alone }: OpenCalls,
  ): void {
    for (const held of this.bySession.get(sessionId) ?? []) {
      held.isWritten = () => isWritten?.(held.id) === true;
      held.isAlone = alone?.includes(held.id) === true;
      const wasShown = held.agentId === undefined || waitedAt >= held.at;
      if (wasShown) clearTimeout(held.dialogTimer);
      if (ids.includes(held.id)) {
        clearTimeout(held.closeTimer);
        held.closeTimer = undefined;
      } else if (held.fate === 'open') {
        held.closeTimer ??= setTimeout(() => this.markResolvedElsewhere(held), closeDelayMs);
      } else {
        this.finishDialog(held, wasShown ? freeSince : undefined);
      }
    }
  }

  /** Returns an undecided call; with `isClaimed`, one whose decision is being recorded. */
  openCall(sessionId: string, callId: string, isClaimed = false): WaitingCall | undefined {
    const held = this.calls.get(callId);
    const isOpen = held?.sessionId === sessionId && this.isOpen(held);
    return isOpen && held.isRecording === isClaimed ? held : undefined;
  }

  /** Writes the decision to the client if it is the first; resolves when its outcome is known. */
  async decide(
    sessionId: string,
    intent: DecideIntent,
    record?: RecordDecision,
  ): Promise<DecideAnswer | RefusedDecision> {
    const by = this.options.traces.decidedBy(intent.call);
    if (by !== undefined) return { refused: 'answered', by };
    // A person's answer has precedence over a grant that is still being recorded.
    const held =
      this.openCall(sessionId, intent.call) ??
      (record === undefined ? this.openCall(sessionId, intent.call, true) : undefined);
    if (held === undefined) return { refused: 'gone' };
    const window = this.options.offers.findOfferOfWindow(intent.window, held.project);
    if (window === undefined) return { refused: 'off' };
    if (!matchesShown(held, intent.shown, intent.decision.kind)) return { refused: 'changed' };
    const answer = held.answer(held, intent.decision);
    if (answer === undefined) return { refused: 'unfit' };
    const refused = record && (await this.record(held, record));
    if (refused !== undefined) return refused;
    held.decidedIn = intent.window;
    return this.send(held, window.label, intent.decision.kind, answer);
  }

  /**
   * Allows a call without a person's decision, for instance by a grant; `by` is shown as the
   * decider, and `record` runs before the answer is sent.
   */
  async allow(
    sessionId: string,
    callId: string,
    by: string,
    record: RecordDecision,
  ): Promise<DecideAnswer | RefusedDecision> {
    const held = this.openCall(sessionId, callId);
    if (held === undefined) return { refused: 'gone' };
    const answer = held.answer(held, { kind: 'allow' });
    if (answer === undefined) return { refused: 'unfit' };
    const refused = await this.record(held, record);
    return refused ?? this.send(held, by, 'allow', answer);
  }

  /**
   * Hands a request back to its terminal after the undo time, or cancels a pending hand-back; false
   * if the call is not held.
   */
  handBack(sessionId: string, { call, window, undo }: HandBackIntent): boolean {
    const held = this.calls.get(call);
    if (held === undefined || held.sessionId !== sessionId || held.fate !== 'open') return false;
    if (this.options.offers.findOfferOfWindow(window, held.project) === undefined) return false;
    if (undo === true) {
      this.cancelHandBack(held);
    } else {
      const { undoMs = undoHandBackMs } = this.options;
      held.pendingHandBack ??= {
        at: this.clock() + undoMs,
        timer: setTimeout(() => this.releaseToTerminal(held), undoMs).unref(),
      };
    }
    this.options.onChange(sessionId);
    return true;
  }

  /** Records where a person saw a request; false if it is unknown or the window may not answer it. */
  recordShown(sessionId: string, { call, window, place }: ShownIntent): boolean {
    const held = this.calls.get(call);
    if (held === undefined || held.sessionId !== sessionId) return false;
    const by = this.options.offers.findOfferOfStream(window, held.project);
    if (by === undefined) return false;
    held.isShown ||= this.options.offers.isSigned(window);
    this.options.traces.recordShown(call, `${placeTexts[place]} in ${by.label}`, this.clock());
    return true;
  }

  /** Clears all calls without answering them; the clients send them again to the next hub. */
  dispose(): void {
    this.isDisposed = true;
    this.offersWatch.dispose();
    for (const held of this.calls.values()) {
      stopTimers(held);
      held.onSettled?.('written');
    }
    this.calls.clear();
    this.bySession.clear();
  }

  private async addSurroundings(held: WaitingCall): Promise<void> {
    held.surroundings = await this.options.readSurroundings?.(held);
    if (held.surroundings !== undefined && this.calls.has(held.id))
      this.options.onChange(held.sessionId);
  }

  private isOpen({ id, fate, closeTimer }: WaitingCall): boolean {
    return this.calls.has(id) && fate === 'open' && closeTimer === undefined;
  }

  /** Records a decision before it is sent; meanwhile only a person's answer can decide the call. */
  private async record(
    held: WaitingCall,
    record: RecordDecision,
  ): Promise<RefusedDecision | undefined> {
    held.isRecording = true;
    try {
      if (!(await record())) return { refused: 'unrecorded' };
    } finally {
      held.isRecording = false;
    }
    return this.isOpen(held) && !this.isDisposed ? undefined : { refused: 'gone' };
  }

  private async send(
    held: WaitingCall,
    by: string,
    kind: Decision['kind'],
    answer: HookAnswer,
  ): Promise<DecideAnswer | RefusedDecision> {
    const { sessionId, id } = held;
    const { traces, onChange, onEnd } = this.options;
    held.decidedAt = this.clock();
    held.fate = 'answered';
    this.cancelHandBack(held);
    traces.add(id, { what: 'decided', at: held.decidedAt, by, kind });
    const settled = new Promise<DecideAnswer['outcome']>((resolve) => {
      held.onSettled = resolve;
    });
    onChange(sessionId);
    if (!(await held.caller.answer(answer))) {
      this.markUndelivered(held);
      return { refused: 'undelivered' };
    }
    if (this.isDisposed) return { outcome: 'written' };
    const at = this.clock();
    traces.add(id, { what: 'written', at });
    onEnd('answered', held, at);
    let cancelTimeout: (() => void) | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      cancelTimeout = afterRunning(confirmMs, () => resolve(undefined));
    });
    const outcome = await Promise.race([settled, timeout]);
    cancelTimeout?.();
    if (outcome !== undefined) return { outcome };
    this.markUndelivered(held);
    return { refused: 'undelivered' };
  }

  /** Ends a request that is no longer held, after its dialog was closed. */
  private finishDialog(held: WaitingCall, freeSince: number | undefined): void {
    const { decidedAt } = held;
    if (held.fate === 'answered' && decidedAt !== undefined) {
      // The client was free between request and decision, so the request was answered elsewhere.
      const wasAnsweredBefore =
        freeSince !== undefined && freeSince > held.at && freeSince < decidedAt;
      held.onSettled?.(wasAnsweredBefore ? 'elsewhere' : 'accepted');
      this.traceEnding(held, wasAnsweredBefore ? 'resolvedElsewhere' : 'accepted');
    }
    this.remove(held);
  }

  private markResolvedElsewhere(held: WaitingCall): void {
    if (held.fate !== 'open') return;
    held.caller.release();
    this.traceEnding(held, 'resolvedElsewhere');
    this.remove(held);
  }

  private markUndelivered(held: WaitingCall): void {
    if (held.fate !== 'answered' || !this.calls.has(held.id)) return;
    this.setFate(held, 'undelivered', 'undelivered');
  }

  private cancelHandBack(held: WaitingCall): void {
    clearTimeout(held.pendingHandBack?.timer);
    held.pendingHandBack = undefined;
  }

  private releaseToTerminal(held: WaitingCall): void {
    if (held.fate !== 'open') return;
    held.caller.release();
    this.setFate(held, 'handedBack', 'handedBack');
  }

  /** Called when the client ends the call: by an answer there, a timeout, or its exit. */
  private onGone(held: WaitingCall, how: 'answered' | undefined): void {
    if (held.fate !== 'open' || this.isDisposed) return;
    if (how === undefined) return this.setFate(held, 'handedBack', 'callerGone');
    this.options.onEnd('released', held, this.clock());
    this.markResolvedElsewhere(held);
  }

  /** Releases the newest call that was neither shown nor found in a transcript; false if there is none. */
  private releaseNewest(candidates: Iterable<WaitingCall>): boolean {
    const newest = [...candidates].findLast(
      ({ fate, isShown, isWritten }) => fate === 'open' && !isShown && !isWritten(),
    );
    if (newest === undefined) return false;
    newest.fate = 'handedBack';
    newest.caller.release();
    this.traceEnding(newest, 'handedBack');
    this.options.onEnd('released', newest, this.clock());
    this.remove(newest);
    return true;
  }

  /**
   * Releases a subagent's call after `delayMs`, so that its dialog appears at the terminal; later
   * while a person who can answer has the session open, or if the client would show no dialog.
   */
  private scheduleRelease(held: WaitingCall, delayMs: number): void {
    held.dialogTimer = setTimeout(() => {
      if (held.fate !== 'open') return;
      const { offers, isInHand } = this.options;
      // A window without a signed offer must not keep the request from its terminal forever.
      const isUnsignedHoldOver = this.clock() - held.at >= unsignedHoldMs;
      const canAct = (window: string): boolean =>
        offers.findOfferOfStream(window, held.project) !== undefined &&
        (!isUnsignedHoldOver || offers.isSigned(window));
      const shouldHold = held.isAlone || isInHand?.(held.sessionId, canAct) === true;
      if (shouldHold) this.scheduleRelease(held, inHandCheckMs);
      else this.releaseToTerminal(held);
    }, delayMs);
    held.dialogTimer.unref();
  }

  private onOffers(): void {
    for (const held of this.calls.values()) {
      if (held.fate !== 'open') continue;
      if (this.options.offers.stateOf(held.project) === 'off') this.releaseToTerminal(held);
      else this.options.onChange(held.sessionId);
    }
  }

  private setFate(held: WaitingCall, fate: 'undelivered' | 'handedBack', ending: Ending): void {
    stopTimers(held);
    held.closeTimer = undefined;
    held.pendingHandBack = undefined;
    held.fate = fate;
    this.traceEnding(held, ending);
    this.options.onEnd('released', held, this.clock());
    this.options.onChange(held.sessionId);
  }

  private traceEnding(held: WaitingCall, ending: Ending): void {
    this.options.traces.add(held.id, { what: ending, at: this.clock() });
  }

  private remove(held: WaitingCall): void {
    stopTimers(held);
    this.calls.delete(held.id);
    const sessionCalls = this.bySession.get(held.sessionId);
    sessionCalls?.delete(held);
    if (sessionCalls?.size === 0) this.bySession.delete(held.sessionId);
    this.options.onChange(held.sessionId);
  }
}
