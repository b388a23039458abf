import { createStore } from '../../store';

/** A screen of a connected phone. */
export type Screen =
  | { readonly kind: 'board' }
  | { readonly kind: 'day' }
  | { readonly kind: 'card'; readonly sessionId: string }
  /** What the session changed: all files, or one of them. */
  | { readonly kind: 'review'; readonly sessionId: string; readonly path?: string }
  /** Of the session, or of one of its subagents. */
  | { readonly kind: 'transcript'; readonly sessionId: string; readonly agentId?: string };

const board: Screen = { kind: 'board' };

/** The screen that an address names; a notification leads to a card by one. */
export function screenIn(hash: string): Screen {
  if (hash === '#day') return { kind: 'day' };
  const said = new URLSearchParams(hash.slice(1));
  const read = said.get('transcript') ?? '';
  const agentId = said.get('agent') ?? '';
  if (read !== '') {
    return { kind: 'transcript', sessionId: read, ...(agentId !== '' && { agentId }) };
  }
  const reviewed = said.get('review') ?? '';
  const path = said.get('file') ?? '';
  if (reviewed !== '') {
    return { kind: 'review', sessionId: reviewed, ...(path !== '' && { path }) };
  }
  const sessionId = said.get('session') ?? '';
  return sessionId === '' ? board : { kind: 'card', sessionId };
}

function addressOf(screen: Screen): string {
  const { pathname, search } = location;
  if (screen.kind === 'board') return pathname + search;
  return `${pathname}${search}#${hashOf(screen)}`;
}

function hashOf(screen: Exclude<Screen, { readonly kind: 'board' }>): string {
  if (screen.kind === 'day') return 'day';
  const { sessionId } = screen;
  if (screen.kind === 'card') return String(new URLSearchParams({ session: sessionId }));
  if (screen.kind === 'review') {
    const file = screen.path !== undefined && { file: screen.path };
    return String(new URLSearchParams({ review: sessionId, ...file }));
  }
  const { agentId } = screen;
  const agent = agentId !== undefined && { agent: agentId };
  return String(new URLSearchParams({ transcript: sessionId, ...agent }));
}

/** The way through the screens, kept in the browser's history: the system's own way back is ours. */
export class Screens {
  readonly state = createStore<Screen>(screenIn(location.hash));

  /** Follows the address; returns a function that ends it. */
  watch(): () => void {
    const follow = (): void => this.state.set(screenIn(location.hash));
    window.addEventListener('popstate', follow);
    window.addEventListener('hashchange', follow);
    return () => {
      window.removeEventListener('popstate', follow);
      window.removeEventListener('hashchange', follow);
    };
  }

  open(screen: Screen): void {
    if (isDeeper(this.state.get(), screen))
      history.pushState({ isOurs: true }, '', addressOf(screen));
    else history.replaceState(history.state, '', addressOf(screen));
    this.state.set(screen);
  }

  /** Back to what the screen belongs to; whoever came by a link has none behind them. */
  back(): void {
    const screen = this.state.get();
    if (screen.kind === 'board') return;
    const { isOurs } = (history.state ?? {}) as { readonly isOurs?: boolean }; // Only we write it.
    if (isOurs === true) return history.back();
    const before = around(screen);
    history.replaceState(null, '', addressOf(before));
    this.state.set(before);
  }
}

/** A card after a card, or after the day, leads back to the board as the first one did, and a file after a file to the list. */
function isDeeper(from: Screen, to: Screen): boolean {
  if (from.kind === 'board' || to.kind === 'transcript') return true;
  return to.kind === 'review' && !(from.kind === 'review' && from.path !== undefined);
}

/** What a screen belongs to. */
function around(screen: Screen): Screen {
  if (screen.kind === 'board' || screen.kind === 'day' || screen.kind === 'card') return board;
  const { kind, sessionId } = screen;
  const isFile = kind === 'review' && screen.path !== undefined;
  return isFile ? { kind, sessionId } : { kind: 'card', sessionId };
}
