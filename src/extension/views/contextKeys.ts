import * as vscode from 'vscode';
import type { BoardModel } from '../link/boardModel';
import { contextKeys } from '../manifest';
import { type Disposable, DisposableStore } from '../util/lifetime';
import type { HooksState } from './hooksState';

/** Keeps the `when` clauses of the manifest informed. */
export class ContextKeys implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly last = new Map<string, unknown>();

  constructor(
    private readonly board: BoardModel,
    private readonly hooks: HooksState,
  ) {
    this.lifetime.add(board.onDidChange((change) => change.connectionChanged && this.update()));
    this.lifetime.add(hooks.onDidChangeStatus(() => this.update()));
    this.update();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private update(): void {
    this.set(contextKeys.hooks, this.hooks.status);
    this.set(contextKeys.ready, this.board.connection !== 'connecting');
  }

  private set(key: string, value: unknown): void {
    if (this.last.get(key) === value) return;
    this.last.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
