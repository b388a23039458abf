import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { commandIds, planScheme, viewIds } from '../../manifest';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { movedLines } from './lineRange';
import type { PlanDraft, PlanDrafts } from './planDrafts';
import { planUri } from './planFiles';

/** A comment of a thread. While it is edited, `kept` is the text that counts. */
class PlanComment implements vscode.Comment {
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

export interface PlanCommentsParts {
  readonly drafts: PlanDrafts;
  /** A comment was added, and its box is empty again. */
  readonly onAdded: (path: string, text: string) => void;
  /** A change of a comment was saved or taken back. */
  readonly onChanged: (path: string) => void;
}

/** Comments that a person writes at the lines of plans, with the editor's own means. */
export class PlanComments implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly controller: vscode.CommentController;
  private readonly changes = this.lifetime.add(new Emitter<string>());
  /** Fires with the path of the plan. */
  readonly onDidChange = this.changes.event;
  private readonly threads = new Map<string, Set<vscode.CommentThread>>();

  constructor(private readonly parts: PlanCommentsParts) {
    this.controller = this.lifetime.add(
      vscode.comments.createCommentController(viewIds.planComments, t('Comments on the plan')),
    );
    this.controller.options = {
      prompt: t('Comment for the agent'),
      placeHolder: t('What the plan should do here instead'),
    };
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: ({ uri, lineCount }) =>
        // Also after its end: a box that is open stays, and what is added is kept.
        uri.scheme === planScheme && parts.drafts.get(uri.path) !== undefined
          ? [new vscode.Range(0, 0, lineCount - 1, 0)]
          : [],
    };
    const { workspace } = vscode;
    this.lifetime.add(workspace.onDidOpenTextDocument(({ uri }) => this.restore(uri)));
    this.lifetime.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
        this.follow(document, contentChanges),
      ),
    );
    this.registerCommands();
    for (const { uri } of workspace.textDocuments) this.restore(uri);
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Takes the threads off the screen; the draft keeps what they say. */
  release(path: string): void {
    for (const thread of this.threads.get(path) ?? []) thread.dispose();
    this.threads.delete(path);
  }

  /** Shows again what the draft has. */
  restore(uri: vscode.Uri): void {
    const { scheme, path } = uri;
    if (scheme !== planScheme || this.threads.has(path)) return;
    for (const { start, end, texts } of this.parts.drafts.get(path)?.comments ?? []) {
      const range = new vscode.Range(start, 0, end, 0);
      const thread = this.controller.createCommentThread(planUri(path), range, []);
      thread.comments = texts.map((text) => new PlanComment(text, thread));
      this.adopt(thread);
    }
  }

  private registerCommands(): void {
    const { registerCommand } = vscode.commands;
    const commands = [
      registerCommand(commandIds.addPlanComment, ({ thread, text }: vscode.CommentReply) => {
        if (text.trim() === '') return;
        thread.comments = [...thread.comments, new PlanComment(text, thread)];
        this.adopt(thread);
        this.parts.onAdded(thread.uri.path, text);
        this.keep(thread.uri.path);
      }),
      registerCommand(commandIds.editPlanComment, (comment: PlanComment) => {
        comment.mode = vscode.CommentMode.Editing;
        redraw(comment.thread);
      }),
      registerCommand(commandIds.savePlanComment, (comment: PlanComment) => {
        if (comment.body.trim() !== '') comment.kept = comment.body;
        this.endEdit(comment);
      }),
      registerCommand(commandIds.cancelPlanComment, (comment: PlanComment) =>
        this.endEdit(comment),
      ),
      registerCommand(commandIds.deletePlanComment, (comment: PlanComment) => {
        const { thread } = comment;
        thread.comments = thread.comments.filter((one) => one !== comment);
        if (thread.comments.length === 0) this.remove(thread);
        else this.keep(thread.uri.path);
      }),
      registerCommand(commandIds.deletePlanThread, (thread: vscode.CommentThread) =>
        this.remove(thread),
      ),
    ];
    for (const one of commands) this.lifetime.add(one);
  }

  private endEdit(comment: PlanComment): void {
    comment.body = comment.kept;
    comment.mode = vscode.CommentMode.Preview;
    redraw(comment.thread);
    this.parts.onChanged(comment.thread.uri.path);
    this.keep(comment.thread.uri.path);
  }

  private adopt(thread: vscode.CommentThread): void {
    const { path } = thread.uri;
    const others = this.threads.get(path) ?? new Set();
    this.threads.set(path, others.add(thread));
    thread.canReply = true;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    label(thread);
  }

  private remove(thread: vscode.CommentThread): void {
    const { path } = thread.uri;
    this.threads.get(path)?.delete(thread);
    thread.dispose();
    this.keep(path);
  }

  /** Lines that are written in or moved take their comments along. */
  private follow(
    { uri }: vscode.TextDocument,
    changes: readonly vscode.TextDocumentContentChangeEvent[],
  ): void {
    const threads = uri.scheme === planScheme ? this.threads.get(uri.path) : undefined;
    if (threads === undefined || changes.length === 0) return;
    let moved = false;
    for (const thread of threads) {
      const before = linesOf(thread);
      const after = changes.reduce(movedLines, before);
      if (after.start === before.start && after.end === before.end) continue;
      thread.range = new vscode.Range(after.start, 0, after.end, 0);
      label(thread);
      moved = true;
    }
    if (moved) this.keep(uri.path);
  }

  private keep(path: string): void {
    const comments = [...(this.threads.get(path) ?? [])].map(commentOf);
    this.parts.drafts.update(path, { comments });
    this.changes.fire(path);
  }
}

/** The editor looks at a thread when its list is another one. */
function redraw(thread: vscode.CommentThread): void {
  thread.comments = [...thread.comments];
}

function commentOf(thread: vscode.CommentThread): PlanDraft['comments'][number] {
  const texts = thread.comments.map((comment) => (comment as PlanComment).kept);
  return { ...linesOf(thread), texts };
}

function linesOf({ range }: vscode.CommentThread): { start: number; end: number } {
  return { start: range?.start.line ?? 0, end: range?.end.line ?? 0 };
}

function label(thread: vscode.CommentThread): void {
  const { start, end } = linesOf(thread);
  thread.label =
    start === end ? t('On line {0}', start + 1) : t('On lines {0} to {1}', start + 1, end + 1);
}
