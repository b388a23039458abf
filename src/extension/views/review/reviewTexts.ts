import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { reviewScheme } from '../../manifest';
import { waitForBoard } from '../../reader/boardWait';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { reviewAddress, reviewQuery, shownPath, type ReviewAddress } from './reviewAddress';

/** Timeout in ms for creating a large review. */
export const reviewTimeoutMs = 30_000;

/**
 * Read-only documents with the texts of files before the changes, and of files on other machines.
 * The editor can restore them after a reload.
 */
export class ReviewTexts implements vscode.FileSystemProvider, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.changes.event;
  private readonly texts = new Map<string, Promise<Uint8Array>>();

  constructor(
    private readonly hub: Calls<'review' | 'reviewText'>,
    private readonly board: BoardModel,
  ) {
    const options = { isCaseSensitive: true, isReadonly: true };
    this.lifetime.add(vscode.workspace.registerFileSystemProvider(reviewScheme, this, options));
    this.lifetime.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {}); // The texts never change.
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const size = (await this.readFile(uri)).byteLength;
    const mtime = reviewAddress(uri)?.opened ?? 0;
    return { type: vscode.FileType.File, ctime: 0, mtime, size };
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const key = uri.toString();
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const address = reviewAddress(uri);
    if (address === undefined) return Promise.reject(vscode.FileSystemError.FileNotFound(uri));
    const text = this.textOf(address).then((one) => Buffer.from(one));
    this.texts.set(key, text);
    text.catch(() => this.texts.delete(key));
    return text;
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private async textOf({ sessionId, scope, path, text }: ReviewAddress): Promise<string> {
    switch (text) {
      case 'empty':
        return '';
      case 'binary':
        return t('This file is binary: its content isn’t shown here.');
      case 'large':
        return t('This file is too large to be compared here.');
      case 'gone':
        return t('What this file was can’t be found any more.');
      case 'before':
      case 'after': {
        const request = { sessionId, scope, path, side: text };
        // After a reload the editor requests its tabs' documents before this window is connected to
        // its hub.
        await waitForBoard(this.board, () => this.board.get(sessionId) !== undefined);
        try {
          return (await this.hub.call('reviewText', request)).text;
        } catch {
          // A restarted hub has the text only after it has created the review again.
          const signal = AbortSignal.timeout(reviewTimeoutMs);
          await this.hub.call('review', { sessionId, scope }, signal);
          return (await this.hub.call('reviewText', request)).text;
        }
      }
    }
  }
}

export function reviewUri(address: ReviewAddress): vscode.Uri {
  const file = vscode.Uri.file(shownPath(address));
  return file.with({ scheme: reviewScheme, authority: '', query: reviewQuery(address) });
}
