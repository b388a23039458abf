import * as path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import { editScheme } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { editCall } from '../../util/files/editCall';
import { pendingEdit } from '../control/pendingEdit';
import type { EntryPart } from '../../agents/transcripts/entry';

/**
 * Shows edits of a transcript in the editor's diff: read-only documents that are deleted with their
 * tabs.
 */
export class EditDiffs implements Disposable, vscode.TextDocumentContentProvider {
  private readonly lifetime = new DisposableStore();
  private readonly texts = new Map<string, string>();
  private count = 0;

  constructor() {
    this.lifetime.add(vscode.workspace.registerTextDocumentContentProvider(editScheme, this));
    this.lifetime.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Shows the complete file if the transcript contains it, otherwise only the replaced texts. */
  async show(call: EntryPart, result: EntryPart | undefined, folder: string): Promise<void> {
    const edit =
      call.kind === 'toolUse'
        ? editCall(call.name, call.input, folder === '' ? path.sep : folder)
        : undefined;
    if (edit === undefined) return;
    const original = result?.kind === 'toolResult' ? result.details['originalFile'] : undefined;
    const { file, before, after } = pendingEdit(
      edit,
      typeof original === 'string' ? original : undefined,
    );
    const name = path.basename(file);
    const number = ++this.count;
    const [left, right] = [
      { side: 'before', text: before },
      { side: 'after', text: after },
    ].map(({ side, text }) => {
      // The path ends with the file's name, so that the editor detects the language and shows
      // readable breadcrumbs.
      const uri = vscode.Uri.from({ scheme: editScheme, path: `/${number}/${side}/${name}` });
      this.texts.set(uri.toString(), text);
      return uri;
    });
    await vscode.commands.executeCommand(
      'vscode.diff',
      left,
      right,
      t('{0} (as edited in the transcript)', plainTitle(name, 80)),
      { preview: true },
    );
  }
}
