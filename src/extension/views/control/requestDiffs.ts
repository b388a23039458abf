import * as path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { askedOver, titleOf } from '../../../shared/board/collisionText';
import { plainLine } from '../../../shared/text/plainText';
import type { PendingRequest } from '../../../shared/protocol/protocol';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { requestScheme } from '../../manifest';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import { isElsewhere } from '../machines/elsewhere';
import { sayable } from '../markdown';
import { machineName } from '../../../shared/board/machineText';
import { editCall, pendingEdit, type EditCall } from './pendingEdit';
import { readCurrent } from './readCurrent';

/** A comparison that is open, of the request that it shows. */
interface OpenDiff {
  dispose: () => void;
  readonly sessionId: string;
  readonly requestId: string;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
}

/** The file that a request would change, as it is now and as it would be, side by side and read-only. */
export class RequestDiffs implements Disposable, vscode.TextDocumentContentProvider {
  private readonly lifetime = new DisposableStore();
  private readonly texts = new Map<string, string>();
  private readonly changes = this.lifetime.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.changes.event;
  private readonly open = new Map<string, OpenDiff>();
  private count = 0;

  constructor(
    private readonly board: BoardModel,
    private readonly hub: Calls<'request'>,
  ) {
    this.lifetime.add(vscode.workspace.registerTextDocumentContentProvider(requestScheme, this));
    this.lifetime.add(board.onDidChange(() => this.withdraw()));
    this.lifetime.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.forget(tab);
      }),
    );
    this.lifetime.add(
      toDisposable(() => {
        for (const diff of this.open.values()) diff.dispose();
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** The sessions whose comparisons are on the screen. */
  get shownSessions(): readonly string[] {
    const shown = new Set(
      vscode.window.visibleTextEditors.map(({ document: { uri } }) => uri.toString()),
    );
    return [...this.open.values()].flatMap(({ sessionId, after }) =>
      shown.has(after.toString()) ? [sessionId] : [],
    );
  }

  /** Shows what the session's request would change; says so where it is no edit, or does not apply. */
  async show(sessionId: string): Promise<void> {
    const request = await this.hub.call('request', { sessionId });
    const call = editCall(
      request.toolName,
      request.toolInput,
      folderOf(request, this.board, sessionId),
    );
    if (call === undefined) {
      void vscode.window.showInformationMessage(t('This request doesn’t change a text file.'));
      return;
    }
    const known = this.open.get(request.requestId) ?? this.begin(sessionId, request, call);
    const problem = await this.refresh(known, call);
    const told = problem === undefined ? request.toolName : t('does not apply');
    const title = `${nameOf(call)} (${this.withOther(sessionId, told)})`;
    await vscode.commands.executeCommand('vscode.diff', known.before, known.after, title, {
      preview: true,
    });
    if (problem !== undefined)
      void vscode.window.showWarningMessage(sayable(`${call.file}: ${problem}`));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** The words with the machine of the session, and with the session that changed the file since, where there is one. */
  private withOther(sessionId: string, words: string): string {
    const session = this.board.get(sessionId);
    const [other] = askedOver(session);
    const machine = session === undefined ? '' : machineName(session);
    const said = machine === '' ? words : t('{0} on {1}', words, machine);
    return other === undefined ? said : t('{0}, changed by “{1}” since', said, titleOf(other));
  }

  private begin(sessionId: string, { requestId }: PendingRequest, call: EditCall): OpenDiff {
    const number = ++this.count;
    const uri = (side: 'now' | 'then'): vscode.Uri =>
      // Its own last segments, so that the editor knows the language and the breadcrumbs read well.
      vscode.Uri.from({
        scheme: requestScheme,
        path: `/${number}/${side}/${nameOf(call)}`,
      });
    const diff: OpenDiff = {
      sessionId,
      requestId,
      before: uri('now'),
      after: uri('then'),
      dispose: () => undefined,
    };
    this.open.set(requestId, diff);
    if (isElsewhere(sessionId)) return diff;
    const pattern = new vscode.RelativePattern(path.dirname(call.file), path.basename(call.file));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const again = (): void => void this.refresh(diff, call);
    watcher.onDidChange(again);
    watcher.onDidCreate(again);
    watcher.onDidDelete(again);
    diff.dispose = () => watcher.dispose();
    return diff;
  }

  /**
   * Brings both sides up to the file as it is now; one sentence where the edit does not apply. Of a file
   * on another machine nothing is known but what the request says, so that alone is compared.
   */
  private async refresh(
    { sessionId, before, after }: OpenDiff,
    call: EditCall,
  ): Promise<string | undefined> {
    if (isElsewhere(sessionId)) {
      const told = pendingEdit(call, undefined);
      this.put(before, told.before);
      this.put(after, told.after);
      return undefined;
    }
    const current = await readCurrent(call.file);
    const edit = pendingEdit(call, 'text' in current ? current.text : undefined);
    this.put(before, edit.before);
    this.put(after, edit.after);
    if ('problem' in current) return current.problem;
    return 'problem' in edit ? edit.problem : undefined;
  }

  private put(uri: vscode.Uri, text: string): void {
    if (this.texts.get(uri.toString()) === text) return;
    this.texts.set(uri.toString(), text);
    this.changes.fire(uri);
  }

  /** A request that is over has nothing to show any more. */
  private withdraw(): void {
    for (const diff of this.open.values()) {
      const { sessionId, requestId } = diff;
      if (this.board.get(sessionId)?.pendingRequest?.requestId === requestId) continue;
      const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
      void vscode.window.tabGroups.close(tabs.filter((tab) => shows(tab, diff)));
      this.end(diff);
    }
  }

  private forget(tab: vscode.Tab): void {
    for (const diff of this.open.values()) if (shows(tab, diff)) this.end(diff);
  }

  private end(diff: OpenDiff): void {
    diff.dispose();
    this.open.delete(diff.requestId);
    this.texts.delete(diff.before.toString());
    this.texts.delete(diff.after.toString());
  }
}

function shows({ input }: vscode.Tab, { after }: OpenDiff): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.toString() === after.toString();
}

/** The path fit to be shown: an agent chose the name. */
function nameOf({ file }: EditCall): string {
  return plainLine(path.basename(file), 200) || 'file';
}

function folderOf(request: PendingRequest, board: BoardModel, sessionId: string): string {
  return request.cwd ?? board.get(sessionId)?.projectPath ?? path.sep;
}
