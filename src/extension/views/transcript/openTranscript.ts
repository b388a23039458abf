import * as vscode from 'vscode';
import { t } from '../../../shared/l10n';
import { type SessionTarget, transcriptScheme } from '../../manifest';
import { subagentTitle, titleOf } from '../sessionText';
import { parseTranscriptPath, sameTarget, transcriptPathOf } from './transcriptAddress';
import { claimedPath } from './transcriptDocument';
import type { ReadableSessions } from './readableSessions';
import { revealEnd } from './transcriptEditors';
import { resolveTranscriptFile } from './transcriptFilePath';

/** Where transcripts are opened: rendered for reading, as a document of text, or as the file itself. */
export class TranscriptOpener {
  constructor(
    private readonly sessions: ReadableSessions,
    private readonly configHome: string,
    private readonly readers: { show(target: SessionTarget): void },
  ) {}

  /** Rejects with an error fit for a person. */
  async openReadable(target: SessionTarget): Promise<void> {
    await this.fileOf(target);
    this.readers.show(target);
  }

  /** Shows what is asked for, else the end: what the session says now. Rejects with an error fit for a person. */
  async openAsText(target: SessionTarget): Promise<void> {
    await this.fileOf(target);
    const open = openTabOf(target);
    const document = await vscode.workspace.openTextDocument(open?.uri ?? this.addressOf(target));
    const isVisible = vscode.window.visibleTextEditors.some((it) => it.document === document);
    const editor = await vscode.window.showTextDocument(document, {
      preview: open === undefined,
      ...(open === undefined ? {} : { viewColumn: open.column }),
    });
    if (target.quote !== undefined && showQuote(editor, target.quote)) return;
    if (isVisible) return;
    const end = document.lineAt(document.lineCount - 1).range.end;
    editor.selection = new vscode.Selection(end, end);
    revealEnd(editor);
  }

  async openRaw(target: SessionTarget): Promise<void> {
    const file = await this.fileOf(target);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file), { preview: false });
  }

  /** In the system's own file manager, where this window runs beside it; else as a file of the editor. */
  async revealRaw(target: SessionTarget): Promise<void> {
    const file = vscode.Uri.file(await this.fileOf(target));
    const { remoteName, uiKind } = vscode.env;
    if (remoteName === undefined && uiKind === vscode.UIKind.Desktop) {
      await vscode.commands.executeCommand('revealFileInOS', file);
      return;
    }
    await vscode.env.clipboard.writeText(file.fsPath);
    const message = t('The file is on another machine than this window. Its path is copied.');
    const open = t('Open File');
    if ((await vscode.window.showInformationMessage(message, open)) === open)
      await vscode.commands.executeCommand('vscode.open', file, { preview: false });
  }

  private async fileOf({ sessionId, agentId }: SessionTarget): Promise<string> {
    const session = await this.sessions.find(sessionId);
    return resolveTranscriptFile(claimedPath(session, agentId), this.configHome);
  }

  private addressOf(target: SessionTarget): vscode.Uri {
    const session = this.sessions.get(target.sessionId);
    const subagent = session?.subagents?.find(({ agentId }) => agentId === target.agentId);
    const title =
      subagent !== undefined ? subagentTitle(subagent) : session ? titleOf(session) : '';
    return vscode.Uri.from({ scheme: transcriptScheme, path: transcriptPathOf(target, title) });
  }
}

/** False where the document does not have it: long outputs are shown in part. */
function showQuote(editor: vscode.TextEditor, quote: string): boolean {
  const at = editor.document.getText().indexOf(quote);
  if (at < 0) return false;
  const [start, end] = [at, at + quote.length].map((place) => editor.document.positionAt(place));
  if (start === undefined || end === undefined) return false;
  editor.selection = new vscode.Selection(start, end);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);
  return true;
}

/** A session keeps the tab it has, also when its title changed since. */
function openTabOf(
  target: SessionTarget,
): { readonly uri: vscode.Uri; readonly column: vscode.ViewColumn } | undefined {
  for (const group of vscode.window.tabGroups.all) {
    for (const { input } of group.tabs) {
      if (!(input instanceof vscode.TabInputText) || input.uri.scheme !== transcriptScheme)
        continue;
      const shown = parseTranscriptPath(input.uri.path);
      if (shown !== undefined && sameTarget(shown, target)) {
        return { uri: input.uri, column: group.viewColumn };
      }
    }
  }
  return undefined;
}
