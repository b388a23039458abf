import * as vscode from 'vscode';
import { viewIds } from '../../manifest';
import { type Disposable, DisposableSlot, DisposableStore } from '../../util/lifetime';
import { Arrangements, type MementoStore } from './arrangements';
import { BoardPage, type BoardPageParts } from './boardPage';
import { BoardPanel } from './boardPanel';
import { AttendedCards } from '../../page/attendedCards';

export interface BoardParts extends Pick<BoardPageParts, 'extensionUri' | 'sources'> {
  readonly memento: MementoStore;
}

/** Registers the board as an editor tab and in its side bar. */
export function registerBoard({
  memento,
  ...parts
}: BoardParts): Disposable & { readonly panel: BoardPanel; readonly cards: AttendedCards } {
  const lifetime = new DisposableStore();
  const arrangements = new Arrangements(memento);
  const page: BoardPageParts = { ...parts, arrangements, cards: new AttendedCards() };
  const panel = lifetime.add(new BoardPanel(page));
  lifetime.add(new BoardView(page));
  return { panel, cards: page.cards, dispose: () => lifetime.dispose() };
}

/** The board in the side bar, which shows the same page in less space. */
class BoardView implements Disposable, vscode.WebviewViewProvider {
  private readonly lifetime = new DisposableStore();
  private readonly open = this.lifetime.add(new DisposableSlot<BoardPage>());

  constructor(private readonly parts: BoardPageParts) {
    this.lifetime.add(vscode.window.registerWebviewViewProvider(viewIds.boardView, this));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const page = new BoardPage('side', view, this.parts);
    this.open.value = page;
    view.onDidDispose(() => {
      if (this.open.value === page) this.open.value = undefined;
    });
  }
}
