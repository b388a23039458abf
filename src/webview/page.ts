import { createContext, useContext } from 'react';
import { Board, type BoardState } from './board';
import { createClock } from './clock';
import type { Host } from './host';
import { useStore, type Store } from './store';
import { View, type ViewState } from './view';

/** What the components share. */
export interface Page {
  readonly board: Board;
  readonly view: View;
  readonly clock: Store<number>;
}

export function createPage(host: Host): Page {
  const view = new View(host);
  const board: Board = new Board(host, (sessionId, explain) =>
    view.reveal(sessionId, board.state.get().columns, explain),
  );
  return { board, view, clock: createClock() };
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('A component of the page is used outside of it.');
  return page;
}

export function useBoard<Part>(select: (state: BoardState) => Part): Part {
  return useStore(usePage().board.state, select);
}

export function useView<Part>(select: (state: ViewState) => Part): Part {
  return useStore(usePage().view.state, select);
}
