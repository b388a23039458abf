import { useLayoutEffect, useRef } from 'react';
import { t } from '../../../shared/words/l10n';
import { useStore } from '../../store';
import { useReader, useTranscript } from '../reader';
import { RowView } from './RowView';
import { useHighlights } from './useHighlights';

/** The rows on and near the screen, with spacers for all others. */
export function TranscriptList() {
  const { transcript } = useReader();
  const { list } = transcript;
  const rows = useTranscript((state) => state.rows);
  const reading = useTranscript((state) => state.reading);
  const { first, end, above, below } = useStore(list.shown, (shown) => shown);
  const viewport = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const bottom = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (viewport.current !== null) return list.attach(viewport.current);
    return undefined;
  }, [list]);
  useLayoutEffect(() => {
    // Set by script, because the page's content security policy forbids style attributes.
    if (top.current !== null) top.current.style.blockSize = `${above}px`;
    if (bottom.current !== null) bottom.current.style.blockSize = `${below}px`;
    list.onCommitted();
  });
  useHighlights(canvas, `${first} ${end}`);
  return (
    <div
      className="viewport"
      ref={viewport}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be reachable by keyboard
      tabIndex={0}
      role="feed"
      aria-label={t('Transcript')}
      aria-busy={reading}
    >
      <div ref={canvas} className="canvas">
        <div ref={top} />
        {rows.slice(first, end).map((row) => (
          <RowView key={row.key} row={row} />
        ))}
        <div ref={bottom} />
      </div>
    </div>
  );
}
