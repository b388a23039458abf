import * as vscode from 'vscode';
import type { LineComment } from '../../../shared/text/lineComments';
import { t } from '../../../shared/words/l10n';
import { commandIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { movedLines } from './lineRange';

/** A comment of a thread. While it is being edited, `kept` is its last saved text. */
class WrittenComment implements vscode.Comment {
  mode = vscode.CommentMode.Preview;
  readonly author = { name: t('You') };
  kept: string;

  constructor(
    public body: string,
    readonly thread: vscode.CommentThread,
  ) {
    this.kept = body;
  }
}

/** The comments on one range of lines of a document. */
export interface CommentsAt extends LineComment {
  /**
   * Subject of the comments, such as a session, if those of one document can have different
   * subjects.
   */
  readonly about?: string | undefined;
}

export interface LineCommentsParts {
  /** Id of the comment controller, for `when` clauses of menus. */
  readonly id: string;
  readonly label: string;
  readonly prompt: string;
  readonly placeHolder: string;
  /** True if this object handles comments on the document. */
  readonly takes: (uri: vscode.Uri) => boolean;
  /** True if comments can be started in the document now. */
  readonly accepts: (uri: vscode.Uri) => boolean;
  /** The subject of new comments on the document. */
  readonly about?: (uri: vscode.Uri) => string | undefined;
  readonly written: (uri: vscode.Uri) => readonly CommentsAt[];
  readonly keep: (uri: vscode.Uri, comments: readonly CommentsAt[]) => void;
  /** Called after a comment was added and its box was cleared. */
  readonly onAdded?: (uri: vscode.Uri, text: string) => void;
  /** Called after an edit of a comment was saved or cancelled. */
  readonly onChanged?: (uri: vscode.Uri) => void;
}

/** Comments that a person writes on lines of documents, with the editor's comment API. */
export class LineComments implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly controller: vscode.CommentController;
  private readonly threads = new Map<string, Set<vscode.CommentThread>>();
  private readonly subjects = new WeakMap<vscode.CommentThread, string>();

  constructor(private readonly parts: LineCommentsParts) {
    const { id, label, prompt, placeHolder } = parts;
    this.controller = this.lifetime.add(vscode.comments.createCommentController(id, label));
    this.controller.options = { prompt, placeHolder };
    this.offer();
    const { workspace } = vscode;
    this.lifetime.add(workspace.onDidOpenTextDocument(({ uri }) => this.restore(uri)));
    this.lifetime.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
        this.moveComments(document, contentChanges),
      ),
    );
    for (const { uri } of workspace.textDocuments) this.restore(uri);
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  acceptsComments(uri: vscode.Uri): boolean {
    return this.parts.takes(uri);
  }

  /** Makes the editor query again on which lines comments can be started. */
  offer(): void {
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: ({ uri, lineCount }) =>
        this.parts.accepts(uri) ? [new vscode.Range(0, 0, lineCount - 1, 0)] : [],
    };
  }

  /** Removes the threads from the editor; their comments stay stored. */
  release(uri: vscode.Uri): void {
    const key = uri.toString();
    for (const thread of this.threads.get(key) ?? []) thread.dispose();
    this.threads.delete(key);
  }

  /** Shows the stored comments again. */
  restore(uri: vscode.Uri): void {
    if (!this.acceptsComments(uri) || this.threads.has(uri.toString())) return;
    for (const { start, end, texts, about } of this.parts.written(uri)) {
      const range = new vscode.Range(start, 0, end, 0);
      const thread = this.controller.createCommentThread(uri, range, []);
      thread.comments = texts.map((text) => new WrittenComment(text, thread));
      this.addThread(thread, about);
    }
  }

  add({ thread, text }: vscode.CommentReply): void {
    if (text.trim() === '') return;
    const { uri } = thread;
    thread.comments = [...thread.comments, new WrittenComment(text, thread)];
    this.addThread(thread, this.subjects.get(thread) ?? this.parts.about?.(uri));
    this.parts.onAdded?.(uri, text);
    this.store(uri);
  }

  endEdit(comment: WrittenComment): void {
    const { uri } = comment.thread;
    comment.body = comment.kept;
    comment.mode = vscode.CommentMode.Preview;
    redraw(comment.thread);
    this.parts.onChanged?.(uri);
    this.store(uri);
  }

  delete(comment: WrittenComment): void {
    const { thread } = comment;
    thread.comments = thread.comments.filter((one) => one !== comment);
    if (thread.comments.length === 0) this.remove(thread);
    else this.store(thread.uri);
  }

  remove(thread: vscode.CommentThread): void {
    const { uri } = thread;
    this.threads.get(uri.toString())?.delete(thread);
    thread.dispose();
    this.store(uri);
  }

  private addThread(thread: vscode.CommentThread, about: string | undefined): void {
    const key = thread.uri.toString();
    const others = this.threads.get(key) ?? new Set();
    this.threads.set(key, others.add(thread));
    if (about !== undefined) this.subjects.set(thread, about);
    thread.canReply = true;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    updateLabel(thread);
  }

  /** Moves comments with their lines when the document changes. */
  private moveComments(
    { uri }: vscode.TextDocument,
    changes: readonly vscode.TextDocumentContentChangeEvent[],
  ): void {
    const threads = this.acceptsComments(uri) ? this.threads.get(uri.toString()) : undefined;
    if (threads === undefined || changes.length === 0) return;
    let moved = false;
    for (const thread of threads) {
      const before = linesOf(thread);
      const after = changes.reduce(movedLines, before);
      if (after.start === before.start && after.end === before.end) continue;
      thread.range = new vscode.Range(after.start, 0, after.end, 0);
      updateLabel(thread);
      moved = true;
    }
    if (moved) this.store(uri);
  }

  private store(uri: vscode.Uri): void {
    const threads = [...(this.threads.get(uri.toString()) ?? [])];
    this.parts.keep(
      uri,
      threads.map((thread) => ({
        ...linesOf(thread),
        texts: thread.comments.map((comment) => (comment as WrittenComment).kept),
        about: this.subjects.get(thread),
      })),
    );
  }
}

/** Registers the editor's comment actions for all kinds of comments. */
export function registerCommentCommands(all: readonly LineComments[]): Disposable {
  const { registerCommand } = vscode.commands;
  const ownerOf = ({ uri }: vscode.CommentThread): LineComments | undefined =>
    all.find((one) => one.acceptsComments(uri));
  const commands = [
    registerCommand(commandIds.addComment, (reply: vscode.CommentReply) =>
      ownerOf(reply.thread)?.add(reply),
    ),
    registerCommand(commandIds.editComment, (comment: WrittenComment) => {
      comment.mode = vscode.CommentMode.Editing;
      redraw(comment.thread);
    }),
    registerCommand(commandIds.saveComment, (comment: WrittenComment) => {
      if (comment.body.trim() !== '') comment.kept = comment.body;
      ownerOf(comment.thread)?.endEdit(comment);
    }),
    registerCommand(commandIds.cancelComment, (comment: WrittenComment) =>
      ownerOf(comment.thread)?.endEdit(comment),
    ),
    registerCommand(commandIds.deleteComment, (comment: WrittenComment) =>
      ownerOf(comment.thread)?.delete(comment),
    ),
    registerCommand(commandIds.deleteCommentThread, (thread: vscode.CommentThread) =>
      ownerOf(thread)?.remove(thread),
    ),
  ];
  const lifetime = new DisposableStore();
  for (const one of commands) lifetime.add(one);
  return lifetime;
}

/** The editor updates a thread only if its list of comments is a new array. */
function redraw(thread: vscode.CommentThread): void {
  thread.comments = [...thread.comments];
}

function linesOf({ range }: vscode.CommentThread): { start: number; end: number } {
  return { start: range?.start.line ?? 0, end: range?.end.line ?? 0 };
}

function updateLabel(thread: vscode.CommentThread): void {
  const { start, end } = linesOf(thread);
  thread.label =
    start === end ? t('On line {0}', start + 1) : t('On lines {0} to {1}', start + 1, end + 1);
}
