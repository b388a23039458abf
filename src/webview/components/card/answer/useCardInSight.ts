import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Sight } from '../../../decide/sight';
import { Standstill } from '../../../decide/standstill';
import { usePage } from '../../../page';

/** Parts of a card that say what is asked, and where. */
const telling = ['.doing', '.doing-label', '.project-text'] as const;

/**
 * True while a card shows what it says of a request without any of it being cut off; measured before it is drawn.
 * `check` measures at the last moment, before a press counts: no observer tells of another font, or of what came over
 * the words.
 */
export function useIsUncut(inCard: RefObject<HTMLElement | null>): {
  readonly isUncut: boolean;
  readonly check: () => boolean;
} {
  const [isUncut, setUncut] = useState(false);
  const checked = useRef((): boolean => false);
  useLayoutEffect(() => {
    const card = cardAround(inCard);
    const parts = telling.flatMap((one) => card?.querySelector<HTMLElement>(one) ?? []);
    const look = (): boolean => {
      const isWhole = parts.length > 0 && !parts.some(isCut);
      setUncut(isWhole);
      return isWhole;
    };
    checked.current = () => look() && !parts.some((part) => isCovered(part, card));
    const resized = new ResizeObserver(look);
    const changed = new MutationObserver(look);
    for (const part of parts) {
      resized.observe(part);
      changed.observe(part, { childList: true, subtree: true, characterData: true });
    }
    look();
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, [inCard]);
  return { isUncut, check: () => checked.current() };
}

/** The card itself gets its own reference after the effects of what is in it. */
function cardAround({ current }: RefObject<HTMLElement | null>): HTMLElement | null {
  return current?.closest<HTMLElement>('.fixed-card') ?? null;
}

function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
}

/** Distance in pixels between the points that are tested along a line: less than the width of a word. */
const stride = 16;

/** True where something outside the card lies over a part of its words, or where they are scrolled out of sight. */
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
 * Tracks how much of the request of a call its card shows, and since when the card stands where it is. Returns a
 * function that notices a move at the last moment, before a press counts. The element is any in the card.
 */
export function useCardInSight(
  inCard: RefObject<HTMLElement | null>,
  sessionId: string,
  call: string,
): () => void {
  const { decisions } = usePage();
  const standstill = useRef<Standstill>(undefined);
  useEffect(() => {
    const card = cardAround(inCard);
    const board = card?.closest('.desk');
    if (!card || !board) return undefined;
    let isInSight = false;
    const look = (): void => {
      if (isInSight) decisions.show(sessionId, call, 'card');
      else decisions.hide(call, 'card');
    };
    const observer = new IntersectionObserver((entries) => {
      isInSight = entries.at(-1)?.isIntersecting === true;
      look();
    });
    observer.observe(card);
    const sight = new Sight(card, () => undefined);
    decisions.follow(call, sight, 'card');
    const still = new Standstill(card, board, look);
    standstill.current = still;
    return () => {
      observer.disconnect();
      sight.dispose();
      still.dispose();
      standstill.current = undefined;
      decisions.unfollow(call, sight, 'card');
    };
  }, [inCard, decisions, sessionId, call]);
  return () => standstill.current?.check();
}
