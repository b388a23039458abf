import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { hasOtherEditFields, replacesAll } from '../../../shared/agents/inputs';
import { t } from '../../../shared/words/l10n';
import { requestCollisions, otherTitle } from '../../../shared/board/texts/collisionText';
import { fieldsOf } from '../../../shared/text/fields';
import { plainLine } from '../../../shared/text/plainText';
import { formatPath } from '../../../shared/words/format';
import type { PendingRequest } from '../../../shared/protocol/protocol';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { contextKeys, requestScheme, type ShownTarget } from '../../manifest';
import { type Disposable, DisposableStore, toDisposable } from '../../util/lifetime';
import { requestDigest } from '../../util/keys/signing';
import { isElsewhere } from '../machines/elsewhere';
import { escapeForNotification } from '../markdown';
import { withPlace } from '../../../shared/board/texts/machineText';
import type { WindowOffer } from './controlState';
import type { Decider } from './decide';
import { editCall, type EditCall } from '../../util/files/editCall';
import { pendingEdit, type PendingEdit } from './pendingEdit';
import { readCurrent } from './readCurrent';

/** An open diff of a request. */
interface OpenDiff {
  dispose: () => void;
  readonly sessionId: string;
  readonly requestId: string;
  /** Digest of the complete request that is shown. */
  readonly shown: string;
  /** True if the request contains more than the two sides show. */
  readonly hasMore: boolean;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
  /**
   * Title from the last time the diff was opened; names the session that has changed the file, if
   * any.
   */
  title: string;
  /** Why the edit does not apply to the current file; undefined if it does. */
  problem: string | undefined;
  /**
   * Time (`Date.now`) since which both sides have been unchanged and the diff's tab has been
   * active.
   */
  since: number;
  isInFront: boolean;
}

/**
 * A request that can be answered in its diff; `against` is the reason if it can only be denied
 * there.
 */
export interface DiffTarget extends ShownTarget {
  readonly against: string | undefined;
}

export interface RequestDiffParts {
  readonly board: BoardModel;
  readonly hub: Calls<'request'>;
  readonly control: Pick<WindowOffer, 'onDidChange'>;
  readonly decider: Pick<Decider, 'callOf'>;
}

/** Time in ms below which a shown diff counts as unread. */
const unreadMs = 500;

/** Duration in ms of the message that a request is over and its diff was closed. */
const messageMs = 5_000;

/** Shows the file that a request would change, before and after the change, in a read-only diff. */
export class RequestDiffs implements Disposable, vscode.TextDocumentContentProvider {
  private readonly lifetime = new DisposableStore();
  private readonly texts = new Map<string, string>();
  private readonly changes = this.lifetime.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.changes.event;
  private readonly open = new Map<string, OpenDiff>();
  private count = 0;
  /** The URIs that the context key was last set to, so that it is updated only after changes. */
  private lastAnswerable = '';

  constructor(private readonly parts: RequestDiffParts) {
    const { board, control } = parts;
    this.lifetime.add(vscode.workspace.registerTextDocumentContentProvider(requestScheme, this));
    this.lifetime.add(board.onDidChange(() => this.closeFinished()));
    this.lifetime.add(control.onDidChange(() => this.updateContextKey()));
    this.lifetime.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.handleClosedTab(tab);
        for (const diff of this.open.values()) trackFront(diff);
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

  /** Sessions whose diffs are visible. */
  get shownSessions(): readonly string[] {
    const shown = new Set(
      vscode.window.visibleTextEditors.map(({ document: { uri } }) => uri.toString()),
    );
    return [...this.open.values()].flatMap(({ sessionId, after }) =>
      shown.has(after.toString()) ? [sessionId] : [],
    );
  }

  /**
   * Shows what the session's request would change. If it is no edit or does not apply, shows a
   * message.
   */
  async show(sessionId: string): Promise<void> {
    const request = await this.parts.hub.call('request', { sessionId });
    const folder = this.folderOf(request, sessionId);
    const call = editCall(request.toolName, request.toolInput, folder);
    if (call === undefined) {
      void vscode.window.showInformationMessage(t('This request doesn’t change a text file.'));
      return;
    }
    const known = this.open.get(request.requestId) ?? this.createDiff(sessionId, request, call);
    const problem = await this.refresh(known, call);
    const status = problem === undefined ? request.toolName : t('does not apply');
    known.title = `${shownPath(call, folder)} (${this.describeDiff(sessionId, status)})`;
    known.since = Date.now();
    this.updateContextKey();
    await vscode.commands.executeCommand('vscode.diff', known.before, known.after, known.title, {
      // A preview would replace another preview, which should be visible again after the answer.
      preview: false,
    });
    if (problem !== undefined)
      void vscode.window.showWarningMessage(escapeForNotification(`${call.file}: ${problem}`));
  }

  /**
   * The request of the given document's diff, or of the active diff; undefined if it can't be
   * answered here.
   */
  targetOf(document: unknown): DiffTarget | undefined {
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    const inFront = input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
    const { scheme, path: wanted } = fieldsOf(document ?? inFront);
    if (scheme !== requestScheme) return undefined;
    const diff = [...this.open.values()].find(
      ({ before, after }) => after.path === wanted || before.path === wanted,
    );
    const call = diff && this.callOf(diff);
    if (diff === undefined || call === undefined) return undefined;
    const { sessionId, shown } = diff;
    return { sessionId, call, shown, against: this.reasonAgainst(diff) };
  }

  /** Closes the diff of a request that was answered in it. */
  async close({ sessionId, shown }: ShownTarget): Promise<void> {
    for (const diff of this.open.values()) {
      if (diff.sessionId === sessionId && diff.shown === shown) await this.closeTabs(diff);
    }
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  private reasonAgainst({
    sessionId,
    title,
    hasMore,
    problem,
    since,
  }: OpenDiff): string | undefined {
    if (hasMore) return t('Allow it on the board: it asks for more than the comparison shows.');
    if (problem !== undefined) return problem;
    const [other] = requestCollisions(this.parts.board.get(sessionId));
    const isNewCollision = other !== undefined && !title.includes(otherTitle(other));
    return isNewCollision || Date.now() - since < unreadMs
      ? t('The comparison has just changed. Look at it before you allow the edit.')
      : undefined;
  }

  /** The call with which the diff's request can be answered here; undefined if it can't. */
  private callOf({ sessionId, requestId }: OpenDiff): string | undefined {
    const session = this.parts.board.get(sessionId);
    if (session?.pendingRequest?.requestId !== requestId) return undefined;
    return this.parts.decider.callOf(session);
  }

  /** Updates the context key for the answer buttons in the editor's title. */
  private updateContextKey(): void {
    const answerable = [...this.open.values()]
      .filter((diff) => this.callOf(diff) !== undefined)
      .map(({ after }) => after.toString());
    const key = answerable.join(' ');
    if (key === this.lastAnswerable) return;
    this.lastAnswerable = key;
    void vscode.commands.executeCommand('setContext', contextKeys.answerableDiffs, answerable);
  }

  /**
   * Adds the session's machine to the text, and the other session that has changed the file, if
   * any.
   */
  private describeDiff(sessionId: string, words: string): string {
    const session = this.parts.board.get(sessionId);
    const [other] = requestCollisions(session);
    const text = withPlace(words, session ?? {});
    return other === undefined ? text : t('{0}, changed by “{1}” since', text, otherTitle(other));
  }

  private createDiff(sessionId: string, request: PendingRequest, call: EditCall): OpenDiff {
    const { requestId } = request;
    const number = ++this.count;
    const uri = (side: 'now' | 'then'): vscode.Uri =>
      // The path ends with the file's name, so that the editor detects the language and shows
      // readable breadcrumbs.
      vscode.Uri.from({
        scheme: requestScheme,
        path: `/${number}/${side}/${nameOf(call)}`,
      });
    const diff: OpenDiff = {
      sessionId,
      requestId,
      shown: requestDigest(request),
      hasMore: hasMore(request, isElsewhere(this.parts.board, sessionId)),
      before: uri('now'),
      after: uri('then'),
      title: '',
      problem: undefined,
      since: Date.now(),
      isInFront: false,
      dispose: () => undefined,
    };
    this.open.set(requestId, diff);
    if (isElsewhere(this.parts.board, sessionId)) return diff;
    const pattern = new vscode.RelativePattern(path.dirname(call.file), path.basename(call.file));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const refreshDiff = (): void => void this.refresh(diff, call);
    watcher.onDidChange(refreshDiff);
    watcher.onDidCreate(refreshDiff);
    watcher.onDidDelete(refreshDiff);
    diff.dispose = () => watcher.dispose();
    return diff;
  }

  /**
   * Updates both sides from the current file; returns a sentence if the edit does not apply. For a
   * file on another machine only the texts in the request are compared.
   */
  private async refresh(diff: OpenDiff, call: EditCall): Promise<string | undefined> {
    if (isElsewhere(this.parts.board, diff.sessionId)) {
      this.setTexts(diff, pendingEdit(call, undefined));
      return undefined;
    }
    const current = await readCurrent(call.file);
    const edit = pendingEdit(call, 'text' in current ? current.text : undefined);
    this.setTexts(diff, edit);
    if ('problem' in current) diff.problem = current.problem;
    else diff.problem = 'problem' in edit ? edit.problem : undefined;
    return diff.problem;
  }

  private setTexts(diff: OpenDiff, { before, after }: PendingEdit): void {
    const sides = [
      [diff.before, before],
      [diff.after, after],
    ] as const;
    for (const [uri, text] of sides) {
      if (this.texts.get(uri.toString()) === text) continue;
      this.texts.set(uri.toString(), text);
      diff.since = Date.now();
      this.changes.fire(uri);
    }
  }

  /** Closes the diffs of requests that are over. */
  private closeFinished(): void {
    for (const diff of this.open.values()) {
      const { sessionId, requestId } = diff;
      if (this.parts.board.get(sessionId)?.pendingRequest?.requestId === requestId) continue;
      void this.closeTabs(diff);
      vscode.window.setStatusBarMessage(t('This request is no longer waiting.'), messageMs);
    }
    this.updateContextKey();
  }

  private async closeTabs(diff: OpenDiff): Promise<void> {
    this.deleteDiff(diff);
    await vscode.window.tabGroups.close(tabsOf(diff));
  }

  private folderOf(request: PendingRequest, sessionId: string): string {
    return request.cwd ?? this.parts.board.get(sessionId)?.projectPath ?? path.sep;
  }

  /** Deletes a diff after its tab was closed, unless it is still open in another tab group. */
  private handleClosedTab(tab: vscode.Tab): void {
    for (const diff of this.open.values())
      if (shows(tab, diff) && tabsOf(diff).length === 0) this.deleteDiff(diff);
  }

  private deleteDiff(diff: OpenDiff): void {
    diff.dispose();
    this.open.delete(diff.requestId);
    this.texts.delete(diff.before.toString());
    this.texts.delete(diff.after.toString());
    this.updateContextKey();
  }
}

/**
 * Resets `since` when a diff becomes visible, so that the second click of a double-click on Allow
 * does not apply to a diff that has just replaced another one.
 */
function trackFront(diff: OpenDiff): void {
  const isInFront = tabsOf(diff).some(({ isActive }) => isActive);
  if (isInFront && !diff.isInFront) diff.since = Date.now();
  diff.isInFront = isInFront;
}

function tabsOf(diff: OpenDiff): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter((tab) => shows(tab, diff));
}

function shows({ input }: vscode.Tab, { after }: OpenDiff): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.toString() === after.toString();
}

/** The file's name, escaped, because an agent chose it. */
function nameOf({ file }: Pick<EditCall, 'file'>): string {
  return plainLine(path.basename(file), 200) || 'file';
}

/** The complete path of the file, relative to the session's folder if it is inside. */
function shownPath({ file }: EditCall, folder: string): string {
  const inside = path.relative(folder, file);
  const isOutside = inside === '' || inside.startsWith('..') || path.isAbsolute(inside);
  return plainLine(isOutside ? formatPath(file, os.homedir()) : inside, 400) || nameOf({ file });
}

/**
 * True if the request contains more than its diff shows. For a file on another machine, the diff
 * can't show how many occurrences `replace_all` replaces.
 */
function hasMore({ toolInput, whole }: PendingRequest, elsewhere: boolean): boolean {
  const isCounted = !replacesAll(toolInput) || !elsewhere;
  return !whole || !isCounted || hasOtherEditFields(toolInput);
}
