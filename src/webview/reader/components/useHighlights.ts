import { useLayoutEffect, useRef, type RefObject } from 'react';
import { keyOf } from '../../../shared/messages/readerItems';
import { useStore } from '../../store';
import { useFind, useReader } from '../reader';

/** Maximum number of matches that are highlighted. */
const maxMarks = 2_000;

/** Highlights matches in the rendered rows, without changing the DOM. */
export function useHighlights(root: RefObject<HTMLElement | null>, shown: string): void {
  const reader = useReader();
  const text = useFind((state) => (state.open ? state.text : ''));
  const matchCase = useFind((state) => state.matchCase);
  const place = useFind((state) => state.places[state.at]);
  const rows = useStore(reader.transcript.state, (state) => state.rows);
  const folds = useStore(reader.folds, (value) => value);
  const wanted = useRef(place);
  useLayoutEffect(() => {
    wanted.current = place;
  }, [place]);
  useLayoutEffect(() => {
    const { transcript } = reader;
    const current =
      place && (transcript.runKeysOf(place)?.call ?? transcript.rowOf(place) ?? keyOf(place));
    const draw = (): void => {
      if (root.current === null) return;
      const found = highlightMatches(root.current, text, matchCase, current);
      if (found === undefined || wanted.current === undefined) return;
      wanted.current = undefined;
      transcript.list.reveal(found.getBoundingClientRect());
    };
    draw();
    // Items that a jump expands are rendered after this effect.
    const frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the effect highlights what these values render
  }, [reader, root, text, matchCase, place, shown, rows, folds]);
}

function highlightMatches(
  root: HTMLElement,
  text: string,
  matchCase: boolean,
  current: string | undefined,
): Range | undefined {
  // Older browsers of phones do not support highlights.
  if (!('highlights' in CSS)) return undefined;
  CSS.highlights.delete('found');
  CSS.highlights.delete('found-current');
  if (text === '') return undefined;
  const wanted = matchCase ? text : text.toLowerCase();
  const otherRanges: Range[] = [];
  const currentRanges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const content = node.textContent ?? '';
    const value = matchCase ? content : content.toLowerCase();
    // Lower-casing may change the length of a text, so that indexes no longer match.
    if (value.length !== content.length) continue;
    for (let at = value.indexOf(wanted); at >= 0; at = value.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const item = node.parentElement?.closest<HTMLElement>('[data-item]')?.dataset['item'];
      (item !== undefined && item === current ? currentRanges : otherRanges).push(range);
      if (otherRanges.length + currentRanges.length >= maxMarks) break;
    }
  }
  CSS.highlights.set('found', new Highlight(...otherRanges));
  CSS.highlights.set('found-current', new Highlight(...currentRanges));
  return currentRanges[0];
}
