import { choicesFor, type ActionCommand } from '../../../shared/actions/sessionActions';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import type { Calls } from '../../link/hubClient';
import { commandIds, type SessionTarget } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { MementoStore } from '../board/arrangements';
import { type LineComments, registerCommentCommands } from '../comments/lineComments';
import { isElsewhere } from '../machines/elsewhere';
import { registerHandlers } from '../registerHandlers';
import { pickSession } from '../pickSession';
import { targetOf } from '../sessionTarget';
import { commitStaged, revertFile, stageAll, stageFile } from './reviewActions';
import { type ListedReview, EditorReviews } from './reviews';
import { OtherNotes } from './otherNotes';
import { ReviewComments } from './reviewComments';
import { ReviewTexts } from './reviewTexts';

export interface ReviewViewParts {
  /** Stores comments that were not sent yet. */
  readonly memento: MementoStore;
  /** Rejects with a sentence for the person. */
  readonly sendPrompt: (sessionId: string, text: string) => Promise<void>;
  /** Comments on plans, because the editor's comment actions are registered once for both. */
  readonly planComments: LineComments;
  readonly board: BoardModel;
  readonly hub: Calls<'review' | 'reviewText' | 'markReviewed'>;
  /** The transcript in the active editor; undefined if it shows none. */
  readonly frontTranscript: () => SessionTarget | undefined;
}

/** Registers the reviews of sessions' changes and the commands on them. */
export function registerReviews(
  parts: ReviewViewParts,
): Disposable & { readonly front: SessionTarget | undefined } {
  const { board, hub, frontTranscript, memento, sendPrompt, planComments } = parts;
  const lifetime = new DisposableStore();
  lifetime.add(new ReviewTexts(hub, board));
  const notes = lifetime.add(new OtherNotes());
  const reviews = lifetime.add(new EditorReviews({ board, hub, notes }));
  const comments = lifetime.add(new ReviewComments({ reviews, memento, sendPrompt }));
  lifetime.add(registerCommentCommands([planComments, comments.lines]));
  /**
   * Creates a handler for the session in the argument; without one, for the session in the active
   * editor or one that the person picks.
   */
  const withSession =
    (command: ActionCommand, act: (sessionId: string) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const front = reviews.frontSession;
      const target =
        targetOf(argument) ??
        (front === undefined ? frontTranscript() : { sessionId: front }) ??
        (await pickSession(choicesFor(command, board.sessions)));
      if (target !== undefined) await act(target.sessionId);
    };
  /** Creates a handler for the review in the active editor; throws if there is none. */
  const withFront =
    (act: (review: ListedReview, argument: unknown) => Promise<void>) =>
    async (argument: unknown): Promise<void> => {
      const review = await reviews.front();
      if (review === undefined) throw new Error(t('First open Review Changes for a session.'));
      await act(review, argument);
    };
  /**
   * Like `withFront`, for commands that change files: throws if the files are on another machine.
   */
  const withFilesHere = (act: (review: ListedReview, argument: unknown) => Promise<void>) =>
    withFront(async (review, argument) => {
      if (isElsewhere(board, review.sessionId)) {
        throw new Error(
          t(
            'These files are on another machine. “Open Project in New Window” leads to where this can be done.',
          ),
        );
      }
      await act(review, argument);
    });
  const handlers: Readonly<Record<string, (argument: unknown) => Promise<void>>> = {
    [commandIds.reviewChanges]: withSession('reviewChanges', (id) => reviews.open(id, 'turn')),
    [commandIds.reviewAllChanges]: withSession('reviewAllChanges', (id) => reviews.open(id, 'all')),
    [commandIds.markReviewed]: withSession('markReviewed', (id) => reviews.markReviewed(id, true)),
    [commandIds.markNotReviewed]: withSession('markNotReviewed', (id) =>
      reviews.markReviewed(id, false),
    ),
    [commandIds.nextReviewFiles]: () => reviews.showOtherPart(1),
    [commandIds.previousReviewFiles]: () => reviews.showOtherPart(-1),
    [commandIds.stageReviewed]: withFilesHere(stageFile),
    [commandIds.stageAllReviewed]: withFilesHere(stageAll),
    [commandIds.revertReviewed]: withFilesHere((review, file) => revertFile(hub, review, file)),
    [commandIds.commitReviewed]: withFilesHere(commitStaged),
    [commandIds.sendReviewComments]: withFront(({ sessionId }) => comments.send(sessionId)),
  };
  lifetime.add(registerHandlers(handlers));
  return {
    get front() {
      const sessionId = reviews.frontSession;
      return sessionId === undefined ? undefined : { sessionId };
    },
    dispose: () => lifetime.dispose(),
  };
}
