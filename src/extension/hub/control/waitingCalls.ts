import { randomUUID } from 'node:crypto';
import type {
  DecideAnswer,
  DecideIntent,
  Decision,
  EditSurroundings,
  HandBackIntent,
  HeldCallCard,
  RequestPlace,
  ShownIntent,
} from '../../../shared/protocol/control';
import type { Disposable } from '../../util/lifetime';
import { afterRunning } from '../../util/runningTime';
import type { OpenCalls } from '../domain/claims/openCalls';
import { isAsShown } from './asShown';
import type { ControlOffers } from './controlOffers';
import type { HookAnswer } from '../../agents/hooks';
import type { HeldConnection, WaitingCall, NewCall } from './waitingCall';
import type { Ending, RequestTraces } from './requestTrace';

/** Why a decision was not taken. `by` names the window that was first. */
export type Refused =
  | { readonly refused: 'gone' | 'off' | 'changed' | 'unfit' | 'undelivered' }
  | { readonly refused: 'answered'; readonly by: string };

export interface WaitingCallsOptions {
  readonly offers: ControlOffers;
  readonly traces: RequestTraces;
  /** Called when a card shows a request of the session differently. */
  readonly onChange: (sessionId: string) => void;
  /** An answer was written to the client, or it was left to the terminal. */
  readonly onEnd: (how: 'answered' | 'released', call: WaitingCall, at: number) => void;
  /** True if a window or phone for which `canAct` is true shows the session in front. */
  readonly isInHand?: (sessionId: string, canAct: (window: string) => boolean) => boolean;
  /** Reads the lines around the text that a request replaces; not awaited by the request. */
  readonly readSurroundings?: (request: NewCall) => Promise<EditSurroundings | undefined>;
  readonly clock?: () => number;
  /** Time to take back that a request goes to its terminal, in ms, in place of the usual. */
  readonly undoMs?: number | undefined;
}

/**
 * Calls held at a time. What comes on top takes the place of the newest that nothing but its hook tells
 * of, which is left to its terminal: whoever forges many keeps no other from being held.
 */
const maxHeld = 200;
const maxHeldPerSession = 20;

/** Words of the log for the place where a request was shown. */
const placeWords: Readonly<Record<RequestPlace, string>> = {
  card: 'on its card',
  dialog: 'in a dialog',
  notification: 'in a notification',
  diff: 'as a comparison',
  plan: 'as a document',
};

/** The terminal shows the dialog of a subagent in the background only after this silence, in ms. */
const unseenMs = 60_000;
/** While a person who can answer is at the session in an editor or on a phone, it is asked again after this time, in ms. */
const inHandMs = 10_000;
/** Time in ms to take back that a request goes to its terminal. */
export const undoHandBackMs = 10_000;
/** A window whose offer nobody signed, as that of another machine's desk, keeps it so long in all, in ms. */
const unsignedMs = 5 * 60_000;
/** Between two dialogs the client says for a moment that it is busy, in ms. */
const closingMs = 120;
/** An answer that changed nothing within this time was not taken, in ms. */
const confirmMs = 3_000;

/** The client's calls that wait for a person's decision, and what became of them while their dialogs are open. */
export class WaitingCalls implements Disposable {
  private readonly calls = new Map<string, WaitingCall>();
  private readonly bySession = new Map<string, Set<WaitingCall>>();
  private readonly clock: () => number;
  private readonly offersWatch: Disposable;
  private disposed = false;

  constructor(private readonly options: WaitingCallsOptions) {
    this.clock = options.clock ?? Date.now;
    this.offersWatch = options.offers.onDidChange(() => this.onOffers());
  }

  /** The id under which the call is held; undefined when nobody would answer it, and it is not. */
  hold(request: NewCall, caller: HeldConnection): string | undefined {
    const { sessionId, project, toolName } = request;
    const { offers, traces } = this.options;
    const ofSession = this.bySession.get(sessionId) ?? new Set();
    if (offers.stateOf(project) === 'off') return undefined;
    if (openOf(ofSession) >= maxHeldPerSession && !this.makeRoom(ofSession)) return undefined;
    if (openOf(this.calls.values()) >= maxHeld && !this.makeRoom(this.calls.values()))
      return undefined;
    const id = randomUUID();
    const at = this.clock();
    const held: WaitingCall = {
      ...request,
      id,
      caller,
      at,
      fate: 'open',
      decidedAt: undefined,
      decidedIn: undefined,
      closing: undefined,
      handingBack: undefined,
      showing: undefined,
      surroundings: undefined,
      onSettled: undefined,
      isShown: false,
      isWritten: () => false,
      isAlone: false,
    };
    this.calls.set(id, held);
    this.bySession.set(sessionId, ofSession.add(held));
    if (request.agentId !== undefined) this.listen(held, unseenMs);
    traces.begin(id, sessionId, toolName, at);
    caller.onGone(() => this.onGone(held));
    void this.addSurroundings(held);
    return id;
  }

  /** The card's part about a request; undefined once it is forgotten. */
  cardOf(callId: string | undefined): HeldCallCard | undefined {
    const held = callId === undefined ? undefined : this.calls.get(callId);
    if (held === undefined) return undefined;
    const answerable = held.fate === 'open' && this.options.offers.stateOf(held.project) === 'on';
    const { id, fate, handingBack, surroundings } = held;
    return {
      id,
      answerable,
      fate,
      ...(handingBack && { handsBackAt: handingBack.at }),
      ...(surroundings && { surroundings }),
    };
  }

  /** The ids of the session's calls that are held now. */
  heldOf(sessionId: string): readonly string[] {
    const held = [...(this.bySession.get(sessionId) ?? [])];
    return held.flatMap(({ id, fate }) => (fate === 'open' ? id : []));
  }

  /** Whether anything is known of requests of the session. */
  watches(sessionId: string): boolean {
    return this.bySession.has(sessionId);
  }

  /** Takes note of which of a session's requests are still open at its terminal. */
  reconcile(
    sessionId: string,
    { ids, freeSince, waitedAt = 0, isWritten, alone }: OpenCalls,
  ): void {
    for (const held of this.bySession.get(sessionId) ?? []) {
      held.isWritten = () => isWritten?.(held.id) === true;
      held.isAlone = alone?.includes(held.id) === true;
      const wasShown = held.agentId === undefined || waitedAt >= held.at;
      if (wasShown) clearTimeout(held.showing);
      if (ids.includes(held.id)) {
        clearTimeout(held.closing);
        held.closing = undefined;
      } else if (held.fate === 'open') {
        held.closing ??= setTimeout(() => this.resolvedElsewhere(held), closingMs);
      } else {
        this.over(held, wasShown ? freeSince : undefined);
      }
    }
  }

  /** Writes the decision to the client, if it is the first; settles when its fate is known. */
  async decide(sessionId: string, intent: DecideIntent): Promise<DecideAnswer | Refused> {
    const by = this.options.traces.decidedBy(intent.call);
    if (by !== undefined) return { refused: 'answered', by };
    const held = this.calls.get(intent.call);
    if (held === undefined || held.sessionId !== sessionId) return { refused: 'gone' };
    if (held.fate !== 'open' || held.closing !== undefined) return { refused: 'gone' };
    const window = this.options.offers.findOfferOfWindow(intent.window, held.project);
    if (window === undefined) return { refused: 'off' };
    if (!isAsShown(held, intent.shown, intent.decision.kind)) return { refused: 'changed' };
    const answer = held.answer(held, intent.decision);
    if (answer === undefined) return { refused: 'unfit' };
    held.decidedIn = intent.window;
    return this.send(held, window.label, intent.decision.kind, answer);
  }

  /** Gives a request back to its terminal after the time for Undo, or keeps it; false when it is not held. */
  handBack(sessionId: string, { call, window, undo }: HandBackIntent): boolean {
    const held = this.calls.get(call);
    if (held === undefined || held.sessionId !== sessionId || held.fate !== 'open') return false;
    if (this.options.offers.findOfferOfWindow(window, held.project) === undefined) return false;
    if (undo === true) {
      this.cancelHandBack(held);
    } else {
      const { undoMs = undoHandBackMs } = this.options;
      held.handingBack ??= {
        at: this.clock() + undoMs,
        timer: setTimeout(() => this.giveBack(held), undoMs).unref(),
      };
    }
    this.options.onChange(sessionId);
    return true;
  }

  /** Takes note of where a person saw a request; false when it is not held. */
  shown(sessionId: string, { call, window, place }: ShownIntent): boolean {
    const held = this.calls.get(call);
    if (held === undefined || held.sessionId !== sessionId) return false;
    const by = this.options.offers.findOfferOfStream(window, held.project);
    if (by === undefined) return false;
    held.isShown ||= this.options.offers.isSigned(window);
    this.options.traces.shown(call, `${placeWords[place]} in ${by.label}`, this.clock());
    return true;
  }

  /** The callers ask the next hub. */
  dispose(): void {
    this.disposed = true;
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

  private async send(
    held: WaitingCall,
    by: string,
    kind: Decision['kind'],
    answer: HookAnswer,
  ): Promise<DecideAnswer | Refused> {
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
      this.undelivered(held);
      return { refused: 'undelivered' };
    }
    if (this.disposed) return { outcome: 'written' };
    const at = this.clock();
    traces.add(id, { what: 'written', at });
    onEnd('answered', held, at);
    let callOff: (() => void) | undefined;
    const late = new Promise<undefined>((resolve) => {
      callOff = afterRunning(confirmMs, () => resolve(undefined));
    });
    const outcome = await Promise.race([settled, late]);
    callOff?.();
    if (outcome !== undefined) return { outcome };
    this.undelivered(held);
    return { refused: 'undelivered' };
  }

  /** The dialog of a request that is not held any more is over. */
  private over(held: WaitingCall, freeSince: number | undefined): void {
    const { decidedAt } = held;
    if (held.fate === 'answered' && decidedAt !== undefined) {
      // The client was free between the request and the decision: somebody else had answered.
      const before = freeSince !== undefined && freeSince > held.at && freeSince < decidedAt;
      held.onSettled?.(before ? 'elsewhere' : 'accepted');
      this.end(held, before ? 'resolvedElsewhere' : 'accepted');
    }
    this.forget(held);
  }

  private resolvedElsewhere(held: WaitingCall): void {
    if (held.fate !== 'open') return;
    held.caller.release();
    this.end(held, 'resolvedElsewhere');
    this.forget(held);
  }

  private undelivered(held: WaitingCall): void {
    if (held.fate !== 'answered' || !this.calls.has(held.id)) return;
    this.become(held, 'undelivered', 'undelivered');
  }

  /** Cancels the release of a request that a person gave back to its terminal. */
  private cancelHandBack(held: WaitingCall): void {
    clearTimeout(held.handingBack?.timer);
    held.handingBack = undefined;
  }

  private giveBack(held: WaitingCall): void {
    if (held.fate !== 'open') return;
    held.caller.release();
    this.become(held, 'handedBack', 'handedBack');
  }

  /** "No" and Escape at the terminal end the call, and so do a time-out and the client's end. */
  private onGone(held: WaitingCall): void {
    if (held.fate === 'open' && !this.disposed) this.become(held, 'handedBack', 'callerGone');
  }

  /** Leaves the newest call to its terminal that no window has shown and no transcript has; false where there is none. */
  private makeRoom(among: Iterable<WaitingCall>): boolean {
    const newest = [...among].findLast(
      ({ fate, isShown, isWritten }) => fate === 'open' && !isShown && !isWritten(),
    );
    if (newest === undefined) return false;
    newest.fate = 'handedBack';
    newest.caller.release();
    this.end(newest, 'handedBack');
    this.options.onEnd('released', newest, this.clock());
    this.forget(newest);
    return true;
  }

  /** Releases a call that nobody answers here, nor is about to: somebody may be at the terminal. */
  private listen(held: WaitingCall, silenceMs: number): void {
    held.showing = setTimeout(() => {
      if (held.fate !== 'open') return;
      const { offers, isInHand } = this.options;
      // Who may only look would keep the request from everybody who can answer it at its terminal.
      const isLong = this.clock() - held.at >= unsignedMs;
      const canAct = (window: string): boolean =>
        offers.findOfferOfStream(window, held.project) !== undefined &&
        (!isLong || offers.isSigned(window));
      const isAwaited = held.isAlone || isInHand?.(held.sessionId, canAct) === true;
      if (isAwaited) this.listen(held, inHandMs);
      else this.giveBack(held);
    }, silenceMs);
    held.showing.unref();
  }

  private onOffers(): void {
    for (const held of this.calls.values()) {
      if (held.fate !== 'open') continue;
      if (this.options.offers.stateOf(held.project) === 'off') this.giveBack(held);
      else this.options.onChange(held.sessionId);
    }
  }

  private become(held: WaitingCall, fate: 'undelivered' | 'handedBack', ending: Ending): void {
    stopTimers(held);
    held.closing = undefined;
    held.handingBack = undefined;
    held.fate = fate;
    this.end(held, ending);
    this.options.onEnd('released', held, this.clock());
    this.options.onChange(held.sessionId);
  }

  private end(held: WaitingCall, ending: Ending): void {
    this.options.traces.add(held.id, { what: ending, at: this.clock() });
  }

  private forget(held: WaitingCall): void {
    stopTimers(held);
    this.calls.delete(held.id);
    const ofSession = this.bySession.get(held.sessionId);
    ofSession?.delete(held);
    if (ofSession?.size === 0) this.bySession.delete(held.sessionId);
    this.options.onChange(held.sessionId);
  }
}

function stopTimers({ closing, showing, handingBack }: WaitingCall): void {
  clearTimeout(handingBack?.timer);
  clearTimeout(closing);
  clearTimeout(showing);
}

function openOf(requests: Iterable<WaitingCall>): number {
  let count = 0;
  for (const { fate } of requests) if (fate === 'open') count += 1;
  return count;
}
