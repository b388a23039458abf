import { useMemo, useState } from 'react';
import { counted, t } from '../../shared/words/l10n';
import type { EditViewProps } from '../components/request/editView';
import { pieceOfRequest } from '../decide/sight';
import { numbered } from '../numbered';
import { DiffText } from './DiffText';
import { diffOf, type DiffLine } from './diffLines';
import { LineCount } from './LineCount';

/** Lines of a long change that are shown at first. */
const atStart = 24;
const atEnd = 8;

/** An edit as lines that go and lines that come. Lines are broken where they are too long, so that nothing is beyond an edge. */
export function EditDiff({ removed, added, place }: EditViewProps) {
  const [isOpen, setOpen] = useState(false);
  const { lines, plus, minus } = useMemo(() => changeOf(removed, added), [removed, added]);
  const hidden = lines.length - atStart - atEnd;
  const isLong = hidden > 4;
  const shown = (some: readonly DiffLine[]) => (
    <div className="edit-lines" {...pieceOfRequest}>
      {numbered(some).map(({ id, value }) => (
        <Line key={id} line={value} />
      ))}
    </div>
  );
  return (
    <div className="edit">
      <p {...pieceOfRequest}>
        <LineCount added={plus} removed={minus} />
      </p>
      {shown(isLong && !isOpen ? lines.slice(0, atStart) : lines)}
      {isLong && (
        <button
          type="button"
          className="fold"
          data-action={`fold-${place}`}
          aria-expanded={isOpen}
          {...(!isOpen && pieceOfRequest)}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? (
            t('Show Less')
          ) : (
            <>
              <span className="fold-count">
                {counted(hidden, '… one line between', '… {0} lines between')}
              </span>{' '}
              <span>{t('Show All')}</span>
            </>
          )}
        </button>
      )}
      {isLong && !isOpen && shown(lines.slice(-atEnd))}
    </div>
  );
}

function Line({ line: { sign, parts } }: { readonly line: DiffLine }) {
  return (
    <div className="edit-line" data-sign={sign}>
      <span className="edit-sign">{sign === '-' ? '−' : sign}</span>
      <span className="edit-text">
        <DiffText parts={parts} />
      </span>
    </div>
  );
}

interface Change {
  readonly lines: readonly DiffLine[];
  readonly plus: number;
  readonly minus: number;
}

/** All lines of both texts. A line break at the end of one alone is a change, too, which a comparison by lines does not see. */
function changeOf(removed: string, added: string): Change {
  const isSameEnd = removed.endsWith('\n') === added.endsWith('\n');
  if (isSameEnd || removed === '' || added === '') {
    const diff = diffOf([{ before: removed, after: added }], undefined, Infinity);
    return { lines: diff.hunks.flat(), plus: diff.added, minus: diff.removed };
  }
  const whole = (text: string, sign: '-' | '+'): readonly DiffLine[] =>
    text.split('\n').map((line) => ({
      sign,
      oldLine: undefined,
      newLine: undefined,
      parts: [{ text: line, isChange: false }],
    }));
  const [before, after] = [whole(removed, '-'), whole(added, '+')];
  return { lines: [...before, ...after], plus: after.length, minus: before.length };
}
