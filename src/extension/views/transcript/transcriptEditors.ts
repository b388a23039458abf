import * as vscode from 'vscode';
import { transcriptLanguageId, transcriptScheme } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Mark } from './render';
import type { TranscriptFileSystem } from './transcriptFileSystem';

/** Sets prompts and errors off, and keeps an editor at the end while it stands there. */
export class TranscriptEditors implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly types: Readonly<Record<Mark['kind'], vscode.TextEditorDecorationType>> = {
    prompt: this.lifetime.add(
      vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        backgroundColor: new vscode.ThemeColor('textBlockQuote.background'),
        overviewRulerColor: new vscode.ThemeColor('charts.blue'),
        overviewRulerLane: vscode.OverviewRulerLane.Left,
      }),
    ),
    error: this.lifetime.add(
      vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        color: new vscode.ThemeColor('errorForeground'),
        overviewRulerColor: new vscode.ThemeColor('charts.red'),
        overviewRulerLane: vscode.OverviewRulerLane.Right,
      }),
    ),
  };
  /** Editors that showed the last line before the text grew. */
  private readonly atEnd = new WeakSet<vscode.TextEditor>();

  constructor(private readonly files: TranscriptFileSystem) {
    const { window, workspace } = vscode;
    this.lifetime.add(
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.decorate(editor);
      }),
    );
    this.lifetime.add(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.noteEnd(textEditor)),
    );
    this.lifetime.add(workspace.onDidOpenTextDocument((document) => void setLanguage(document)));
    this.lifetime.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.scheme !== transcriptScheme || contentChanges.length === 0) return;
        for (const editor of window.visibleTextEditors) {
          if (editor.document !== document) continue;
          this.decorate(editor);
          if (this.atEnd.has(editor)) revealEnd(editor);
        }
      }),
    );
    for (const editor of window.visibleTextEditors) this.decorate(editor);
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private noteEnd(editor: vscode.TextEditor): void {
    if (editor.document.uri.scheme !== transcriptScheme) return;
    const lastVisible = editor.visibleRanges.at(-1)?.end.line ?? 0;
    if (lastVisible >= editor.document.lineCount - 2) this.atEnd.add(editor);
    else this.atEnd.delete(editor);
  }

  private decorate(editor: vscode.TextEditor): void {
    const marks = this.files.snapshot(editor.document.uri)?.marks;
    if (marks === undefined) return;
    for (const kind of ['prompt', 'error'] as const) {
      const ranges = marks
        .filter((mark) => mark.kind === kind)
        .map(({ start, end }) => new vscode.Range(start, 0, end, 0));
      editor.setDecorations(this.types[kind], ranges);
    }
  }
}

/** Brings the last line into view, without moving what is selected. */
export function revealEnd(editor: vscode.TextEditor): void {
  const end = editor.document.lineCount - 1;
  editor.revealRange(new vscode.Range(end, 0, end, 0));
}

/** A title that happens to be a known file name must not decide the language. */
async function setLanguage(document: vscode.TextDocument): Promise<void> {
  if (document.uri.scheme !== transcriptScheme) return;
  if (document.languageId === transcriptLanguageId) return;
  await vscode.languages.setTextDocumentLanguage(document, transcriptLanguageId);
}
