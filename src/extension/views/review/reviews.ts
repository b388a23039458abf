import * as vscode from 'vscode';
import type { Review, ReviewScope } from '../../../shared/protocol/work/review';
import { counted, t } from '../../../shared/words/l10n';
import { sessionTitle } from '../../../shared/board/sessionNames';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { contextKeys } from '../../manifest';
import { Emitter } from '../../util/emitter';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { isElsewhere } from '../machines/elsewhere';
import { plainTitle } from '../../../shared/text/plainText';
import { escapeIcons, escapeForNotification } from '../markdown';
import type { OtherNotes } from './otherNotes';
import type { ReviewAddress } from './reviewAddress';
import { adjacentPart, partFrom, partPlace, type ReviewPart } from './reviewPart';
import { reviewRows } from './reviewRows';
import { reviewOf, reviewTabs, tabInFront } from './reviewTabs';
import { reviewTimeoutMs, reviewUri } from './reviewTexts';

export interface ReviewsParts {
  readonly board: BoardModel;
  readonly hub: Calls<'review' | 'markReviewed'>;
  readonly notes: Pick<OtherNotes, 'show' | 'clear'>;
}

/** An open review with its list of files. */
export interface ListedReview {
  readonly sessionId: string;
  readonly title: string;
  readonly review: Review;
  /** The files that the review's tab shows; undefined if it shows all. */
  readonly part: ReviewPart | undefined;
}

/** Opens reviews of sessions' changes, each as a multi-file diff of the editor. */
export class EditorReviews implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly changes = this.lifetime.add(new Emitter<void>());
  /** Fires when a review was opened or closed, or another review became active. */
  readonly onDidChange = this.changes.event;
  private readonly reviewsByTab = new Map<string, Review>();
  private readonly restored = new Set<string>();
  private readonly contextValues = new Map<string, string | undefined>();
  private isChangingPart = false;

  constructor(private readonly parts: ReviewsParts) {
    this.lifetime.add(
      parts.board.onDidChange(() => {
        this.restore();
        this.updateContextKeys();
      }),
    );
    this.lifetime.add(vscode.window.tabGroups.onDidChangeTabs(() => this.update()));
    this.lifetime.add(vscode.window.tabGroups.onDidChangeTabGroups(() => this.update()));
    this.update();
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Opens a session's changes in a review, or shows a message that there are none. */
  async open(sessionId: string, scope: ReviewScope): Promise<void> {
    const review = await this.requestReview(sessionId, scope);
    const title = this.titleOf(sessionId);
    if (review.files.length === 0) return this.showNoChanges(sessionId, scope, title);
    const opened = Date.now();
    this.reviewsByTab.set(keyOf({ sessionId, scope, opened }), review);
    this.parts.notes.show({ sessionId, review }, opened, isElsewhere(this.parts.board, sessionId));
    const part = partFrom(0, review.files.length);
    await this.show({ sessionId, title, review, part }, opened);
    if (review.more > 0) {
      void vscode.window.showInformationMessage(
        counted(
          review.more,
          '{0} more file was changed than a review lists.',
          '{0} more files were changed than a review lists.',
        ),
      );
    }
  }

  /** Shows the next or previous part of the files of the active review. */
  async showOtherPart(step: 1 | -1): Promise<void> {
    if (this.isChangingPart) return;
    this.isChangingPart = true;
    try {
      const [address, front] = [reviewOf(tabInFront()), await this.front()];
      const part = front?.part && adjacentPart(front.part, step);
      if (address === undefined || front === undefined || part === undefined) return;
      await this.show({ ...front, part }, address.opened);
    } finally {
      this.isChangingPart = false;
    }
  }

  /** The review in the active editor; undefined if another editor is active. */
  async front(): Promise<ListedReview | undefined> {
    const address = reviewOf(tabInFront());
    if (address === undefined) return undefined;
    const { sessionId } = address;
    const review = this.reviewsByTab.get(keyOf(address)) ?? (await this.requestAgain(address));
    return { sessionId, title: this.titleOf(sessionId), review, part: partIn(review, address) };
  }

  /** The session whose review is in the active editor. */
  get frontSession(): string | undefined {
    return reviewOf(tabInFront())?.sessionId;
  }

  async markReviewed(sessionId: string, reviewed: boolean): Promise<void> {
    const front = reviewOf(tabInFront());
    const isFront = front?.sessionId === sessionId;
    const seen = isFront ? this.reviewsByTab.get(keyOf(front))?.changedAt : undefined;
    const request = { sessionId, reviewed, ...(seen !== undefined && { seen }) };
    await this.parts.hub.call('markReviewed', request);
    const name = escapeIcons(plainTitle(this.titleOf(sessionId), 60));
    const part = sessionId === this.frontSession ? this.frontPart : undefined;
    const marked =
      part === undefined
        ? t('“{0}” is marked as reviewed', name)
        : t('“{0}” is marked as reviewed, with all {1} files of this review', name, part.count);
    const status = reviewed ? marked : t('“{0}” is no longer marked as reviewed', name);
    vscode.window.setStatusBarMessage(status, 4_000);
  }

  titleOf(sessionId: string): string {
    return sessionTitle({ title: this.parts.board.get(sessionId)?.title ?? '' });
  }

  private get frontPart(): ReviewPart | undefined {
    const address = reviewOf(tabInFront());
    const review = this.reviewsByTab.get(keyOf(address));
    return address && review && partIn(review, address);
  }

  private async show(open: ListedReview, opened: number): Promise<void> {
    const { sessionId, review, part } = open;
    const { scope } = review;
    const isRemote = isElsewhere(this.parts.board, sessionId);
    const rows = reviewRows(sessionId, review, opened, isRemote)
      .slice(part?.start, part?.end)
      .map(({ path: file, before, after }) => {
        const now = after === 'file' ? vscode.Uri.file(file) : after && reviewUri(after);
        const labelUri = !isRemote ? vscode.Uri.file(file) : (now ?? reviewUri(before));
        return [labelUri, reviewUri(before), now];
      });
    // Tabs of this review that are already open show an older state or a different part, so they
    // are closed.
    const before = reviewTabs().filter((tab) => isSame(reviewOf(tab), { sessionId, scope }));
    await vscode.commands.executeCommand('vscode.changes', titleIn(open), rows);
    // Makes the preview tab permanent; otherwise the next file that is opened would replace it.
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    await vscode.window.tabGroups.close(before);
  }

  private requestReview(sessionId: string, scope: ReviewScope): Promise<Review> {
    const signal = AbortSignal.timeout(reviewTimeoutMs);
    return this.parts.hub.call('review', { sessionId, scope }, signal);
  }

  /** Requests the review of a tab again, because the list of files is lost in a reload. */
  private async requestAgain(address: ReviewAddress): Promise<Review> {
    const { sessionId, scope, opened } = address;
    const review = await this.requestReview(sessionId, scope);
    this.reviewsByTab.set(keyOf(address), review);
    this.parts.notes.show({ sessionId, review }, opened, isElsewhere(this.parts.board, sessionId));
    this.updateContextKeys();
    return review;
  }

  /** Requests the review of each restored tab once. If that fails, `front` requests it again. */
  private restore(): void {
    if (this.parts.board.connection !== 'live') return;
    for (const tab of reviewTabs()) {
      const address = reviewOf(tab);
      const key = keyOf(address);
      if (address === undefined || this.reviewsByTab.has(key) || this.restored.has(key)) continue;
      this.restored.add(key);
      void this.requestAgain(address).catch(() => undefined); // The session may no longer exist.
    }
  }

  private async showNoChanges(sessionId: string, scope: ReviewScope, title: string): Promise<void> {
    const name = escapeForNotification(title);
    if (scope === 'all' || this.parts.board.get(sessionId)?.changes === undefined) {
      const message = t('“{0}” has changed no files, or their changes are undone.', name);
      void vscode.window.showInformationMessage(message);
      return;
    }
    const all = t('Review All Changes');
    const message = t('“{0}” has changed no files in its last turn.', name);
    const answer = await vscode.window.showInformationMessage(message, all);
    if (answer === all) await this.open(sessionId, 'all');
  }

  private update(): void {
    const open = new Set(reviewTabs().map((tab) => keyOf(reviewOf(tab))));
    for (const key of this.reviewsByTab.keys()) {
      // A review that is being opened has no tab yet.
      if (!open.has(key) && Date.now() - Number(key.split(' ')[0]) > reviewTimeoutMs)
        this.reviewsByTab.delete(key);
    }
    if (open.size === 0 && this.reviewsByTab.size === 0) this.parts.notes.clear();
    this.restore();
    this.updateContextKeys();
    this.changes.fire();
  }

  /** Updates the context keys for the menus of the active review. */
  private updateContextKeys(): void {
    const session = this.frontSession;
    const isReviewed =
      session !== undefined && this.parts.board.get(session)?.reviewed !== undefined;
    const value = session === undefined ? undefined : isReviewed ? 'reviewed' : 'open';
    this.setContext(contextKeys.review, value);
    const isAway = session !== undefined && isElsewhere(this.parts.board, session);
    this.setContext(contextKeys.reviewElsewhere, isAway ? 'true' : undefined);
    const part = this.frontPart;
    this.setContext(contextKeys.reviewPart, part && partPlace(part));
  }

  private setContext(key: string, value: string | undefined): void {
    if (value === this.contextValues.get(key)) return;
    this.contextValues.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}

function titleIn({ title, review, part }: ListedReview): string {
  const reviewTitle =
    review.scope === 'turn' ? t('Review: {0} – last turn', title) : t('Review: {0}', title);
  return part === undefined
    ? reviewTitle
    : t('{0} – files {1}–{2} of {3}', reviewTitle, part.start + 1, part.end, part.count);
}

/** The part that a tab shows, by its first file. */
function partIn({ files }: Review, { path }: ReviewAddress): ReviewPart | undefined {
  const start = files.findIndex((file) => file.path === path);
  return partFrom(Math.max(0, start), files.length);
}

function keyOf(address: Pick<ReviewAddress, 'sessionId' | 'scope' | 'opened'> | undefined): string {
  return `${address?.opened ?? 0} ${address?.scope ?? ''} ${address?.sessionId ?? ''}`;
}

function isSame(
  one: ReviewAddress | undefined,
  other: Pick<ReviewAddress, 'sessionId' | 'scope'>,
): boolean {
  return one?.sessionId === other.sessionId && one.scope === other.scope;
}
