import * as vscode from 'vscode';
import { planScheme } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { PlanDrafts } from './planDrafts';

/**
 * File system with plans as editable files, so that the editor also restores unsaved changes after
 * a reload.
 */
export class PlanFiles implements vscode.FileSystemProvider, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.changes.event;
  private readonly locked = new Set<string>();
  private readonly versions = new Map<string, number>();

  constructor(private readonly drafts: PlanDrafts) {
    const options = { isCaseSensitive: true };
    this.lifetime.add(vscode.workspace.registerFileSystemProvider(planScheme, this, options));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Makes a plan read-only, or editable again. */
  lock(path: string, locked: boolean): void {
    if (this.locked.has(path) === locked) return;
    if (locked) this.locked.add(path);
    else this.locked.delete(path);
    this.changed(path);
  }

  watch(): vscode.Disposable {
    // Changes of all files are reported, whether or not they are watched.
    return new vscode.Disposable(() => {});
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const text = this.textOf(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: this.versions.get(uri.path) ?? 1,
      size: Buffer.byteLength(text),
      ...(this.locked.has(uri.path) && { permissions: vscode.FilePermission.Readonly }),
    };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return Buffer.from(this.textOf(uri));
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.textOf(uri);
    this.drafts.save(uri.path, Buffer.from(content).toString('utf8'));
    this.changed(uri.path);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private textOf(uri: vscode.Uri): string {
    const text = this.drafts.textOf(uri.path);
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return text;
  }

  private changed(path: string): void {
    this.versions.set(path, Math.max((this.versions.get(path) ?? 0) + 1, Date.now()));
    this.changes.fire([{ type: vscode.FileChangeType.Changed, uri: planUri(path) }]);
  }
}

export function planUri(path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: planScheme, path });
}
