import type { Decision } from '../../shared/protocol/control';
import type { ToPage } from '../../shared/messages/pageMessages';
import type { Host } from '../host';
import { requestPieces, type Sight } from './sight';
import { createStore } from '../store';

/** Shortest time in ms that a request must have been in sight before a decision counts. */
const unseenMs = 500;

export interface DecisionsState {
  /** Decisions by call id: empty while on the way, otherwise the reason of the refusal. */
  readonly sent: ReadonlyMap<string, string>;
  /** Calls whose refusal was not shown beside their request yet. */
  readonly unseen: ReadonlySet<string>;
}

const nothingSent: DecisionsState = { sent: new Map(), unseen: new Set() };

/** Place where a request is shown and answered; `pane` stands for every place that shows all of it. */
export type AnswerPlace = 'card' | 'pane';

/** How a person decides in the pane, or that they press a button of a card. */
export type DecidedBy = 'key' | 'pointer' | 'card';

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

  constructor(private readonly host: Host) {}

  take(message: ToPage): void {
    if (message.type === 'snapshot') {
      this.state.set(nothingSent);
      this.told.clear();
    }
    if (message.type !== 'undecided') return;
    const { call, problem } = message;
    const { sent, unseen } = this.state.get();
    this.state.set({ sent: new Map(sent).set(call, problem), unseen: new Set(unseen).add(call) });
  }

  /** Records that the person saw the refusal of a call, or put it away. */
  seeRefusal(call: string): void {
    const { sent, unseen } = this.state.get();
    if (!unseen.has(call)) return;
    this.state.set({ sent, unseen: new Set([...unseen].filter((one) => one !== call)) });
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
   * True where the person can have seen the request and all pieces with these names in the place where they
   * decide; for a decision by key, its card must have the focus.
   */
  isSeen(sessionId: string, call: string, by: DecidedBy, names: readonly string[]): boolean {
    const { sight, shownAt } = this.spots[by === 'card' ? 'card' : 'pane'].get(call) ?? {};
    const seen = names.map((name) => ({ name, at: sight?.since(name) }));
    if (seen.some(({ at }) => at === undefined)) return false;
    // A form that a person opened, such as a list of rules, replaced no other.
    const times = seen.filter(({ name }) => name === requestPieces).map(({ at }) => at);
    times.push(shownAt);
    const { focused } = this;
    if (by === 'key') times.push(focused?.sessionId === sessionId ? focused.at : undefined);
    return times.every((at) => at !== undefined && Date.now() - at >= unseenMs);
  }

  /** Sends a decision on what `shown` names, once for a call; false while one is on its way. */
  decide(sessionId: string, call: string, shown: string, decision: Decision): boolean {
    if (this.state.get().sent.get(call) === '') return false;
    this.seeRefusal(call);
    const { sent, unseen } = this.state.get();
    this.state.set({ sent: new Map(sent).set(call, ''), unseen });
    this.host.post({ type: 'decide', sessionId, call, shown, decision });
    return true;
  }

  private changeSpot(place: AnswerPlace, call: string, change: Spot): void {
    const spots = this.spots[place];
    spots.set(call, { ...spots.get(call), ...change });
  }
}
