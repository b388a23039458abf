import * as vscode from 'vscode';
import { addressIn } from '../../../shared/protocol/machines/address';
import { reviewMessage } from '../../../shared/text/reviewMessage';
import { linesOf } from '../../../shared/text/lineComments';
import { plainText, plainTitle } from '../../../shared/text/plainText';
import { counted, t } from '../../../shared/words/l10n';
import { reviewScheme, viewIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { showTextInput } from '../showTextInput';
import type { MementoStore } from '../board/arrangements';
import { LineComments } from '../comments/lineComments';
import { escapeForNotification } from '../markdown';
import { showUnsentText } from '../showUnsentText';
import { reviewAddress, type ReviewAddress } from './reviewAddress';
import { ReviewDrafts } from './reviewDrafts';
import { reviewOf, reviewTabs, tabInFront, urisOf } from './reviewTabs';
import type { EditorReviews } from './reviews';

export interface ReviewCommentsParts {
  readonly reviews: EditorReviews;
  /** Stores comments that were not sent yet. */
  readonly memento: MementoStore;
  /** Rejects with a sentence for the person. */
  readonly sendPrompt: (sessionId: string, text: string) => Promise<void>;
}

/** Number of characters of the prompt that the confirmation shows. */
const shownLength = 2_000;

/** Comments on lines of a review, which are sent to the session as one prompt. */
export class ReviewComments implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly drafts: ReviewDrafts;
  readonly lines: LineComments;
  /**
   * For the URI of each document in an open review, the ids of the sessions whose reviews show it.
   */
  private shown = new Map<string, readonly string[]>();

  constructor(private readonly parts: ReviewCommentsParts) {
    this.drafts = new ReviewDrafts(parts.memento);
    this.updateShown();
    this.lines = this.lifetime.add(
      new LineComments({
        id: viewIds.reviewComments,
        label: t('Comments on changes'),
        prompt: t('Comment for the agent'),
        placeHolder: t('What the agent should do here instead'),
        takes: ({ scheme }) => scheme === 'file' || scheme === reviewScheme,
        accepts: (uri) => this.shown.has(uri.toString()),
        about: (uri) => this.sessionOf(uri),
        written: (uri) => (this.shown.has(uri.toString()) ? this.drafts.in(uri.toString()) : []),
        keep: (uri, comments) => this.drafts.put(commentedDocument(uri), comments),
      }),
    );
    this.lifetime.add(
      parts.reviews.onDidChange(() => {
        if (!this.updateShown()) return;
        this.lines.offer();
        for (const { uri } of vscode.workspace.textDocuments) this.lines.restore(uri);
      }),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Combines a session's comments into one prompt, shows it and sends it. */
  async send(sessionId: string): Promise<void> {
    const { reviews, sendPrompt } = this.parts;
    const title = reviews.titleOf(sessionId);
    const count = this.drafts.of(sessionId).length;
    const typed = await showTextInput({
      title: t('Send comments to {0}', title),
      prompt:
        count === 0
          ? t('There is no comment at a line yet. What you write here is sent alone.')
          : counted(count, 'Sends {0} comment as one prompt.', 'Sends {0} comments as one prompt.'),
      placeholder: t('A comment on the changes as a whole (optional)'),
      over: () => undefined,
      onDidChange: reviews.onDidChange,
    });
    if (typed === undefined) return;
    const message = reviewMessage({ comments: this.drafts.of(sessionId), remark: typed.words });
    if (message === undefined) throw new Error(t('First comment on a line, or write a comment.'));
    const button = t('Send');
    const answer = await vscode.window.showInformationMessage(
      t('Send this to “{0}” as its next prompt?', escapeForNotification(title)),
      {
        modal: true,
        detail: plainText(message, shownLength),
      },
      button,
    );
    if (answer !== button) return;
    const send = async (): Promise<void> => {
      await sendPrompt(sessionId, message);
      this.drop(sessionId);
    };
    try {
      await send();
      const status = t('Sent as the next prompt; a session at work gets it when its turn ends.');
      vscode.window.setStatusBarMessage(status, 6_000);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await showUnsentText({ words: message, why, send });
    }
  }

  private drop(sessionId: string): void {
    const uris = new Set(this.drafts.of(sessionId).map(({ uri }) => uri));
    this.drafts.drop(sessionId);
    for (const address of uris) {
      const uri = vscode.Uri.parse(address, true);
      this.lines.release(uri);
      this.lines.restore(uri);
    }
  }

  /** Updates `shown`; true if the set of documents changed. */
  private updateShown(): boolean {
    const shown = new Map<string, readonly string[]>();
    for (const tab of reviewTabs()) {
      const { sessionId = '' } = reviewOf(tab) ?? {};
      for (const uri of urisOf(tab)) {
        const key = uri.toString();
        shown.set(key, [...(shown.get(key) ?? []), sessionId]);
      }
    }
    const isSame =
      shown.size === this.shown.size && [...shown.keys()].every((key) => this.shown.has(key));
    this.shown = shown;
    return !isSame;
  }

  /**
   * The session of the review in the active editor; if the file itself is active, the session whose
   * review tab comes last.
   */
  private sessionOf(uri: vscode.Uri): string | undefined {
    const sessions = this.shown.get(uri.toString()) ?? [];
    const front = reviewOf(tabInFront())?.sessionId;
    return front !== undefined && sessions.includes(front) ? front : sessions.at(-1);
  }
}

function commentedDocument(uri: vscode.Uri) {
  const address = uri.scheme === reviewScheme ? reviewAddress(uri) : undefined;
  const key = uri.toString();
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === key);
  const isAfterSide = address === undefined || address.text === 'after';
  return {
    uri: key,
    name: plainTitle(nameOf(uri, address), 500),
    side: isAfterSide ? ('after' as const) : ('before' as const),
    lines: document && linesOf(document.getText()),
  };
}

/**
 * The file's name for the agent: for a file on another machine its path there, otherwise its path
 * in the workspace.
 */
function nameOf(uri: vscode.Uri, address: ReviewAddress | undefined): string {
  if (address !== undefined && addressIn(address.sessionId) !== undefined) return address.path;
  return vscode.workspace.asRelativePath(vscode.Uri.file(uri.fsPath), false);
}
