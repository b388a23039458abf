import * as vscode from 'vscode';
import { planScheme } from '../../manifest';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import type { PlanDrafts } from './planDrafts';
import { documentOf } from './planTabs';

/** Longest time in ms from typing to the text being kept. */
const keepMs = 200;

/**
 * Keeps what stands in plans and is not saved yet. The editor saves a document in a window that is
 * reloaded as its last act, and what an extension keeps then comes too late.
 */
export class PlanUnsaved implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(private readonly drafts: PlanDrafts) {
    this.lifetime.add(
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (uri.scheme === planScheme) this.keepSoon(uri.path);
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

  /** Forgets the text: a document that is closed without saving is not wanted. */
  forget(path: string): void {
    if (this.drafts.get(path)?.unsaved !== undefined) {
      this.drafts.update(path, { unsaved: undefined });
    }
  }

  private keepSoon(path: string): void {
    if (this.waiting.has(path)) return;
    const timer = setTimeout(() => {
      this.waiting.delete(path);
      const document = documentOf(path);
      const unsaved = document?.isDirty === true ? document.getText() : undefined;
      if (unsaved !== this.drafts.get(path)?.unsaved) this.drafts.update(path, { unsaved });
    }, keepMs);
    this.waiting.set(path, timer);
  }
}
