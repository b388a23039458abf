import { useRef, type TouchEvent } from 'react';

/** Minimum length of a swipe in pixels, and minimum ratio of its width to its height. */
const minLength = 72;
const minRatio = 2.2;
/** Width in pixels at each edge that is reserved for the system's gestures. */
const systemEdge = 24;

/** Calls `onSwipe` after a swipe to the left on an element with these handlers. */
export function useSwipe(onSwipe: () => void) {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0];
      start.current = undefined;
      if (touch === undefined || touches.length > 1 || usesTouches(target)) return;
      const { clientX: x, clientY: y } = touch;
      if (x >= systemEdge && x <= innerWidth - systemEdge) start.current = { x, y };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      const from = start.current;
      start.current = undefined;
      if (from === undefined || touch === undefined) return;
      const distance = from.x - touch.clientX;
      const isFlat = distance > Math.abs(touch.clientY - from.y) * minRatio;
      // A gesture that selects text is not a swipe.
      if (distance >= minLength && isFlat && getSelection()?.isCollapsed !== false) onSwipe();
    },
    onTouchCancel: () => {
      start.current = undefined;
    },
  };
}

/** True for fields, and within elements that scroll horizontally. */
function usesTouches(target: EventTarget): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('textarea, input, select') !== null) return true;
  for (let at: Element | null = target; at !== null; at = at.parentElement) {
    const canScroll = at.scrollWidth > at.clientWidth + 1;
    if (canScroll && /auto|scroll/u.test(getComputedStyle(at).overflowX)) return true;
  }
  return false;
}
