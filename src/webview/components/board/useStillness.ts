import { useEffect, type RefObject } from 'react';
import { usePage, useView } from '../../page';

/** Keeps all cards in their places while a person points at the page, or has the focus in it. */
export function useStillness(root: RefObject<HTMLElement | null>): void {
  const { board } = usePage();
  const layout = useView((state) => state.layout);
  const lists = layout === 'columns' ? 'columns' : 'rows';
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    let isOver = element.matches(':hover');
    const follow = (): void => {
      const isInside = document.hasFocus() && element.contains(document.activeElement);
      board.keepStill((isOver || isInside) && !document.hidden ? lists : undefined);
    };
    const onEnter = (): void => {
      isOver = true;
      follow();
    };
    const onLeave = (): void => {
      isOver = false;
      follow();
    };
    // The focus is elsewhere only after the event.
    const onFocusOut = (): number => requestAnimationFrame(follow);
    element.addEventListener('pointerenter', onEnter);
    element.addEventListener('pointerleave', onLeave);
    element.addEventListener('focusin', follow);
    element.addEventListener('focusout', onFocusOut);
    window.addEventListener('blur', onFocusOut);
    document.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      element.removeEventListener('pointerenter', onEnter);
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('focusin', follow);
      element.removeEventListener('focusout', onFocusOut);
      window.removeEventListener('blur', onFocusOut);
      document.removeEventListener('visibilitychange', follow);
      board.keepStill(undefined);
    };
  }, [root, board, lists]);
}
