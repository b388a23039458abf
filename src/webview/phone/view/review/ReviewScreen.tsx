import { use, useEffect, useMemo } from 'react';
import { t } from '../../../../shared/words/l10n';
import { useStore } from '../../../store';
import type { OpenReview } from '../../review/openReview';
import { ReviewsContext } from '../../review/reviewCache';
import { ReviewFiles } from './ReviewFiles';
import { ReviewedFile } from './ReviewedFile';

interface Props {
  readonly sessionId: string;
  /** Open file; absent for the list. */
  readonly path?: string | undefined;
}

/** What a session changed: its files, or one of them line by line. */
export function ReviewScreen({ sessionId, path }: Props) {
  const reviews = use(ReviewsContext);
  const review = useMemo(() => reviews?.of(sessionId), [reviews, sessionId]);
  return (
    <main className="review-screen" aria-label={t('Review')}>
      {review !== undefined && <Opened review={review} path={path} />}
    </main>
  );
}

function Opened({
  review,
  path,
}: {
  readonly review: OpenReview;
  readonly path: string | undefined;
}) {
  const scope = useStore(review.state, (state) => state.scope);
  const list = useStore(review.state, (state) => state.lists[state.scope].value);
  useEffect(() => review.load(scope), [review, scope]);
  const file = list?.files.find((one) => one.path === path);
  // A link may name a file that is no longer in the list.
  return file === undefined || list === undefined ? (
    <ReviewFiles review={review} />
  ) : (
    <ReviewedFile key={file.path} review={review} files={list.files} file={file} />
  );
}
