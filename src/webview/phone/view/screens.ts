import { createStore } from '../../store';

/** A screen of a connected phone. */
export type Screen =
  | { readonly kind: 'board' }
  | { readonly kind: 'day' }
  | { readonly kind: 'card'; readonly sessionId: string };

const board: Screen = { kind: 'board' };

/** The screen that an address names; a notification leads to a card by one. */
export function screenIn(hash: string): Screen {
  if (hash === '#day') return { kind: 'day' };
  const sessionId = new URLSearchParams(hash.slice(1)).get('session') ?? '';
  return sessionId === '' ? board : { kind: 'card', sessionId };
}

function addressOf(screen: Screen): string {
  const { pathname, search } = location;
  if (screen.kind === 'board') return pathname + search;
  const said =
    screen.kind === 'day' ? 'day' : String(new URLSearchParams({ session: screen.sessionId }));
  return `${pathname}${search}#${said}`;
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
    // A card after a card, or after the day, leads back to the board as the first one did.
    if (this.state.get().kind === 'board')
      history.pushState({ isOurs: true }, '', addressOf(screen));
    else history.replaceState(history.state, '', addressOf(screen));
    this.state.set(screen);
  }

  /** Back to the board; whoever came by a link has no board behind them. */
  back(): void {
    if (this.state.get().kind === 'board') return;
    const { isOurs } = (history.state ?? {}) as { readonly isOurs?: boolean }; // Only we write it.
    if (isOurs === true) return history.back();
    history.replaceState(null, '', addressOf(board));
    this.state.set(board);
  }
}
