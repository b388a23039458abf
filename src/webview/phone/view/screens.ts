import { createStore } from '../../store';

/** A screen of a connected phone. */
export type Screen =
  | { readonly kind: 'board' }
  | { readonly kind: 'day' }
  | { readonly kind: 'card'; readonly sessionId: string }
  /** A session's changes: all files, or one of them. */
  | { readonly kind: 'review'; readonly sessionId: string; readonly path?: string }
  /** The transcript of the session, or of one of its subagents. */
  | { readonly kind: 'transcript'; readonly sessionId: string; readonly agentId?: string };

const board: Screen = { kind: 'board' };

/** Parses the screen from a URL fragment, by which notifications link to cards. */
export function parseScreen(hash: string): Screen {
  if (hash === '#day') return { kind: 'day' };
  const params = new URLSearchParams(hash.slice(1));
  const read = params.get('transcript') ?? '';
  const agentId = params.get('agent') ?? '';
  if (read !== '') {
    return { kind: 'transcript', sessionId: read, ...(agentId !== '' && { agentId }) };
  }
  const reviewed = params.get('review') ?? '';
  const path = params.get('file') ?? '';
  if (reviewed !== '') {
    return { kind: 'review', sessionId: reviewed, ...(path !== '' && { path }) };
  }
  const sessionId = params.get('session') ?? '';
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

/** The open screen, kept in the browser's history, so that the system's back gesture works. */
export class Screens {
  readonly state = createStore<Screen>(parseScreen(location.hash));

  /** Updates the screen when the address changes; returns a function that stops it. */
  watch(): () => void {
    const update = (): void => this.state.set(parseScreen(location.hash));
    window.addEventListener('popstate', update);
    window.addEventListener('hashchange', update);
    return () => {
      window.removeEventListener('popstate', update);
      window.removeEventListener('hashchange', update);
    };
  }

  open(screen: Screen): void {
    if (isDeeper(this.state.get(), screen))
      history.pushState({ isOurs: true }, '', addressOf(screen));
    else history.replaceState(history.state, '', addressOf(screen));
    this.state.set(screen);
  }

  /** Returns to the parent screen; a page opened by a link has no history to go back to. */
  back(): void {
    const screen = this.state.get();
    if (screen.kind === 'board') return;
    // Only this class writes the history's state.
    const { isOurs } = (history.state ?? {}) as { readonly isOurs?: boolean };
    if (isOurs === true) return history.back();
    const before = parentOf(screen);
    history.replaceState(null, '', addressOf(before));
    this.state.set(before);
  }
}

/**
 * True if opening `to` adds a history entry. Going from a card or the day to a card, or from file
 * to file, replaces the entry, so that back leads to the parent.
 */
function isDeeper(from: Screen, to: Screen): boolean {
  if (from.kind === 'board' || to.kind === 'transcript') return true;
  return to.kind === 'review' && !(from.kind === 'review' && from.path !== undefined);
}

/** The parent of a screen. */
function parentOf(screen: Screen): Screen {
  if (screen.kind === 'board' || screen.kind === 'day' || screen.kind === 'card') return board;
  const { kind, sessionId } = screen;
  const isFile = kind === 'review' && screen.path !== undefined;
  return isFile ? { kind, sessionId } : { kind: 'card', sessionId };
}
