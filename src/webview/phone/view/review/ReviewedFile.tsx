import { ChevronLeft, ChevronRight, MessageSquareText } from 'lucide-react';
import { useEffect } from 'react';
import { counted, t } from '../../../../shared/words/l10n';
import { othersText } from '../../../../shared/board/texts/reviewText';
import type { ReviewFile } from '../../../../shared/protocol/work/review';
import { ToolButton } from '../../../components/ToolButton';
import { useStore } from '../../../store';
import { textKey, type OpenReview } from '../../review/openReview';
import { kindName, filePlace, unreadableText } from '../../review/reviewWords';
import { usePhone } from '../phone';
import { useFocusedHeading } from '../useFocusedHeading';
import { LoadingNote } from './LoadingNote';
import { FileLines } from './FileLines';
import { useComments } from './useComments';

interface Props {
  readonly review: OpenReview;
  readonly files: readonly ReviewFile[];
  /** One of `files`. */
  readonly file: ReviewFile;
}

/** One file of a review, line by line, with buttons to its neighbours. */
export function ReviewedFile({ review, files, file }: Props) {
  const { folder, base } = filePlace(file);
  const heading = useFocusedHeading(base);
  const otherSessions = othersText(file);
  const unreadable = unreadableText(file);
  return (
    <>
      <div className="screen review-text stack gap-12 grows shrinks-down">
        <header className="review-head stack gap-4">
          <h2 ref={heading} className="review-path breaks" tabIndex={-1} dir="ltr">
            <span className="muted regular">{folder}</span>
            <span className="review-base bright">{base}</span>
          </h2>
          <p className="review-facts across-text wraps gap-2-12 note-size muted">
            <span>{kindName(file)}</span>
            {file.committed === true && <span>{t('Committed')}</span>}
            {otherSessions !== undefined && (
              <span className="note-size amber bold">{otherSessions}</span>
            )}
          </p>
          {file.against === 'nothing' && (
            <p className="note-size amber bold">
              {t('What it was before is not known: all of it is shown as new.')}
            </p>
          )}
        </header>
        {unreadable === undefined ? (
          <Texts review={review} file={file} />
        ) : (
          <p className="muted">{unreadable}</p>
        )}
      </div>
      <FileNavigation sessionId={review.sessionId} files={files} file={file} />
    </>
  );
}

/** The lines of a file, requested when first needed. */
function Texts({ review, file }: Pick<Props, 'review' | 'file'>) {
  const scope = useStore(review.state, (state) => state.scope);
  const textAnswer = useStore(review.state, ({ texts }) => texts.get(textKey(scope, file))) ?? {};
  useEffect(() => review.read(file), [review, file]);
  return (
    <>
      <LoadingNote
        asked={textAnswer}
        loading={t('Loading the lines…')}
        onRetry={() => review.read(file)}
      />
      {textAnswer.value !== undefined && (
        <FileLines
          sessionId={review.sessionId}
          scope={scope}
          file={file}
          texts={textAnswer.value}
        />
      )}
    </>
  );
}

interface FileNavigationProps {
  readonly sessionId: string;
  readonly files: readonly ReviewFile[];
  readonly file: ReviewFile;
}

/** Buttons to the previous and the next file. */
function FileNavigation({ sessionId, files, file }: FileNavigationProps) {
  const { screens } = usePhone();
  const at = files.indexOf(file);
  const [before, after] = [files[at - 1], files[at + 1]];
  const open = ({ path }: ReviewFile) => screens.open({ kind: 'review', sessionId, path });
  const { all } = useComments(sessionId);
  if (files.length < 2 && all.length === 0) return null;
  return (
    <div className="card-bar rigid line-above">
      {all.length > 0 && (
        <button
          type="button"
          className="secondary review-comments across gap-8 wide"
          data-action="comments"
          onClick={() => screens.back()}
        >
          <MessageSquareText className="icon" aria-hidden="true" />
          {counted(all.length, 'One comment', '{0} comments')}
        </button>
      )}
      <nav className="review-ways icon-text-end middle" aria-label={t('Files')}>
        <ToolButton
          name={t('Previous File')}
          Icon={ChevronLeft}
          data-action="previousFile"
          disabled={before === undefined}
          onClick={() => before && open(before)}
        />
        <span className="muted digits centered">{t('{0} of {1}', at + 1, files.length)}</span>
        <ToolButton
          name={t('Next File')}
          Icon={ChevronRight}
          data-action="nextFile"
          disabled={after === undefined}
          onClick={() => after && open(after)}
        />
      </nav>
    </div>
  );
}
