import { wantsMotion } from './motion';

/** A card that must stay where it is on the screen while the board changes around it. */
export interface HeldCard {
  readonly card: HTMLElement;
  readonly scroller: HTMLElement;
  /** Distance from the top of the page in pixels. */
  readonly top: number;
}

/** How far a list was scrolled and padded to hold a card, in pixels. */
interface Shift {
  readonly by: number;
  /** Where the list was left; it is not scrolled back once a person has scrolled it. */
  readonly scrollTop: number;
}

const scrollers = '.column-scroll, .groups';
const shifts = new WeakMap<HTMLElement, Shift>();

/** In each list the card with the focus, else the one under the pointer, else the first opened one in sight. */
export function heldCards(root: HTMLElement): readonly HeldCard[] {
  return [...root.querySelectorAll<HTMLElement>(scrollers)].flatMap((scroller) => {
    const card =
      scroller.querySelector<HTMLElement>('.card:focus-within') ??
      scroller.querySelector<HTMLElement>('.card:hover') ??
      openedIn(scroller);
    return card ? [{ card, scroller, top: card.getBoundingClientRect().top }] : [];
  });
}

/** Scrolls each list so that its held card is where it was; a list that cannot scroll so far is padded. */
export function hold(held: readonly HeldCard[]): void {
  for (const { card, scroller, top } of held) {
    if (!scroller.contains(card)) continue;
    const moved = () => card.getBoundingClientRect().top - top;
    const before = scroller.scrollTop;
    if (Math.abs(moved()) >= 1) scroller.scrollTop += moved();
    const left = moved();
    if (left <= -1) {
      const padding = Number.parseFloat(getComputedStyle(scroller).paddingBlockStart);
      scroller.style.paddingBlockStart = `${padding - left}px`;
    } else if (left >= 1) {
      scroller.style.paddingBlockEnd = `${scroller.clientHeight}px`;
      scroller.scrollTop += left;
    }
    const by = (shifts.get(scroller)?.by ?? 0) + scroller.scrollTop - before;
    shifts.set(scroller, { by, scrollTop: scroller.scrollTop });
  }
}

/** Lets go of the lists in which no card is held any more. */
export function letGo(root: HTMLElement): void {
  const shifted = [...root.querySelectorAll<HTMLElement>(scrollers)].filter((one) =>
    shifts.has(one),
  );
  if (shifted.length === 0) return;
  const held = new Set(heldCards(root).map(({ scroller }) => scroller));
  for (const scroller of shifted) {
    const shift = shifts.get(scroller);
    if (shift === undefined || held.has(scroller)) continue;
    shifts.delete(scroller);
    scroller.style.removeProperty('padding-block');
    const isAsLeft = Math.abs(scroller.scrollTop - shift.scrollTop) < 1;
    if (!isAsLeft || shift.by === 0) continue;
    scroller.scrollBy({ top: -shift.by, behavior: wantsMotion() ? 'smooth' : 'instant' });
  }
}

function openedIn(scroller: HTMLElement): HTMLElement | undefined {
  const { top, bottom } = scroller.getBoundingClientRect();
  return [...scroller.querySelectorAll<HTMLElement>('.card[data-open="true"]')].find((card) => {
    const rect = card.getBoundingClientRect();
    return rect.bottom > top && rect.top < bottom;
  });
}
