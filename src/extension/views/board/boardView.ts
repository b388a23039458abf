import * as vscode from 'vscode';
import { viewIds } from '../../manifest';
import { type Disposable, DisposableSlot, DisposableStore } from '../../util/lifetime';
import { BoardPage, type BoardPageParts } from './boardPage';

/** The board in the side bar: the same page, on less room. */
export class BoardView implements Disposable, vscode.WebviewViewProvider {
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
