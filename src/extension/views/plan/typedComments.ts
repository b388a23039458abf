import * as vscode from 'vscode';
import { viewIds } from '../../manifest';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { planOf } from './planTabs';

/** The editor's scheme for comment input boxes, each of which is a document. */
const boxScheme = 'comment';

interface Box {
  /** Path of the plan's document. */
  readonly path: string;
  readonly text: string;
  /** True for a box that edits an existing comment. */
  readonly isChange: boolean;
  /**
   * False after the editor closed the box with its tab; the editor restores the text when the tab
   * is opened again.
   */
  readonly isOpen: boolean;
}

/**
 * Tracks comments on plans that are still being typed. The editor exposes them only as the
 * documents of their input boxes.
 */
export class TypedComments implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly boxes = new Map<string, Box>();

  constructor() {
    const { workspace } = vscode;
    this.lifetime.add(workspace.onDidOpenTextDocument((document) => this.readTyped(document)));
    this.lifetime.add(
      workspace.onDidChangeTextDocument(({ document }) => this.readTyped(document)),
    );
    this.lifetime.add(workspace.onDidCloseTextDocument(({ uri }) => this.close(uri)));
    for (const document of workspace.textDocuments) this.readTyped(document);
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Texts that were typed for the plan but not added as comments. */
  of(path: string): readonly string[] {
    const texts = [...this.boxes.values()].filter((box) => box.path === path);
    return [...new Set(texts.map(({ text }) => text.trim()))].filter((text) => text !== '');
  }

  /** True while a comment box on the plan is open, even if it is still empty. */
  isOpen(path: string): boolean {
    return [...this.boxes.values()].some((box) => box.path === path && box.isOpen);
  }

  /** Called after the text was added as a comment. */
  removeAdded(path: string, text: string): void {
    this.change((box) => {
      const isMeant = box.path === path && box.text.trim() === text.trim();
      return isMeant ? { ...box, text: '' } : box;
    });
  }

  /** Called after an edit of a comment was saved or cancelled. */
  removeEdited(path: string): void {
    this.change((box) => (box.path === path && box.isChange ? undefined : box));
  }

  forget(path: string): void {
    this.change((box) => (box.path === path ? undefined : box));
  }

  private change(to: (box: Box) => Box | undefined): void {
    for (const [id, box] of this.boxes) {
      const next = to(box);
      if (next === undefined) this.boxes.delete(id);
      else this.boxes.set(id, next);
    }
  }

  private readTyped(document: vscode.TextDocument): void {
    if (!isBox(document.uri)) return;
    const id = document.uri.toString();
    const path = this.boxes.get(id)?.path ?? planInFront();
    if (path === undefined) return;
    const text = document.getText();
    // Deletes the closed box whose text the editor has restored in this one.
    for (const [other, box] of this.boxes) {
      if (other !== id && !box.isOpen && box.path === path && box.text === text)
        this.boxes.delete(other);
    }
    const isChange = document.uri.authority === '';
    this.boxes.set(id, { path, text, isChange, isOpen: true });
    this.changes.fire();
  }

  private close(uri: vscode.Uri): void {
    const id = uri.toString();
    const box = this.boxes.get(id);
    if (box === undefined) return;
    // If the plan's tab is still active, the person has closed the box; otherwise it was closed
    // with its tab.
    if (box.text.trim() === '' || planInFront() === box.path) this.boxes.delete(id);
    else this.boxes.set(id, { ...box, isOpen: false });
    this.changes.fire();
  }
}

function isBox({ scheme, authority }: vscode.Uri): boolean {
  if (scheme !== boxScheme) return false;
  // The box for editing an existing comment has no authority, so it may belong to another
  // controller.
  return authority === '' || authority.toLowerCase() === viewIds.planComments.toLowerCase();
}

function planInFront(): string | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab === undefined ? undefined : planOf(tab);
}
