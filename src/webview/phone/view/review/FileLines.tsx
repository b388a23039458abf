import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { counted, t } from '../../../../shared/words/l10n';
import type { ReviewFile, ReviewScope } from '../../../../shared/protocol/work/review';
import { numbered } from '../../../numbered';
import { DiffText } from '../../../diff/DiffText';
import { diffOf, type DiffLine } from '../../../diff/diffLines';
import { sideOf, commentTextsOn, type LineWords } from '../../review/comments';
import type { FileTexts } from '../../review/openReview';
import {
  digitsOf,
  linesAtOnce,
  numberOf,
  stretchesOf,
  unfolded,
  withinLimit,
  type LineStretch,
} from '../../review/stretches';
import { LineCount } from '../../../diff/LineCount';
import { useIsWatchOnly } from '../phone';
import { CommentSheet } from './CommentSheet';
import { useComments } from './useComments';

interface Props {
  readonly sessionId: string;
  readonly scope: ReviewScope;
  readonly file: ReviewFile;
  readonly texts: FileTexts;
}

/** A file with its removed and added lines. Long lines wrap, so that no text is beyond an edge. */
export function FileLines({ sessionId, scope, file, texts }: Props) {
  const { lines, stretches, added, removed, digits } = useMemo(() => compareLines(texts), [texts]);
  const [most, setMost] = useState(linesAtOnce);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const comments = useComments(sessionId);
  const words = useMemo(() => commentTextsOn(file, scope, comments.all), [file, scope, comments]);
  const isWatchOnly = useIsWatchOnly();
  const [commented, setCommented] = useState<number>();
  if (added + removed === 0) {
    return (
      <p className="muted">
        {texts.before === texts.after
          ? t('Its lines are as they were.')
          : t('Its lines are as they were; only line breaks differ.')}
      </p>
    );
  }
  const shown = withinLimit(stretches, most);
  const hiddenLineCount = stretches
    .slice(shown.length)
    .reduce((sum, one) => sum + one.lines.length, 0);
  return (
    <>
      <div className="review-count across wraps apart">
        <LineCount added={added} removed={removed} />
        {!isWatchOnly && (
          <button
            type="button"
            className="quiet"
            data-action="comment"
            title={t('A touch on a line does the same')}
            onClick={() => setCommented(lines.findIndex(({ sign }) => sign !== ' '))}
          >
            {t('Comment on a Line…')}
          </button>
        )}
      </div>
      <div className="review-lines mono" style={{ ['--digits' as string]: digits }}>
        {unfolded(shown, open).map((stretch) =>
          stretch.isFolded ? (
            <button
              key={stretch.start}
              type="button"
              className="review-fold block wide surface note-size blue centered"
              data-action={`unfold-${stretch.start}`}
              onClick={() => setOpen(new Set([...open, stretch.start]))}
            >
              {counted(stretch.lines.length, 'One unchanged line', '{0} unchanged lines')}
            </button>
          ) : (
            <Lines
              key={stretch.start}
              stretch={stretch}
              words={words}
              onTouch={isWatchOnly ? undefined : setCommented}
            />
          ),
        )}
      </div>
      {hiddenLineCount > 0 && (
        <button
          type="button"
          className="secondary"
          data-action="moreLines"
          onClick={() => setMost(most + linesAtOnce)}
        >
          {counted(hiddenLineCount, 'Show One More Line', 'Show More of {0} Lines')}
        </button>
      )}
      {commented !== undefined && (
        <CommentSheet
          file={file}
          scope={scope}
          lines={lines}
          at={commented}
          comments={comments}
          onMove={setCommented}
          onClose={() => setCommented(undefined)}
        />
      )}
    </>
  );
}

interface LinesProps {
  readonly stretch: LineStretch;
  readonly words: LineWords;
  /** Receives the index of the tapped line; absent if comments are not allowed. */
  readonly onTouch: ((at: number) => void) | undefined;
}

function Lines({ stretch: { start, lines }, words, onTouch }: LinesProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    if (element === null || onTouch === undefined) return undefined;
    // Keyboard users choose a line with the button above; a tab stop for each line would be
    // unusable.
    const onClick = ({ target }: MouseEvent): void => {
      const line = target instanceof Element ? target.closest('[data-line]') : null;
      // A tap that ends a text selection is ignored.
      if (line instanceof HTMLElement && getSelection()?.isCollapsed !== false) {
        onTouch(Number(line.dataset['line']));
      }
    };
    element.addEventListener('click', onClick);
    return () => element.removeEventListener('click', onClick);
  }, [onTouch]);
  return (
    <div ref={container} className="review-stretch">
      {numbered(lines).map(({ id, value }) => (
        <Line key={id} at={start + id} line={value} words={wordsAt(words, value)} />
      ))}
    </div>
  );
}

function wordsAt(words: LineWords, line: DiffLine): string | undefined {
  const { side, line: at } = sideOf(line);
  return words[side].get(at);
}

interface LineProps {
  readonly at: number;
  readonly line: DiffLine;
  readonly words: string | undefined;
}

/** Memoized, because thousands of lines stay mounted while a comment is typed. */
const Line = memo(function Line({ at, line, words }: LineProps) {
  const { sign, parts } = line;
  return (
    <>
      <div className="review-line grid gap-6" data-sign={sign} data-line={at}>
        <span className="muted digits end no-select" aria-hidden="true">
          {numberOf(line)}
        </span>
        <span className="edit-sign muted centered">{sign === '-' ? '−' : sign}</span>
        <span className="edit-text as-typed breaks">
          <DiffText parts={parts} />
        </span>
      </div>
      {words !== undefined && (
        <p
          className="review-note rounded surface text-size bright as-typed breaks"
          data-line={at}
          dir="auto"
        >
          {words}
        </p>
      )}
    </>
  );
});

function compareLines({ before, after }: FileTexts) {
  const { hunks, added, removed } = diffOf([{ before, after }], undefined, Infinity);
  const lines = hunks.flat();
  return { lines, stretches: stretchesOf(lines), added, removed, digits: digitsOf(lines) };
}
