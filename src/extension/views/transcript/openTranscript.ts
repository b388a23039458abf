import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { type SessionTarget, transcriptScheme } from '../../manifest';
import { subagentTitle, sessionTitle } from '../../../shared/board/sessionNames';
import { transcriptPathOf } from './transcriptAddress';
import type { ReadableSessions } from '../../reader/readableSessions';
import { toldPath, resolveTranscriptFile } from '../../reader/transcriptFilePath';

/** Where transcripts are opened: rendered for reading, as a document of text, or as the file itself. */
export class TranscriptOpener {
  constructor(
    private readonly sessions: ReadableSessions,
    private readonly configHome: string,
    private readonly readers: { show(target: SessionTarget): void },
    private readonly texts: { renew(uri: vscode.Uri): void },
  ) {}

  /** Rejects with an error fit for a person. */
  async openReadable(target: SessionTarget): Promise<void> {
    await this.fileOf(target);
    this.readers.show(target);
  }

  /** Shows the whole as one text, at its end: what the session says now. Rejects with an error fit for a person. */
  async openAsText(target: SessionTarget): Promise<void> {
    await this.fileOf(target);
    const uri = this.addressOf(target);
    this.texts.renew(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    const { end } = document.lineAt(document.lineCount - 1).range;
    editor.selection = new vscode.Selection(end, end);
    editor.revealRange(editor.selection);
  }

  async openRaw(target: SessionTarget): Promise<void> {
    const file = await this.fileOf(target);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file), { preview: false });
  }

  /** Shows the file in the system's file manager where this window runs beside it, else in the editor. */
  async revealRaw(target: SessionTarget): Promise<void> {
    const file = vscode.Uri.file(await this.fileOf(target));
    const { remoteName, uiKind } = vscode.env;
    if (remoteName === undefined && uiKind === vscode.UIKind.Desktop) {
      await vscode.commands.executeCommand('revealFileInOS', file);
      return;
    }
    await vscode.env.clipboard.writeText(file.fsPath);
    const message = t('The file is on another machine. Its path was copied.');
    const open = t('Open File');
    if ((await vscode.window.showInformationMessage(message, open)) === open)
      await vscode.commands.executeCommand('vscode.open', file, { preview: false });
  }

  private async fileOf({ sessionId, agentId }: SessionTarget): Promise<string> {
    const session = await this.sessions.find(sessionId);
    return resolveTranscriptFile(toldPath(session, agentId), this.configHome);
  }

  private addressOf(target: SessionTarget): vscode.Uri {
    const session = this.sessions.get(target.sessionId);
    const subagent = session?.subagents?.find(({ agentId }) => agentId === target.agentId);
    const title =
      subagent !== undefined ? subagentTitle(subagent) : session ? sessionTitle(session) : '';
    return vscode.Uri.from({ scheme: transcriptScheme, path: transcriptPathOf(target, title) });
  }
}
