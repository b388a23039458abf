import { ChevronDown, ChevronUp } from 'lucide-react';
import { t } from '../../../../shared/words/l10n';
import type { ReviewFile, ReviewScope } from '../../../../shared/protocol/work/review';
import { Button } from '../../../components/Button';
import { ToolButton } from '../../../components/ToolButton';
import type { DiffLine } from '../../../diff/diffLines';
import { isSameLine, placeIn, type FileLineComment } from '../../review/comments';
import { Sheet } from '../Sheet';
import type { Comments } from './useComments';

interface Props {
  readonly file: ReviewFile;
  readonly scope: ReviewScope;
  readonly lines: readonly DiffLine[];
  /** Index of the tapped line. */
  readonly at: number;
  readonly comments: Comments;
  readonly onMove: (at: number) => void;
  readonly onClose: () => void;
}

/**
 * A comment on a line. A tap may miss the line by one, so the line can be changed while keeping the
 * text.
 */
export function CommentSheet({ file, scope, lines, at, comments, onMove, onClose }: Props) {
  const line = lines[at];
  if (line === undefined) return null;
  const comment = commentAt(file, scope, line, comments.all);
  const number = comment.line + 1;
  const write = (words: string): void => comments.write({ ...comment, words });
  const move = (by: 1 | -1) => (): void => {
    const to = lines[at + by];
    if (to === undefined) return;
    // The comment moves along only to a line without one, so that no comment is overwritten.
    const isFree = commentAt(file, scope, to, comments.all).words === '';
    if (comment.words !== '' && isFree) {
      comments.move(comment, { ...commentAt(file, scope, to, []), words: comment.words });
    }
    onMove(at + by);
  };
  return (
    <Sheet name={t('Comment')} closing="closeComment" onClose={onClose}>
      <div className="across">
        <p className="grows muted">
          {comment.side === 'before' ? t('Line {0}, as it was', number) : t('Line {0}', number)}
        </p>
        <ToolButton
          name={t('One Line Up')}
          Icon={ChevronUp}
          data-action="lineUp"
          disabled={at === 0}
          onClick={move(-1)}
        />
        <ToolButton
          name={t('One Line Down')}
          Icon={ChevronDown}
          data-action="lineDown"
          disabled={at === lines.length - 1}
          onClick={move(1)}
        />
      </div>
      <pre
        className="comment-code sunken note-size mono as-typed breaks"
        data-sign={line.sign}
        dir="ltr"
      >
        {comment.code || ' '}
      </pre>
      <textarea
        className="answer-words"
        aria-label={t('Comment on line {0}', number)}
        placeholder={t('What should be different here')}
        rows={4}
        dir="auto"
        value={comment.words}
        onChange={({ target }) => write(target.value)}
      />
      <div className="comment-end flex">
        {comment.words !== '' && (
          <Button
            name={t('Remove')}
            action="removeComment"
            onClick={() => {
              comments.remove(comment);
              onClose();
            }}
          />
        )}
        <Button name={t('Done')} action="endComment" primary onClick={onClose} />
      </div>
    </Sheet>
  );
}

/** The comment on a line, with an empty text if there is none. */
function commentAt(
  file: ReviewFile,
  scope: ReviewScope,
  line: DiffLine,
  all: readonly FileLineComment[],
): FileLineComment {
  const place = placeIn(file, scope, line);
  const code = line.parts.map(({ text }) => text).join('');
  return (
    all.find((one) => isSameLine(one, place)) ?? { ...place, name: file.name, code, words: '' }
  );
}
