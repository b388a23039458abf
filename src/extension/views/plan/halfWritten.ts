import * as vscode from 'vscode';
import { viewIds } from '../../manifest';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { planOf } from './planTabs';

/** The editor's own scheme for the boxes in which comments are typed; each is a document. */
const boxScheme = 'comment';

interface Box {
  /** Path of the plan. */
  readonly path: string;
  readonly text: string;
  /** A comment that was there is changed in it. */
  readonly isChange: boolean;
  /** False where the editor put it aside with its tab; it brings the text back with it. */
  readonly isOpen: boolean;
}

/** Comments on plans that are being typed: the editor tells of them only by the documents of their boxes. */
export class HalfWritten implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly boxes = new Map<string, Box>();

  constructor() {
    const { workspace } = vscode;
    this.lifetime.add(workspace.onDidOpenTextDocument((document) => this.look(document)));
    this.lifetime.add(workspace.onDidChangeTextDocument(({ document }) => this.look(document)));
    this.lifetime.add(workspace.onDidCloseTextDocument(({ uri }) => this.close(uri)));
    for (const document of workspace.textDocuments) this.look(document);
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** The texts that were typed for the plan and not added. */
  of(path: string): readonly string[] {
    const texts = [...this.boxes.values()].filter((box) => box.path === path);
    return [...new Set(texts.map(({ text }) => text.trim()))].filter((text) => text !== '');
  }

  /** Whether somebody may be typing, though there is no letter yet. */
  isOpen(path: string): boolean {
    return [...this.boxes.values()].some((box) => box.path === path && box.isOpen);
  }

  /** The text became a comment. */
  added(path: string, text: string): void {
    this.change((box) => {
      const isMeant = box.path === path && box.text.trim() === text.trim();
      return isMeant ? { ...box, text: '' } : box;
    });
  }

  /** A change of a comment was saved or taken back. */
  changed(path: string): void {
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

  private look(document: vscode.TextDocument): void {
    if (!isBox(document.uri)) return;
    const id = document.uri.toString();
    const path = this.boxes.get(id)?.path ?? planInFront();
    if (path === undefined) return;
    const text = document.getText();
    // The text that was put aside with its tab is back.
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
    // With the plan in front it was the person who closed the box.
    if (box.text.trim() === '' || planInFront() === box.path) this.boxes.delete(id);
    else this.boxes.set(id, { ...box, isOpen: false });
    this.changes.fire();
  }
}

function isBox({ scheme, authority }: vscode.Uri): boolean {
  if (scheme !== boxScheme) return false;
  // A box in which a comment is changed says nothing of whose it is.
  return authority === '' || authority.toLowerCase() === viewIds.planComments.toLowerCase();
}

function planInFront(): string | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab === undefined ? undefined : planOf(tab);
}
