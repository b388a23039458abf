import { useEffect, useMemo, type RefObject } from 'react';
import { isField } from '../../keys/focus';
import type { FixedLists } from '../../layout/renderedCards';
import { usePage, useView } from '../../page';
import { isPaneInPlace, openSections } from '../../view';

/**
 * Keeps all cards in place while the pointer is over the lists or the page has the focus, except
 * while the pane replaces the lists. Notices above the lists are delayed meanwhile.
 */
export function useFixedLists(root: RefObject<HTMLElement | null>, tabbed: boolean): void {
  const { board, view } = usePage();
  const isInColumns = useView(({ layout }) => layout === 'columns');
  const hasPaneInPlace = useView(isPaneInPlace);
  const tab = useView((state) => (tabbed ? state.tab : undefined));
  const fixedLists = useMemo((): FixedLists | undefined => {
    if (hasPaneInPlace) return undefined;
    const isTabbed = tab !== undefined;
    return {
      layout: isTabbed ? 'tabs' : isInColumns ? 'columns' : 'rows',
      openSections: () => openSections(view.state.get(), isTabbed),
    };
  }, [view, hasPaneInPlace, isInColumns, tab]);
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    let isOver = element.matches(':hover');
    const update = (): void => {
      const isInside = document.hasFocus() && document.activeElement !== document.body;
      board.setFixedLists((isOver || isInside) && !document.hidden ? fixedLists : undefined);
      board.isInUse.set(!document.hidden && (isOver || (isInside && isInUse(element))));
    };
    const onPointer = ({ type }: PointerEvent): void => {
      isOver = type === 'pointerenter';
      update();
    };
    // `document.activeElement` is updated only after the event.
    const onFocusOut = (): number => requestAnimationFrame(update);
    element.addEventListener('pointerenter', onPointer);
    element.addEventListener('pointerleave', onPointer);
    document.addEventListener('focusin', update);
    document.addEventListener('focusout', onFocusOut);
    window.addEventListener('blur', onFocusOut);
    document.addEventListener('visibilitychange', update);
    update();
    return () => {
      element.removeEventListener('pointerenter', onPointer);
      element.removeEventListener('pointerleave', onPointer);
      document.removeEventListener('focusin', update);
      document.removeEventListener('focusout', onFocusOut);
      window.removeEventListener('blur', onFocusOut);
      document.removeEventListener('visibilitychange', update);
      board.setFixedLists(undefined);
      board.isInUse.set(false);
    };
  }, [root, board, fixedLists]);
}

function isInUse(element: HTMLElement): boolean {
  const { activeElement } = document;
  return activeElement !== null && (element.contains(activeElement) || isField(activeElement));
}
