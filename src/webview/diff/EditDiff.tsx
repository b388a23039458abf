import { useMemo, useState } from 'react';
import { counted, t } from '../../shared/words/l10n';
import type { EditViewProps } from '../components/request/editView';
import { pieceOfRequest } from '../decide/sight';
import { numbered } from '../numbered';
import { DiffText } from './DiffText';
import type { DiffLine } from './diffLines';
import { editChange } from './editChange';
import { LineCount } from './LineCount';

/** Number of lines of a long change that are shown at first. */
const atStart = 24;
const atEnd = 8;

/** An edit as removed and added lines. Long lines wrap, so that no text is beyond an edge. */
export function EditDiff({ removed, added, place, surroundings }: EditViewProps) {
  const [isOpen, setOpen] = useState(false);
  const { lines, plus, minus, isNumbered } = useMemo(
    () => editChange(removed, added, surroundings),
    [removed, added, surroundings],
  );
  const hidden = lines.length - atStart - atEnd;
  const isLong = hidden > 4;
  const shown = (some: readonly DiffLine[]) => (
    <div className="edit-lines sunken small mono" data-numbered={isNumbered} {...pieceOfRequest}>
      {numbered(some).map(({ id, value }) => (
        <Line key={id} line={value} />
      ))}
    </div>
  );
  return (
    <div className="edit stack gap-6">
      <p {...pieceOfRequest}>
        <LineCount added={plus} removed={minus} />
      </p>
      {shown(isLong && !isOpen ? lines.slice(0, atStart) : lines)}
      {isLong && (
        <button
          type="button"
          className="fold flows apart rounded small blue"
          data-action={`fold-${place}`}
          aria-expanded={isOpen}
          {...(!isOpen && pieceOfRequest)}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? (
            t('Show Less')
          ) : (
            <>
              <span className="text">
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

function Line({ line }: { readonly line: DiffLine }) {
  const { sign, oldLine, newLine, parts } = line;
  const number = newLine ?? oldLine;
  return (
    <div className="edit-line grid gap-6" data-sign={sign}>
      {number !== undefined && (
        <span className="muted end no-select" aria-hidden="true">
          {number}
        </span>
      )}
      <span className="edit-sign muted centered">{sign === '-' ? '−' : sign}</span>
      <span className="edit-text as-typed breaks">
        <DiffText parts={parts} />
      </span>
    </div>
  );
}
