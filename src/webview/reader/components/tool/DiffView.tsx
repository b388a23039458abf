import { Columns2 } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../../../shared/words/l10n';
import type { ItemOf, Replacement } from '../../../../shared/messages/readerItems';
import { DiffText } from '../../../diff/DiffText';
import { diffOf, type DiffLine } from '../../../diff/diffLines';
import { numbered } from '../../../numbered';
import { useFold, useReader } from '../../reader';
import { Scroller } from '../Scroller';

interface Props {
  readonly call: ItemOf<'tool'>;
  readonly result: ItemOf<'result'> | undefined;
  readonly replacements: readonly Replacement[];
  readonly name: string;
}

/** Number of lines of a long diff that are shown at first. */
const shownLines = 40;

/** Diff of an edit; changes are marked by signs as well as by colours. */
export function DiffView({ call, result, replacements, name }: Props) {
  const { host } = useReader();
  const diff = useMemo(() => diffOf(replacements, result?.hunks), [replacements, result?.hunks]);
  const [all, toggle] = useFold(`${name} all`);
  const count = diff.hunks.reduce((sum, lines) => sum + lines.length, 0);
  const isLong = count > shownLines + 5;
  const shown = isLong && !all ? firstLines(diff.hunks, shownLines) : diff.hunks;
  const open = () =>
    host.post({
      type: 'openDiff',
      call: { at: call.at, part: call.part },
      ...(result !== undefined && { result: { at: result.at, part: result.part } }),
    });
  return (
    <div className="diff">
      <div className="diff-head">
        <span className="figure">
          <span className="added">+{diff.added}</span>{' '}
          <span className="removed">−{diff.removed}</span>
        </span>
        {host.hasNoEditor !== true && (
          <button type="button" className="quiet" onClick={open}>
            <Columns2 className="icon" aria-hidden="true" /> {t('Open Diff in Editor')}
          </button>
        )}
      </div>
      <Scroller className="diff-lines" aria-label={t('Changed lines')}>
        {numbered(shown).map(({ id, value: lines }) => (
          <div className="hunk" key={id}>
            {numbered(lines).map(({ id, value }) => (
              <Line key={id} line={value} isNumbered={diff.isNumbered} />
            ))}
          </div>
        ))}
      </Scroller>
      {isLong && (
        <button type="button" className="quiet more" aria-expanded={all} onClick={toggle}>
          {all ? t('Show Fewer Lines') : t('Show All {0} Lines', count)}
        </button>
      )}
    </div>
  );
}

function firstLines(
  hunks: readonly (readonly DiffLine[])[],
  count: number,
): readonly (readonly DiffLine[])[] {
  const shown: (readonly DiffLine[])[] = [];
  let left = count;
  for (const lines of hunks) {
    if (left <= 0) break;
    shown.push(lines.slice(0, left));
    left -= lines.length;
  }
  return shown;
}

function Line({ line, isNumbered }: { readonly line: DiffLine; readonly isNumbered: boolean }) {
  const { sign, oldLine, newLine, parts } = line;
  return (
    <div className="diff-line" data-sign={sign}>
      {isNumbered && (
        <span className="line-number" aria-hidden="true">
          {newLine ?? oldLine}
        </span>
      )}
      <span className="sign">{sign === '-' ? '−' : sign}</span>
      <span className="diff-text">
        <DiffText parts={parts} />
      </span>
    </div>
  );
}
