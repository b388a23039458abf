/**
 * Detects moves of an element on the page, because a move may put it under a resting pointer, and a
 * click meant for another element would press it.
 */
export class MoveDetector {
  private bounds: string;
  private readonly resized: ResizeObserver;
  private readonly changed: MutationObserver;
  private readonly onScroll = () => this.check();

  /** `around` contains everything that can move the element. */
  constructor(
    private readonly element: HTMLElement,
    around: Element,
    private readonly onMove: () => void,
  ) {
    this.bounds = boundsOf(element);
    this.resized = new ResizeObserver(this.onScroll);
    this.resized.observe(element);
    this.resized.observe(around);
    this.changed = new MutationObserver(this.onScroll);
    this.changed.observe(around, { childList: true, subtree: true });
    document.addEventListener('scroll', this.onScroll, { capture: true, passive: true });
  }

  /** Detects a move since the last check, including moves that no observer reports. */
  check(): void {
    const bounds = boundsOf(this.element);
    if (bounds === this.bounds) return;
    this.bounds = bounds;
    this.onMove();
    // During an animation the position changes each frame, so it is checked again at the end.
    for (const { finished } of this.element.getAnimations())
      void finished.then(this.onScroll, this.onScroll);
  }

  dispose(): void {
    this.resized.disconnect();
    this.changed.disconnect();
    document.removeEventListener('scroll', this.onScroll, { capture: true });
  }
}

/**
 * Position and size in whole pixels; a button at the end of an element moves with the element's
 * size.
 */
function boundsOf(element: HTMLElement): string {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round).join(' ');
}
