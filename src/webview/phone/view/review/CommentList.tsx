import { MessageSquareText } from 'lucide-react';
import { counted, t } from '../../../../shared/words/l10n';
import { plainLine } from '../../../../shared/text/plainText';
import { HostGuard } from '../../../components/HostGuard';
import { useBoard, usePage } from '../../../page';
import {
  isControlled,
  canPageActOn,
  canReceivePrompts,
} from '../../../../shared/actions/cardFacts';
import { promptOf, type FileLineComment } from '../../review/comments';
import type { OpenReview } from '../../review/openReview';
import { filePlace } from '../../review/reviewWords';
import { usePhone, useIsWatchOnly } from '../phone';
import { useComments } from './useComments';

/** All comments on the changes of a session, to be sent as one prompt. */
export function CommentList({ review }: { readonly review: OpenReview }) {
  const { sessionId } = review;
  const page = usePage();
  const { screens } = usePhone();
  const isWatchOnly = useIsWatchOnly();
  const comments = useComments(sessionId);
  const session = useBoard(({ sessions }) => sessions.get(sessionId));
  const hasControl = useBoard(
    ({ control }) => session !== undefined && isControlled(control, session),
  );
  if (comments.all.length === 0 || isWatchOnly) return null;
  const text = promptOf(comments.all);
  const canSendPrompts =
    hasControl &&
    session !== undefined &&
    canPageActOn(page.place, session) &&
    canReceivePrompts(session);
  const send = (): void => {
    if (session === undefined || text === undefined || !page.prompts.add(session, text)) return;
    comments.clear();
    page.board.announcer.announce(t('Sent as a prompt.'));
  };
  const open = ({ scope, path }: FileLineComment): void => {
    if (scope !== undefined) review.choose(scope);
    screens.open({ kind: 'review', sessionId, path });
  };
  return (
    <section className="comment-list stack gap-10 rounder surface" aria-labelledby="comments-name">
      <h3 id="comments-name" className="bright">
        {counted(comments.all.length, 'One comment', '{0} comments')}
      </h3>
      <ul>
        {comments.all.map((comment) => (
          <li key={keyOf(comment)}>
            <button
              type="button"
              className="comment-entry icon-text wide"
              onClick={() => open(comment)}
            >
              <MessageSquareText className="icon blue icon-20" aria-hidden="true" />
              <span className="note-size muted mono breaks" dir="ltr">
                {filePlace(comment).base}:{comment.line + 1}
              </span>
              <span className="bright breaks" dir="auto">
                {plainLine(comment.words, 300)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {canSendPrompts ? (
        <HostGuard>
          <button
            type="button"
            className="primary"
            data-action="sendComments"
            disabled={text === undefined}
            onClick={send}
          >
            {t('Send as Prompt')}
          </button>
        </HostGuard>
      ) : (
        <p className="muted">
          {t('This session takes no prompt from here now. The comments are kept on this phone.')}
        </p>
      )}
    </section>
  );
}

function keyOf({ scope, side, line, path }: FileLineComment): string {
  return `${scope ?? ''} ${side} ${line} ${path}`;
}
