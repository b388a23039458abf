import * as vscode from 'vscode';
import { plainTitle } from '../../../shared/text/plainText';
import { addressIn } from '../../../shared/protocol/machines/address';
import { t } from '../../../shared/words/l10n';
import { type SessionTarget, transcriptScheme } from '../../manifest';
import { subagentTitle, sessionTitle } from '../../../shared/board/sessionNames';
import { transcriptPathOf } from './transcriptAddress';
import type { ReadableSessions } from '../../reader/readableSessions';
import type { ReadPart } from '../../reader/remoteTranscript';
import { transcriptFile } from '../../reader/transcriptFile';
import { locateTranscript, TranscriptPathError } from '../../reader/transcriptFilePath';

export interface TranscriptOpenerParts {
  readonly sessions: ReadableSessions;
  readonly configHome: string;
  readonly readPart: ReadPart;
  readonly readers: { show(target: SessionTarget): void };
  readonly texts: { renew(uri: vscode.Uri): void };
}

/** Opens transcripts: rendered, as a text document, or as the file itself. */
export class TranscriptOpener {
  constructor(private readonly parts: TranscriptOpenerParts) {}

  /** Shows the rendered transcript. Rejects with a message for the person. */
  async openReadable(target: SessionTarget): Promise<void> {
    await this.requireTranscript(target);
    this.parts.readers.show(target);
  }

  /**
   * Shows the complete transcript as text, scrolled to its end. Rejects with a message for the
   * person.
   */
  async openAsText(target: SessionTarget): Promise<void> {
    await this.requireTranscript(target);
    const uri = this.addressOf(target);
    this.parts.texts.renew(uri);
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

  /**
   * Shows the file in the system's file manager if the window runs on the same machine; otherwise
   * copies its path and offers to open it in the editor.
   */
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

  /** Rejects with a message for the person if the transcript can't be opened. */
  private async requireTranscript(target: SessionTarget): Promise<void> {
    const file = transcriptFile({ ...this.parts, target });
    await (await file.open()).bytes.close();
    file.dispose();
  }

  private async fileOf({ sessionId, agentId }: SessionTarget): Promise<string> {
    const { sessions, configHome } = this.parts;
    const session = await sessions.find(sessionId);
    const address = addressIn(sessionId);
    const home = sessions.accountHome(sessionId);
    if (home !== undefined) return (await locateTranscript(session, agentId, home)).path;
    if (address !== undefined) throw fileIsThere(session?.machine?.name ?? address.machineId);
    return (await locateTranscript(session, agentId, configHome)).path;
  }

  private addressOf(target: SessionTarget): vscode.Uri {
    const session = this.parts.sessions.get(target.sessionId);
    const subagent = session?.subagents?.find(({ agentId }) => agentId === target.agentId);
    const title =
      subagent !== undefined ? subagentTitle(subagent) : session ? sessionTitle(session) : '';
    return vscode.Uri.from({ scheme: transcriptScheme, path: transcriptPathOf(target, title) });
  }
}

function fileIsThere(machine: string): TranscriptPathError {
  const text = t(
    'The file of this transcript is on {0}. Open Transcript and Open Transcript as Text show it here.',
    plainTitle(machine, 60),
  );
  return new TranscriptPathError('there', text);
}
