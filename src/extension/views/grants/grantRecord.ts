import * as vscode from 'vscode';
import { grantRecordText } from '../../../shared/board/texts/grantRecordText';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { grantRecordScheme } from '../../manifest';
import { DisposableStore, type Disposable } from '../../util/lifetime';
import { readUses } from './readUses';

export interface GrantRecordParts {
  readonly board: Pick<BoardModel, 'get'>;
  readonly hub: Calls<'grantUses'>;
}

/**
 * Opens the record of the requests that grants have allowed as a document, which a person can save.
 */
export class GrantRecord implements vscode.TextDocumentContentProvider, Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.changes.event;
  private text = '';

  constructor(private readonly parts: GrantRecordParts) {
    const { registerTextDocumentContentProvider } = vscode.workspace;
    this.lifetime.add(registerTextDocumentContentProvider(grantRecordScheme, this));
  }

  provideTextDocumentContent(): string {
    return this.text;
  }

  /** Rejects with a sentence for the person if the hub can't be reached. */
  async show(): Promise<void> {
    const uses = await readUses(this.parts.hub);
    this.text = grantRecordText(uses, (sessionId) => this.parts.board.get(sessionId)?.title);
    const uri = vscode.Uri.from({
      scheme: grantRecordScheme,
      path: `/${t('Allowed for a while')}.txt`,
    });
    this.changes.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.lifetime.dispose();
  }
}
