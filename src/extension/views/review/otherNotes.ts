import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { viewIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { othersText } from '../../../shared/board/texts/reviewText';
import type { ListedReview } from './reviews';
import { reviewUri } from './reviewTexts';
import { reviewRows } from './reviewRows';

/**
 * A placeholder that is removed right after the thread was created. The editor focuses the input
 * box of a thread that is created without comments.
 */
const placeholder: vscode.Comment = {
  author: { name: 'Mission Control' },
  body: '',
  mode: vscode.CommentMode.Preview,
};

/**
 * Notes above the first line of a review's files on which other sessions changed them as well. The
 * text is a thread's label, because the editor opens its Comments panel for the first comment that
 * has a text.
 */
export class OtherNotes implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly controller: vscode.CommentController;
  private readonly threads = new Map<string, vscode.CommentThread>();

  constructor() {
    const { comments } = vscode;
    this.controller = this.lifetime.add(
      comments.createCommentController(viewIds.reviewNotes, t('Who else changed this file')),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** `isElsewhere` is true for files on another machine. */
  show(
    { sessionId, review }: Pick<ListedReview, 'sessionId' | 'review'>,
    opened: number,
    isElsewhere: boolean,
  ): void {
    const rows = reviewRows(sessionId, review, opened, isElsewhere);
    for (const [index, file] of review.files.entries()) {
      const words = othersText(file);
      const row = rows[index];
      if (row === undefined) continue;
      const { before, after } = row;
      const shown = after !== 'file' && after?.text === 'after' ? after : before;
      const uri = after === 'file' ? vscode.Uri.file(file.path) : reviewUri(shown);
      this.threads.get(file.path)?.dispose();
      this.threads.delete(file.path);
      if (words === undefined) continue;
      const first = new vscode.Range(0, 0, 0, 0);
      const thread = this.controller.createCommentThread(uri, first, [placeholder]);
      thread.comments = [];
      thread.canReply = false;
      thread.label = words;
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
      this.threads.set(file.path, thread);
    }
  }

  /** Called when no review is open any more. */
  clear(): void {
    for (const thread of this.threads.values()) thread.dispose();
    this.threads.clear();
  }
}
