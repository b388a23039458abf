import * as vscode from 'vscode';
import { livingGrants } from '../../shared/board/texts/grantTexts';
import type { BoardModel } from '../link/boardModel';
import type { WindowConnection } from '../link/windowConnection';
import { contextKeys } from '../manifest';
import { type Disposable, DisposableStore } from '../util/lifetime';
import type { WindowOffer } from './control/controlState';
import type { HooksState } from '../page/pageParts';

/** Updates the context keys for `when` clauses in the manifest. */
export class ContextKeys implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly last = new Map<string, unknown>();

  constructor(
    private readonly board: BoardModel,
    private readonly hooks: HooksState,
    private readonly control: Pick<WindowOffer, 'status' | 'onDidChange'>,
    private readonly windowConnection: Pick<WindowConnection, 'mutes' | 'onDidChangeMutes'>,
  ) {
    this.lifetime.add(windowConnection.onDidChangeMutes(() => this.update()));
    this.lifetime.add(board.onDidChange(() => this.update()));
    this.lifetime.add(hooks.onDidChangeStatus(() => this.update()));
    this.lifetime.add(control.onDidChange(() => this.update()));
    this.update();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private update(): void {
    this.set(contextKeys.hooks, this.hooks.status);
    this.set(contextKeys.control, this.control.status);
    this.set(contextKeys.muted, this.windowConnection.mutes.length > 0);
    const { connection, sessions, summary } = this.board;
    const isKnown = connection === 'live' || connection === 'offline';
    this.set(contextKeys.empty, isKnown && sessions.length === 0);
    this.set(contextKeys.granted, livingGrants(summary.grants).length > 0);
    this.set(contextKeys.grantsUsed, summary.hasGrantUses === true);
    this.set(contextKeys.stranded, summary.stranded !== undefined);
    // In an untrusted workspace the commands are listed, because they explain why they do nothing.
    const isUntrusted = this.control.status === 'untrusted';
    this.set(
      contextKeys.asked,
      isUntrusted ||
        sessions.some(({ pendingRequest }) => pendingRequest?.call?.answerable === true),
    );
    this.set(contextKeys.off, connection === 'off');
  }

  private set(key: string, value: unknown): void {
    if (this.last.get(key) === value) return;
    this.last.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
