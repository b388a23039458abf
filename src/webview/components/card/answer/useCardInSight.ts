import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Sight } from '../../../decide/sight';
import { MoveDetector } from '../../../decide/moveDetector';
import { usePage } from '../../../page';

/** Parts of a card that show the request and its place. */
const requestSelectors = ['.doing', '.doing-label', '.project-text'] as const;

/**
 * True while a card shows its part of a request without truncation; measured before paint. `check`
 * measures again just before a press takes effect, because no observer reports a changed font or an
 * element that covers the text.
 */
export function useIsUncut(inCard: RefObject<HTMLElement | null>): {
  readonly isUncut: boolean;
  readonly check: () => boolean;
} {
  const [isUncut, setUncut] = useState(false);
  const checked = useRef((): boolean => false);
  useLayoutEffect(() => {
    const card = cardAround(inCard);
    const parts = requestSelectors.flatMap((one) => card?.querySelector<HTMLElement>(one) ?? []);
    const measure = (): boolean => {
      const isUncutNow = parts.length > 0 && !parts.some(isCut);
      setUncut(isUncutNow);
      return isUncutNow;
    };
    checked.current = () => measure() && !parts.some((part) => isCovered(part, card));
    const resized = new ResizeObserver(measure);
    const changed = new MutationObserver(measure);
    for (const part of parts) {
      resized.observe(part);
      changed.observe(part, { childList: true, subtree: true, characterData: true });
    }
    measure();
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, [inCard]);
  return { isUncut, check: () => checked.current() };
}

/**
 * Finds the card from its child, because the card's own ref is set after the effects of its
 * children.
 */
function cardAround({ current }: RefObject<HTMLElement | null>): HTMLElement | null {
  return current?.closest<HTMLElement>('.fixed-card') ?? null;
}

function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
}

/** Distance in pixels between the tested points of a line; less than the width of a word. */
const stride = 16;

/**
 * True if an element outside the card covers part of its text, or the text is scrolled out of view.
 */
function isCovered(part: HTMLElement, card: HTMLElement | null): boolean {
  const words = document.createRange();
  words.selectNodeContents(part);
  return [...words.getClientRects()].some(({ left, top, width, height }) => {
    const count = Math.max(1, Math.round(width / stride));
    const places = Array.from({ length: count }, (_, at) => left + ((at + 0.5) * width) / count);
    return places.some(
      (x) => card?.contains(document.elementFromPoint(x, top + height / 2)) !== true,
    );
  });
}

/**
 * Tracks how much of a call's request its card shows, and since when the card has been at its
 * position. Returns a function that detects a move just before a press takes effect. `inCard` is
 * any element in the card.
 */
export function useCardInSight(
  inCard: RefObject<HTMLElement | null>,
  sessionId: string,
  call: string,
): () => void {
  const { decisions } = usePage();
  const standstill = useRef<MoveDetector>(undefined);
  useEffect(() => {
    const card = cardAround(inCard);
    const board = card?.closest('.desk');
    if (!card || !board) return undefined;
    let isInSight = false;
    const update = (): void => {
      if (isInSight) decisions.show(sessionId, call, 'card');
      else decisions.hide(call, 'card');
    };
    const observer = new IntersectionObserver((entries) => {
      isInSight = entries.at(-1)?.isIntersecting === true;
      update();
    });
    observer.observe(card);
    const sight = new Sight(card, () => undefined);
    decisions.setSight(call, sight, 'card');
    const still = new MoveDetector(card, board, update);
    standstill.current = still;
    return () => {
      observer.disconnect();
      sight.dispose();
      still.dispose();
      standstill.current = undefined;
      decisions.removeSight(call, sight, 'card');
    };
  }, [inCard, decisions, sessionId, call]);
  return () => standstill.current?.check();
}
