import * as vscode from 'vscode';
import { planScheme } from '../../manifest';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import type { PlanDrafts } from './planDrafts';
import { documentOf } from './planTabs';

/** Delay in ms between typing and storing the text. */
const storeDelayMs = 200;

/**
 * Stores unsaved text of plans continuously. When a window is reloaded, the editor saves its
 * documents too late for an extension to store them.
 */
export class PlanUnsaved implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(private readonly drafts: PlanDrafts) {
    this.lifetime.add(
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (uri.scheme === planScheme) this.scheduleStore(uri.path);
      }),
    );
    this.lifetime.add(
      toDisposable(() => {
        for (const timer of this.waiting.values()) clearTimeout(timer);
      }),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Deletes the unsaved text of a closed document, which the person has discarded. */
  forget(path: string): void {
    if (this.drafts.get(path)?.unsaved !== undefined) {
      this.drafts.update(path, { unsaved: undefined });
    }
  }

  private scheduleStore(path: string): void {
    if (this.waiting.has(path)) return;
    const timer = setTimeout(() => {
      this.waiting.delete(path);
      const document = documentOf(path);
      const unsaved = document?.isDirty === true ? document.getText() : undefined;
      if (unsaved !== this.drafts.get(path)?.unsaved) this.drafts.update(path, { unsaved });
    }, storeDelayMs);
    this.waiting.set(path, timer);
  }
}
