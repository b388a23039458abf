import type { Decision } from '../../shared/protocol/control';
import type { GrantTerms } from '../../shared/protocol/work/grants';
import type { ToPage } from '../../shared/messages/pageMessages';
import type { Host } from '../host';
import { requestPieces, type Sight } from './sight';
import { createStore } from '../store';

/** Time in ms for which a request must have been visible before a decision is accepted. */
const minVisibleMs = 500;

/** Time in ms for which the reason is shown beside a button whose press had no effect. */
const reasonMs = 6_000;

/** A press that had no effect. */
interface IneffectivePress {
  readonly call: string;
  readonly place: AnswerPlace;
  /** The reason, as a sentence that says what to do. */
  readonly reason: string;
}

/**
 * Why a request cannot be decided yet: `part` if a part of it was not visible, `time` if it was not
 * visible for the minimum time.
 */
export type UndecidableReason = 'part' | 'time';

export interface DecisionsState {
  /** Decisions by call id: empty while pending, otherwise the reason of the refusal. */
  readonly sent: ReadonlyMap<string, string>;
  /** Calls whose refusal has not been shown beside their request yet. */
  readonly unseen: ReadonlySet<string>;
  /** The last press that had no effect, while its reason is shown. */
  readonly idle: IneffectivePress | undefined;
}

const initialState: DecisionsState = { sent: new Map(), unseen: new Set(), idle: undefined };

/** Where a request is shown and answered; `pane` includes every place that shows it completely. */
export type AnswerPlace = 'card' | 'pane';

/** How a person decides: in the pane by key or pointer, or with a button of a card. */
export type DecidedBy = 'key' | 'pointer' | 'card';

function placeOf(by: DecidedBy): AnswerPlace {
  return by === 'card' ? 'card' : 'pane';
}

/** Visibility of a request in one place, a card or the pane. */
interface Visibility {
  /** Time in ms since 1970 at which the request became visible. */
  shownAt?: number | undefined;
  sight?: Sight | undefined;
}

/** The person's decisions on this page, their results, and which requests the person can see. */
export class Decisions {
  readonly state = createStore<DecisionsState>(initialState);
  /** By place and call, because a card and the pane may show the same request. */
  private readonly visibilities: Readonly<Record<AnswerPlace, Map<string, Visibility>>> = {
    card: new Map(),
    pane: new Map(),
  };
  /** Calls that were reported as shown; each is reported only once. */
  private readonly reported = new Set<string>();
  private focused: { readonly sessionId: string; readonly at: number } | undefined;
  private reasonTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: Host) {}

  handleMessage(message: ToPage): void {
    if (message.type === 'snapshot') {
      this.state.set(initialState);
      this.reported.clear();
    }
    if (message.type !== 'undecided') return;
    const { call, problem } = message;
    const { sent, unseen } = this.state.get();
    this.change({ sent: new Map(sent).set(call, problem), unseen: new Set(unseen).add(call) });
  }

  /** Shows briefly why a press on an answer to a call had no effect. */
  showReason(call: string, by: DecidedBy, reason: string): void {
    clearTimeout(this.reasonTimer);
    this.change({ idle: { call, place: placeOf(by), reason } });
    this.reasonTimer = setTimeout(() => this.change({ idle: undefined }), reasonMs);
  }

  /** Records that the person saw or hid the refusal of a call. */
  markRefusalSeen(call: string): void {
    const { unseen } = this.state.get();
    if (!unseen.has(call)) return;
    this.change({ unseen: new Set([...unseen].filter((one) => one !== call)) });
  }

  /** Records that a call's request became visible, or that its card moved. */
  show(sessionId: string, call: string, place: AnswerPlace): void {
    if (!this.reported.has(call)) this.host.post({ type: 'shown', sessionId, call });
    this.reported.add(call);
    this.changeVisibility(place, call, { shownAt: Date.now() });
  }

  hide(call: string, place: AnswerPlace): void {
    this.changeVisibility(place, call, { shownAt: undefined });
  }

  /** Sets the tracker of which parts of the request have been visible. */
  setSight(call: string, sight: Sight, place: AnswerPlace): void {
    this.changeVisibility(place, call, { sight });
  }

  /** Removes a request from a place, unless a newer tracker replaced this one. */
  removeSight(call: string, sight: Sight, place: AnswerPlace): void {
    if (this.visibilities[place].get(call)?.sight === sight) this.visibilities[place].delete(call);
  }

  /** Scrolls to the next unseen piece of a request; false if there is none. */
  showRest(call: string, name = requestPieces): boolean {
    return this.visibilities.pane.get(call)?.sight?.showRest(name) ?? false;
  }

  /** Records that a session's card received the focus. */
  focus(sessionId: string): void {
    if (this.focused?.sessionId !== sessionId) this.focused = { sessionId, at: Date.now() };
  }

  /** Records that a session's card lost the focus. */
  leave(sessionId: string): void {
    if (this.focused?.sessionId === sessionId) this.focused = undefined;
  }

  /**
   * Why the person cannot have seen the request and all pieces with these names in the place where
   * they decide; undefined if they can. A decision by key also requires the focus on the card.
   */
  reasonUnseen(
    sessionId: string,
    call: string,
    by: DecidedBy,
    names: readonly string[],
  ): UndecidableReason | undefined {
    const { sight, shownAt } = this.visibilities[placeOf(by)].get(call) ?? {};
    const seen = names.map((name) => ({ name, at: sight?.seenSince(name) }));
    if (seen.some(({ at }) => at === undefined)) return 'part';
    // Only request pieces need the minimum time: a form that the person opened, such as a list of
    // rules, did not replace anything under the pointer.
    const startTimes = seen.filter(({ name }) => name === requestPieces).map(({ at }) => at);
    startTimes.push(shownAt);
    const { focused } = this;
    if (by === 'key') startTimes.push(focused?.sessionId === sessionId ? focused.at : undefined);
    const isLongEnough = startTimes.every(
      (at) => at !== undefined && Date.now() - at >= minVisibleMs,
    );
    return isLongEnough ? undefined : 'time';
  }

  /** True while a decision on a call is pending; a call can have only one. */
  isPending(call: string): boolean {
    return this.state.get().sent.get(call) === '';
  }

  /**
   * Sends a decision, or with `terms` a grant. `shown` is the hash of the request as this page
   * showed it.
   */
  decide(
    sessionId: string,
    call: string,
    shown: string,
    decision: Decision,
    terms?: GrantTerms,
  ): void {
    this.markRefusalSeen(call);
    clearTimeout(this.reasonTimer);
    this.change({ sent: new Map(this.state.get().sent).set(call, ''), idle: undefined });
    const target = { sessionId, call, shown };
    this.host.post(
      terms ? { type: 'giveGrant', ...target, ...terms } : { type: 'decide', ...target, decision },
    );
  }

  private change(part: Partial<DecisionsState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }

  private changeVisibility(place: AnswerPlace, call: string, change: Visibility): void {
    const visibilities = this.visibilities[place];
    visibilities.set(call, { ...visibilities.get(call), ...change });
  }
}
