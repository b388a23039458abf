import type { ReactNode } from 'react';
import { language as tongue, t } from '../../../../shared/words/l10n';
import type { Clipped, ItemPlace } from '../../../../shared/messages/readerItems';
import { useFold, useReader } from '../../reader';
import { Colored } from '../Code';
import { Scroller } from '../Scroller';

interface LongTextProps {
  readonly text: Clipped;
  readonly place: ItemPlace;
  /** Name under which the expanded state is stored. */
  readonly name: string;
  /** Renders the shown lines. */
  readonly children: (shown: string) => ReactNode;
}

interface Props extends Omit<LongTextProps, 'children'> {
  readonly label: string;
  readonly language?: string;
  readonly firstLine?: number | undefined;
}

/** Number of lines of a long text that are shown at first. */
const shownLines = 30;

/** Input or output of a tool as lines, truncated at first. */
export function Output({ text, place, name, label, language = '', firstLine }: Props) {
  return (
    <div className="output">
      <LongText text={text} place={place} name={name}>
        {(shown) => (
          <Scroller className="lines" aria-label={label}>
            {firstLine !== undefined && (
              <span className="line-numbers" aria-hidden="true">
                {shown
                  .split('\n')
                  .map((_, index) => firstLine + index)
                  .join('\n')}
              </span>
            )}
            <code>
              <Colored text={shown} language={language} />
            </code>
          </Scroller>
        )}
      </LongText>
    </div>
  );
}

/** The first lines of a long text, and a button that shows the others. */
export function LongText({ text, place, name, children }: LongTextProps) {
  const [all, toggle] = useFold(`${name} all`);
  const lines = text.text.split('\n');
  const isLong = lines.length > shownLines + 5;
  return (
    <>
      {children(isLong && !all ? lines.slice(0, shownLines).join('\n') : text.text)}
      {isLong && (
        <button type="button" className="quiet more" aria-expanded={all} onClick={toggle}>
          {all
            ? t('Show Fewer Lines')
            : t('Show All {0} Lines', lines.length.toLocaleString(tongue()))}
        </button>
      )}
      {(all || !isLong) && <LoadRest text={text} place={place} />}
    </>
  );
}

/** Button that loads the rest of a long text. */
export function LoadRest({ text, place }: { readonly text: Clipped; readonly place: ItemPlace }) {
  const { host } = useReader();
  if (text.more === 0) return null;
  const count = text.more.toLocaleString(tongue());
  return (
    <button
      type="button"
      className="quiet more"
      onClick={() => host.post({ type: 'whole', place: { at: place.at, part: place.part } })}
    >
      {t('Show {0} More Characters', count)}
    </button>
  );
}
