import type { Decision } from '../../shared/protocol/control';
import type { ToPage } from '../../shared/messages/pageMessages';
import type { Host } from '../host';
import { requestPieces, type Sight } from './sight';
import { createStore } from '../store';

/** A decision by key or pointer counts only for what has been in sight for this long, in ms. */
const unseenMs = 500;

export interface DecisionsState {
  /** By held call: empty while a decision is on its way, else why it was not taken. */
  readonly sent: ReadonlyMap<string, string>;
}

/** What the user decides on this page, and what came of it. */
export class Decisions {
  readonly state = createStore<DecisionsState>({ sent: new Map() });
  private readonly shownAt = new Map<string, number>();
  private readonly sights = new Map<string, Sight>();
  /** Scrolled out of sight and back is nothing to tell. */
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

  /** Its request is in sight from now on, as far as the page can tell. */
  show(sessionId: string, call: string): void {
    if (!this.told.has(call)) this.host.post({ type: 'shown', sessionId, call });
    this.told.add(call);
    this.shownAt.set(call, Date.now());
  }

  hide(call: string): void {
    this.shownAt.delete(call);
  }

  /** How much of a call's request was in sight is known by this from now on. */
  follow(call: string, sight: Sight): void {
    this.sights.set(call, sight);
  }

  unfollow(call: string, sight: Sight): void {
    if (this.sights.get(call) === sight) this.sights.delete(call);
  }

  /** Brings what the user has not seen of a request before them; false where nothing is left of it. */
  showRest(call: string, name = requestPieces): boolean {
    return this.sights.get(call)?.showRest(name) ?? false;
  }

  /** The focus came to the session's card from somewhere else. */
  focus(sessionId: string): void {
    if (this.focused?.sessionId !== sessionId) this.focused = { sessionId, at: Date.now() };
  }

  leave(sessionId: string): void {
    if (this.focused?.sessionId === sessionId) this.focused = undefined;
  }

  /**
   * Whether the user can have seen the request of this call, and all that goes by these names; by key
   * only with the focus on its card.
   */
  isSeen(sessionId: string, call: string, byKey: boolean, names: readonly string[]): boolean {
    const sight = this.sights.get(call);
    const seen = names.map((name) => ({ name, at: sight?.since(name) }));
    if (seen.some(({ at }) => at === undefined)) return false;
    // What a person opened by themselves, such as a list of rules, took nothing else's place.
    const times = seen.filter(({ name }) => name === requestPieces).map(({ at }) => at);
    times.push(this.shownAt.get(call));
    const { focused } = this;
    if (byKey) times.push(focused?.sessionId === sessionId ? focused.at : undefined);
    return times.every((at) => at !== undefined && Date.now() - at >= unseenMs);
  }

  /** Sends a decision on what `shown` names; once for a call. False when one is on its way already. */
  decide(sessionId: string, call: string, shown: string, decision: Decision): boolean {
    const { sent } = this.state.get();
    if (sent.get(call) === '') return false;
    this.state.set({ sent: new Map(sent).set(call, '') });
    this.host.post({ type: 'decide', sessionId, call, shown, decision });
    return true;
  }
}
