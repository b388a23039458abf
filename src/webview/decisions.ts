import type { Decision } from '../shared/control';
import type { ToPage } from '../shared/pageMessages';
import type { Host } from './host';
import { createStore } from './store';

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

  /** The focus came to the session's card from somewhere else. */
  focus(sessionId: string): void {
    if (this.focused?.sessionId !== sessionId) this.focused = { sessionId, at: Date.now() };
  }

  leave(sessionId: string): void {
    if (this.focused?.sessionId === sessionId) this.focused = undefined;
  }

  /** Whether the user can have seen the request of this call; by key only with the focus on its card. */
  isSeen(sessionId: string, call: string, byKey: boolean): boolean {
    const shown = this.shownAt.get(call);
    if (shown === undefined) return false;
    const { focused } = this;
    if (byKey && focused?.sessionId !== sessionId) return false;
    const since = byKey ? Math.max(shown, focused?.at ?? 0) : shown;
    return Date.now() - since >= unseenMs;
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
