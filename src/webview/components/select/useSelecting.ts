import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import {
  focusSession,
  cardIdsAround,
  cardIdsOfGroup,
  isField,
  moveFocus,
  selectableSessionAt,
  sessionAround,
} from '../../keys/focus';
import { usePage, useView } from '../../page';

/** Selects cards by a click or key with a modifier, before the card handles the event. */
export function useSelecting(root: RefObject<HTMLElement | null>) {
  const layout = useView((state) => state.layout);
  const { selection } = usePage();

  const pick = (event: MouseEvent): void => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    if (!(ctrlKey || metaKey || shiftKey) || !(target instanceof Element) || !root.current) return;
    const sessionId = selectableSessionAt(target);
    if (sessionId === undefined) return;
    event.preventDefault(); // Prevents the browser from selecting text.
    event.stopPropagation();
    if (event.type === 'mousedown') return;
    if (shiftKey) selection.addRange(sessionId, cardIdsAround(root.current, target, layout));
    else selection.toggle(sessionId);
    focusSession(root.current, sessionId);
  };

  const onKeyDownCapture = (event: KeyboardEvent): void => {
    const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || !root.current || !(target instanceof Element) || isField(target)) return;
    const command = ctrlKey || metaKey;
    if (command && !shiftKey && key.toLowerCase() === 'a') {
      const ids = cardIdsOfGroup(target);
      if (ids.length === 0) return;
      selection.add(ids);
    } else if (shiftKey && !command && (key === 'ArrowUp' || key === 'ArrowDown')) {
      const from = sessionAround(target);
      if (from === undefined) return;
      selection.anchor ??= from;
      moveFocus(root.current, target, key, layout);
      const to = document.activeElement && sessionAround(document.activeElement);
      selection.addRange(to ?? from, cardIdsAround(root.current, target, layout));
    } else return;
    event.preventDefault();
    event.stopPropagation(); // Prevents the editor from selecting all text of the page.
  };

  return { onMouseDownCapture: pick, onClickCapture: pick, onKeyDownCapture };
}
