import { stat } from 'node:fs/promises';
import * as os from 'node:os';
import * as vscode from 'vscode';
import { type SessionTarget, transcriptScheme } from '../../manifest';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import { parseTranscriptPath } from './transcriptAddress';
import { claimedPath, TranscriptDocument, type TranscriptSnapshot } from './transcriptDocument';
import type { ReadableSessions } from './readableSessions';
import { resolveTranscriptFile } from './transcriptFilePath';

interface OpenDocument extends Disposable {
  readonly document: TranscriptDocument;
  readonly loaded: Promise<void>;
  /** What the editor read last; folds and outline refer to it. */
  served: TranscriptSnapshot | undefined;
  version: number;
}

/** A document that was read but never opened is given back after this time. */
const unopenedMs = 30_000;

/**
 * Transcripts as read-only files of a scheme of their own. A content provider would do with less,
 * but the editor replaces the whole text of such a document once it is over 100 kB, and with it go
 * folds, selection and scroll position; of a file it keeps what is equal at both ends.
 */
export class TranscriptFileSystem implements vscode.FileSystemProvider, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.changes.event;
  private readonly served = this.lifetime.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidServe = this.served.event;
  private readonly open = new Map<string, OpenDocument>();

  constructor(
    private readonly sessions: ReadableSessions,
    private readonly configHome: string,
    private readonly log: Log,
  ) {
    this.lifetime.add(
      vscode.workspace.registerFileSystemProvider(transcriptScheme, this, {
        isReadonly: true,
        isCaseSensitive: true,
      }),
    );
    this.lifetime.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        // A change of language closes and opens the same document.
        setImmediate(() => this.closeUnlessOpen(uri.toString()));
      }),
    );
    this.lifetime.add(
      toDisposable(() => {
        for (const key of this.open.keys()) this.close(key);
      }),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** The state of the document that the editor shows. */
  snapshot(uri: vscode.Uri): TranscriptSnapshot | undefined {
    return this.open.get(uri.toString())?.served;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {}); // An open document follows its file anyway.
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const target = targetIn(uri);
    const file = await this.existing(uri, target);
    const { mtimeMs } = await stat(file);
    const version = this.open.get(uri.toString())?.version ?? Math.floor(mtimeMs);
    return {
      type: vscode.FileType.File,
      permissions: vscode.FilePermission.Readonly,
      ctime: 0,
      mtime: version,
      size: 1, // Known only when it is read; the editor asks about files that it never opens.
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const target = targetIn(uri);
    await this.existing(uri, target);
    const entry = this.obtain(uri, target);
    await entry.loaded;
    entry.served = entry.document.snapshot();
    this.served.fire(uri);
    return Buffer.from(entry.served.text);
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

  private obtain(uri: vscode.Uri, target: SessionTarget): OpenDocument {
    const key = uri.toString();
    const known = this.open.get(key);
    if (known !== undefined) return known;
    const { sessions, configHome, log } = this;
    const document = new TranscriptDocument({
      target,
      sessions,
      configHome,
      home: os.homedir(),
      log,
    });
    const unopened = setTimeout(() => this.closeUnlessOpen(key), unopenedMs);
    const entry: OpenDocument = {
      document,
      loaded: document.refresh(),
      served: undefined,
      version: Date.now(),
      dispose: () => {
        clearTimeout(unopened);
        document.dispose();
      },
    };
    entry.loaded.catch(() => this.close(key));
    document.onDidChange(() => {
      entry.version = Math.max(entry.version + 1, Date.now());
      this.changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    });
    this.open.set(key, entry);
    return entry;
  }

  private closeUnlessOpen(key: string): void {
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === key);
    if (!isOpen) this.close(key);
  }

  private close(key: string): void {
    this.open.get(key)?.dispose();
    this.open.delete(key);
  }

  private async existing(uri: vscode.Uri, target: SessionTarget): Promise<string> {
    try {
      const session = await this.sessions.find(target.sessionId);
      return await resolveTranscriptFile(claimedPath(session, target.agentId), this.configHome);
    } catch (error) {
      this.log.debug(`A transcript was not opened: ${String(error)}`);
      throw vscode.FileSystemError.FileNotFound(uri);
    }
  }
}

function targetIn(uri: vscode.Uri): SessionTarget {
  const target = parseTranscriptPath(uri.path);
  if (target === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  return target;
}
