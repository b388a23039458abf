import * as vscode from 'vscode';
import type { BoardModel } from '../../link/boardModel';
import { type SessionTarget, transcriptScheme } from '../../manifest';
import { subagentTitle, titleOf } from '../sessionText';
import { parseTranscriptPath, sameTarget, transcriptPathOf } from './transcriptAddress';
import { claimedPath } from './transcriptDocument';
import { revealEnd } from './transcriptEditors';
import { resolveTranscriptFile } from './transcriptFilePath';

/** Where transcripts are opened: as a document to read, or as the file itself. */
export class TranscriptOpener {
  constructor(
    private readonly board: BoardModel,
    private readonly configHome: string,
  ) {}

  /** Shows the end: what the session says now. Rejects with an error fit for a person. */
  async openReadable(target: SessionTarget): Promise<void> {
    await this.fileOf(target);
    const open = openTabOf(target);
    const document = await vscode.workspace.openTextDocument(open?.uri ?? this.addressOf(target));
    const isVisible = vscode.window.visibleTextEditors.some((it) => it.document === document);
    const editor = await vscode.window.showTextDocument(document, {
      preview: open === undefined,
      ...(open === undefined ? {} : { viewColumn: open.column }),
    });
    if (isVisible) return;
    const end = document.lineAt(document.lineCount - 1).range.end;
    editor.selection = new vscode.Selection(end, end);
    revealEnd(editor);
  }

  async openRaw(target: SessionTarget): Promise<void> {
    const file = await this.fileOf(target);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file), { preview: false });
  }

  private fileOf({ sessionId, agentId }: SessionTarget): Promise<string> {
    return resolveTranscriptFile(claimedPath(this.board.get(sessionId), agentId), this.configHome);
  }

  private addressOf(target: SessionTarget): vscode.Uri {
    const session = this.board.get(target.sessionId);
    const subagent = session?.subagents.find(({ agentId }) => agentId === target.agentId);
    const title =
      subagent !== undefined ? subagentTitle(subagent) : session ? titleOf(session) : '';
    return vscode.Uri.from({ scheme: transcriptScheme, path: transcriptPathOf(target, title) });
  }
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
