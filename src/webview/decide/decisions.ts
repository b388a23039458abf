import type { Decision } from '../../shared/protocol/control';
import type { ToPage } from '../../shared/messages/pageMessages';
import type { Host } from '../host';
import { requestPieces, type Sight } from './sight';
import { createStore } from '../store';

/** Shortest time in ms that a request must have been in sight before a decision counts. */
const unseenMs = 500;

/** Time in ms for which the reason stands beside a button whose press decided nothing. */
const saidMs = 6_000;

/** A press that decided nothing. */
interface IdlePress {
  readonly call: string;
  readonly place: AnswerPlace;
  /** The reason, in a sentence that says what to do. */
  readonly reason: string;
}

/** Reason why a request cannot be decided yet: a part of it was not in sight, or all of it not for long enough. */
export type Lack = 'part' | 'time';

export interface DecisionsState {
  /** Decisions by call id: empty while on the way, otherwise the reason of the refusal. */
  readonly sent: ReadonlyMap<string, string>;
  /** Calls whose refusal was not shown beside their request yet. */
  readonly unseen: ReadonlySet<string>;
  /** The last press that decided nothing, while its reason is said. */
  readonly idle: IdlePress | undefined;
}

const nothingSent: DecisionsState = { sent: new Map(), unseen: new Set(), idle: undefined };

/** Place where a request is shown and answered; `pane` stands for every place that shows all of it. */
export type AnswerPlace = 'card' | 'pane';

/** How a person decides in the pane, or that they press a button of a card. */
export type DecidedBy = 'key' | 'pointer' | 'card';

function placeOf(by: DecidedBy): AnswerPlace {
  return by === 'card' ? 'card' : 'pane';
}

/** How much of a request was in sight in one place, a card or the pane, and since when. */
interface Spot {
  /** Time since which it has been in sight, as `Date.now`. */
  shownAt?: number | undefined;
  sight?: Sight | undefined;
}

/** Decisions of the person on this page, and their outcome. */
export class Decisions {
  readonly state = createStore<DecisionsState>(nothingSent);
  /** By place and call: a card and the pane may show the same request at once. */
  private readonly spots: Readonly<Record<AnswerPlace, Map<string, Spot>>> = {
    card: new Map(),
    pane: new Map(),
  };
  /** Calls that were reported as shown: scrolling out of sight and back is no news. */
  private readonly told = new Set<string>();
  private focused: { readonly sessionId: string; readonly at: number } | undefined;
  private idleEnd: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: Host) {}

  take(message: ToPage): void {
    if (message.type === 'snapshot') {
      this.state.set(nothingSent);
      this.told.clear();
    }
    if (message.type !== 'undecided') return;
    const { call, problem } = message;
    const { sent, unseen } = this.state.get();
    this.change({ sent: new Map(sent).set(call, problem), unseen: new Set(unseen).add(call) });
  }

  /** Shows for a moment why a press on the answer to a call decided nothing. */
  explain(call: string, by: DecidedBy, reason: string): void {
    clearTimeout(this.idleEnd);
    this.change({ idle: { call, place: placeOf(by), reason } });
    this.idleEnd = setTimeout(() => this.change({ idle: undefined }), saidMs);
  }

  /** Records that the person saw the refusal of a call, or put it away. */
  seeRefusal(call: string): void {
    const { unseen } = this.state.get();
    if (!unseen.has(call)) return;
    this.change({ unseen: new Set([...unseen].filter((one) => one !== call)) });
  }

  /** Records that the request of a call came into sight, or that its card moved. */
  show(sessionId: string, call: string, place: AnswerPlace): void {
    if (!this.told.has(call)) this.host.post({ type: 'shown', sessionId, call });
    this.told.add(call);
    this.changeSpot(place, call, { shownAt: Date.now() });
  }

  hide(call: string, place: AnswerPlace): void {
    this.changeSpot(place, call, { shownAt: undefined });
  }

  /** Registers the tracker of the pieces of a request. */
  follow(call: string, sight: Sight, place: AnswerPlace): void {
    this.changeSpot(place, call, { sight });
  }

  /** Forgets a request in a place, unless another tracker follows it there already. */
  unfollow(call: string, sight: Sight, place: AnswerPlace): void {
    if (this.spots[place].get(call)?.sight === sight) this.spots[place].delete(call);
  }

  /** Scrolls to the next unseen piece of a request; false where there is none. */
  showRest(call: string, name = requestPieces): boolean {
    return this.spots.pane.get(call)?.sight?.showRest(name) ?? false;
  }

  /** Records that the focus came to the card of a session. */
  focus(sessionId: string): void {
    if (this.focused?.sessionId !== sessionId) this.focused = { sessionId, at: Date.now() };
  }

  leave(sessionId: string): void {
    if (this.focused?.sessionId === sessionId) this.focused = undefined;
  }

  /**
   * Reason why the person cannot have seen the request and all pieces with these names in the place where they decide;
   * undefined where they can. For a decision by key, its card must have the focus.
   */
  lacks(
    sessionId: string,
    call: string,
    by: DecidedBy,
    names: readonly string[],
  ): Lack | undefined {
    const { sight, shownAt } = this.spots[placeOf(by)].get(call) ?? {};
    const seen = names.map((name) => ({ name, at: sight?.since(name) }));
    if (seen.some(({ at }) => at === undefined)) return 'part';
    // A form that a person opened, such as a list of rules, replaced no other.
    const times = seen.filter(({ name }) => name === requestPieces).map(({ at }) => at);
    times.push(shownAt);
    const { focused } = this;
    if (by === 'key') times.push(focused?.sessionId === sessionId ? focused.at : undefined);
    const isLong = times.every((at) => at !== undefined && Date.now() - at >= unseenMs);
    return isLong ? undefined : 'time';
  }

  /** True while a decision on a call is sent and was not refused: there is one for each call. */
  isOnItsWay(call: string): boolean {
    return this.state.get().sent.get(call) === '';
  }

  /** Sends a decision on what `shown` names. */
  decide(sessionId: string, call: string, shown: string, decision: Decision): void {
    this.seeRefusal(call);
    clearTimeout(this.idleEnd);
    this.change({ sent: new Map(this.state.get().sent).set(call, ''), idle: undefined });
    this.host.post({ type: 'decide', sessionId, call, shown, decision });
  }

  private change(part: Partial<DecisionsState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }

  private changeSpot(place: AnswerPlace, call: string, change: Spot): void {
    const spots = this.spots[place];
    spots.set(call, { ...spots.get(call), ...change });
  }
}
