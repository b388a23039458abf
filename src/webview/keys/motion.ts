/** Duration in ms of the animation of a card that moves. */
const travelMs = 280;
const travelEasing = 'cubic-bezier(0.2, 0, 0, 1)';

/** Positions and elements of all visible cards by session id, for animating their moves. */
export type CardPositions = ReadonlyMap<
  string,
  { readonly rect: DOMRect; readonly element: HTMLElement }
>;

/** False if the system or the editor requests reduced motion. */
export function isMotionAllowed(): boolean {
  return (
    !document.hidden &&
    !document.body.classList.contains('vscode-reduce-motion') &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

function isVisible(rect: DOMRect): boolean {
  return rect.bottom > 0 && rect.top < window.innerHeight;
}

function cardsOf(root: HTMLElement): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-session]')];
}

/** Position of a card's slot; measuring a card that is not rendered would force its layout. */
function rectOf(card: HTMLElement): DOMRect {
  return (card.parentElement ?? card).getBoundingClientRect();
}

export function positionsOf(root: HTMLElement): CardPositions {
  const positions = new Map<string, { rect: DOMRect; element: HTMLElement }>();
  if (!isMotionAllowed()) return positions;
  for (const element of cardsOf(root)) {
    const rect = rectOf(element);
    if (isVisible(rect)) positions.set(element.dataset['session'] ?? '', { rect, element });
  }
  return positions;
}

/** Animates every card from its old to its new position; new cards fade in. */
export function animateMoves(root: HTMLElement, from: CardPositions): void {
  if (from.size === 0 || !isMotionAllowed()) return;
  for (const card of cardsOf(root)) {
    const rect = rectOf(card);
    const start = from.get(card.dataset['session'] ?? '');
    if (!start) {
      if (isVisible(rect)) card.animate({ opacity: [0, 1] }, travelMs);
    } else if (start.element === card) {
      slide(card, start.rect, rect);
    } else {
      animateCopy(root, card, start, rect);
    }
  }
}

function slide(card: HTMLElement, from: DOMRect, to: DOMRect): void {
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (x === 0 && y === 0) return;
  const transform = [`translate(${x}px, ${y}px)`, 'none'];
  const animation = card.animate({ transform }, { duration: travelMs, easing: travelEasing });
  // The styles skip slots outside the viewport (`content-visibility`), which clips a card that
  // leaves its slot; the class lifts that during the animation.
  const slot = card.parentElement;
  slot?.classList.add('crossed');
  const removeClass = (): void => slot?.classList.remove('crossed');
  animation.addEventListener('finish', removeClass);
  animation.addEventListener('cancel', removeClass);
}

/**
 * Animates a copy of the card above the lists, because columns clip their contents; the copy keeps
 * the card's previous appearance.
 */
function animateCopy(
  root: HTMLElement,
  card: HTMLElement,
  { rect: from, element }: { readonly rect: DOMRect; readonly element: HTMLElement },
  to: DOMRect,
): void {
  const copy = element.cloneNode(true) as HTMLElement; // A clone has the type of its element.
  delete copy.dataset['session'];
  for (const elementWithId of copy.querySelectorAll('[id]')) elementWithId.removeAttribute('id');
  const frame = document.createElement('div');
  frame.inert = true;
  frame.ariaHidden = 'true';
  frame.className = 'travelling';
  const { style } = frame;
  [style.left, style.top] = [`${from.left}px`, `${from.top}px`];
  [style.width, style.height] = [`${from.width}px`, `${from.height}px`];
  frame.append(copy);
  (root.parentElement ?? root).append(frame);
  const transform = ['none', `translate(${to.left - from.left}px, ${to.top - from.top}px)`];
  const animation = frame.animate({ transform }, { duration: travelMs, easing: travelEasing });
  animation.addEventListener('finish', () => frame.remove());
  animation.addEventListener('cancel', () => frame.remove());
  card.animate({ opacity: [0, 0, 1], offset: [0, 0.8, 1] }, travelMs);
}
