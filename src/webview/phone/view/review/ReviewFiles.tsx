import { FileDiff, FileMinus, FilePlus, FileSymlink, type LucideIcon } from 'lucide-react';
import { counted, t } from '../../../../shared/words/l10n';
import { othersText } from '../../../../shared/board/texts/reviewText';
import { plainLine } from '../../../../shared/text/plainText';
import type { Review, ReviewFile, ReviewScope } from '../../../../shared/protocol/work/review';
import { useBoard } from '../../../page';
import { useStore } from '../../../store';
import type { OpenReview } from '../../review/openReview';
import { kindName, filePlace, scopeName, unreadableText } from '../../review/reviewWords';
import { usePhone } from '../phone';
import { useFocusedHeading } from '../useFocusedHeading';
import { LineCount } from '../../../diff/LineCount';
import { LoadingNote } from './LoadingNote';
import { CommentList } from './CommentList';
import { MarkBar } from './MarkBar';

const changeLooks: Readonly<
  Record<ReviewFile['kind'], { readonly Icon: LucideIcon; readonly tone: string }>
> = {
  changed: { Icon: FileDiff, tone: 'gray' },
  new: { Icon: FilePlus, tone: 'green' },
  deleted: { Icon: FileMinus, tone: 'red' },
  renamed: { Icon: FileSymlink, tone: 'blue' },
};

const scopes: readonly ReviewScope[] = ['turn', 'all'];

/** The files that a session changed. */
export function ReviewFiles({ review }: { readonly review: OpenReview }) {
  const listAnswer = useStore(review.state, (state) => state.lists[state.scope]);
  const title = useBoard(({ sessions }) => sessions.get(review.sessionId)?.title);
  const heading = useFocusedHeading(t('Review Changes'));
  return (
    <>
      <div className="screen review-list stack gap-12 grows shrinks-down">
        <header className="review-head stack gap-4">
          <h2 ref={heading} className="whole-title bright breaks" tabIndex={-1}>
            {t('Review Changes')}
          </h2>
          {title !== undefined && (
            <p className="muted breaks" dir="auto">
              {plainLine(title, 300)}
            </p>
          )}
        </header>
        <Scopes review={review} />
        <LoadingNote
          asked={listAnswer}
          loading={t('Loading the changes…')}
          onRetry={() => review.load(review.state.get().scope)}
        />
        <CommentList review={review} />
        {listAnswer.value !== undefined && (
          <Listed sessionId={review.sessionId} list={listAnswer.value} />
        )}
      </div>
      <MarkBar
        sessionId={review.sessionId}
        isRead={listAnswer.value !== undefined}
        seen={listAnswer.value?.changedAt}
      />
    </>
  );
}

/** Chooses the scope of the review. */
function Scopes({ review }: { readonly review: OpenReview }) {
  const chosen = useStore(review.state, (state) => state.scope);
  return (
    <fieldset className="review-scopes grid shrinks lined rounder">
      <legend className="visually-hidden">{t('Changes of')}</legend>
      {scopes.map((scope) => (
        <button
          key={scope}
          type="button"
          className="review-scope muted bold centered"
          data-action={`scope-${scope}`}
          aria-pressed={scope === chosen}
          onClick={() => review.choose(scope)}
        >
          {scopeName(scope)}
        </button>
      ))}
    </fieldset>
  );
}

function Listed({ sessionId, list }: { readonly sessionId: string; readonly list: Review }) {
  const { files, more, branch } = list;
  if (files.length === 0) return <p className="muted">{t('Nothing was changed.')}</p>;
  const total = (side: 'added' | 'removed') =>
    files.reduce((sum, file) => sum + (file[side] ?? 0), 0);
  return (
    <>
      <p className="across-text wraps gap-2-12 text-size muted">
        <span>{counted(files.length + more, 'One file', '{0} files')}</span>
        <LineCount added={total('added')} removed={total('removed')} />
        {branch !== undefined && (
          <span className="note-size mono breaks">{plainLine(branch, 200)}</span>
        )}
      </p>
      <ul className="review-files stack clips frame">
        {files.map((file) => (
          <li key={file.path}>
            <Entry sessionId={sessionId} file={file} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="muted">
          {counted(
            more,
            'One more file is not listed. Review it at the computer.',
            '{0} more files are not listed. Review them at the computer.',
          )}
        </p>
      )}
    </>
  );
}

/** A file in the list; a tap anywhere on it opens the file. */
function Entry({ sessionId, file }: { readonly sessionId: string; readonly file: ReviewFile }) {
  const { screens } = usePhone();
  const { kind, path, added, removed, committed } = file;
  const { folder, base } = filePlace(file);
  const { Icon, tone } = changeLooks[kind];
  const otherSessions = othersText(file);
  const unreadable = unreadableText(file);
  return (
    <button
      type="button"
      className="review-file icon-text wide"
      data-tone={tone}
      onClick={() => screens.open({ kind: 'review', sessionId, path })}
    >
      <Icon className="icon toned icon-22" aria-hidden="true" />
      <span className="review-name breaks" dir="ltr">
        <span className="muted regular">{folder}</span>
        <span className="review-base bright">{base}</span>
      </span>
      <span className="review-facts across-text wraps gap-2-12 note-size muted">
        <span>{kindName(file)}</span>
        {(added !== undefined || removed !== undefined) && (
          <LineCount added={added ?? 0} removed={removed ?? 0} />
        )}
        {committed === true && <span>{t('Committed')}</span>}
        {unreadable !== undefined && <span>{unreadable}</span>}
        {otherSessions !== undefined && (
          <span className="note-size amber bold">{otherSessions}</span>
        )}
      </span>
    </button>
  );
}
