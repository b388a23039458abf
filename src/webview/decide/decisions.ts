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
}

/** Decisions of the person on this page, and their outcome. */
export class Decisions {
  readonly state = createStore<DecisionsState>({ sent: new Map() });
  private readonly shownAt = new Map<string, number>();
  private readonly sights = new Map<string, Sight>();
  /** Calls that were reported as shown: scrolling out of sight and back is no news. */
  private readonly told = new Set<string>();
  private focused: { readonly sessionId: string; readonly at: number } | undefined;

  constructor(private readonly host: Host) {}

  take(message: ToPage): void {
    if (message.type === 'snapshot') {
      this.state.set({ sent: new Map() });
      this.told.clear();
    }
    if (message.type !== 'undecided') return;
    const { call, problem } = message;
    this.state.set({ sent: new Map(this.state.get().sent).set(call, problem) });
  }

  /** Records that the request of a call came into sight. */
  show(sessionId: string, call: string): void {
    if (!this.told.has(call)) this.host.post({ type: 'shown', sessionId, call });
    this.told.add(call);
    this.shownAt.set(call, Date.now());
  }

  hide(call: string): void {
    this.shownAt.delete(call);
  }

  /** Registers the tracker of the pieces of a request. */
  follow(call: string, sight: Sight): void {
    this.sights.set(call, sight);
  }

  unfollow(call: string, sight: Sight): void {
    if (this.sights.get(call) === sight) this.sights.delete(call);
  }

  /** Scrolls to the next unseen piece of a request; false where there is none. */
  showRest(call: string, name = requestPieces): boolean {
    return this.sights.get(call)?.showRest(name) ?? false;
  }

  /** Records that the focus came to the card of a session. */
  focus(sessionId: string): void {
    if (this.focused?.sessionId !== sessionId) this.focused = { sessionId, at: Date.now() };
  }

  leave(sessionId: string): void {
    if (this.focused?.sessionId === sessionId) this.focused = undefined;
  }

  /**
   * True where the person can have seen the request and all pieces with these names; for a
   * decision by key, its card must have the focus.
   */
  isSeen(sessionId: string, call: string, byKey: boolean, names: readonly string[]): boolean {
    const sight = this.sights.get(call);
    const seen = names.map((name) => ({ name, at: sight?.since(name) }));
    if (seen.some(({ at }) => at === undefined)) return false;
    // A form that a person opened, such as a list of rules, replaced no other.
    const times = seen.filter(({ name }) => name === requestPieces).map(({ at }) => at);
    times.push(this.shownAt.get(call));
    const { focused } = this;
    if (byKey) times.push(focused?.sessionId === sessionId ? focused.at : undefined);
    return times.every((at) => at !== undefined && Date.now() - at >= unseenMs);
  }

  /** Sends a decision on what `shown` names, once for a call; false while one is on its way. */
  decide(sessionId: string, call: string, shown: string, decision: Decision): boolean {
    const { sent } = this.state.get();
    if (sent.get(call) === '') return false;
    this.state.set({ sent: new Map(sent).set(call, '') });
    this.host.post({ type: 'decide', sessionId, call, shown, decision });
    return true;
  }
}
