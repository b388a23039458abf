import { firstUnseen, withStretch, type Stretches } from '../../shared/request/seen';

/** Why a person has not seen a complete request. */
export type UnseenReason = 'folded' | 'outOfSight';

/**
 * Attribute of pieces that must have been visible before a decision; its value is the name of the
 * pieces.
 */
export const mustSee = 'data-must-see';
/**
 * Attribute of buttons that unfold a text that must be seen; its value is the name of the pieces.
 */
export const mustUnfold = 'data-must-unfold';
/** Name of the pieces that must be visible before a request is allowed. */
export const requestPieces = 'request';

/** Name of the pieces that must be visible before a request is allowed for a while. */
export const grantPieces = 'grant';

/** Attributes of a piece of a request. */
export const pieceOfRequest = { [mustSee]: requestPieces };

/** Name of the pieces of a rule, by its index in the suggestions. */
export function rulePiece(place: number): string {
  return `rule-${place}`;
}

/** Tolerance in pixels, less than a row of text. */
const slack = 3;
/** Overlap in pixels with the part that was already visible. */
const context = 40;

interface Piece {
  seen: Stretches;
  /** Start of the unseen part, as a fraction of the height; undefined if all was seen. */
  gap: number | undefined;
  /** Text of the piece; a change makes it unseen. */
  readonly text: string;
}

/**
 * Tracks which pieces of a panel have been completely visible, clipped by the window and every
 * scroll container around them. A piece that is taller than the window is seen by scrolling over
 * all of it.
 */
export class Sight {
  private readonly pieces = new Map<Element, Piece>();
  private readonly wholeSince = new Map<string, number>();
  private readonly inSight: IntersectionObserver;
  private readonly resized: ResizeObserver;
  private readonly changed: MutationObserver;
  private readonly onScroll = () => this.reobserve();
  private lastReport = '';

  constructor(
    private readonly panel: Element,
    private readonly onChange: () => void,
  ) {
    this.inSight = new IntersectionObserver((entries) => this.handleEntries(entries), {
      threshold: [0, 0.25, 0.5, 0.75, 1],
    });
    this.resized = new ResizeObserver(this.onScroll);
    this.changed = new MutationObserver(() => this.collect());
    this.resized.observe(panel);
    this.changed.observe(panel, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: [mustSee, mustUnfold],
    });
    document.addEventListener('scroll', this.onScroll, { capture: true, passive: true });
    this.collect();
  }

  /**
   * Why a person cannot have seen all pieces with a name; undefined if they can. A folded text that
   * is not executed counts as seen by its beginning and end.
   */
  reasonUnseen(name: string): UnseenReason | undefined {
    if (this.foldOf(name) !== undefined) return 'folded';
    const wasInSight = this.elementsNamed(name).every(
      (element) => this.gapOf(element) === undefined,
    );
    return wasInSight ? undefined : 'outOfSight';
  }

  /** Time since which all pieces with a name have been seen, as `Date.now`. */
  seenSince(name: string): number | undefined {
    return this.wholeSince.get(name);
  }

  /** Scrolls to the next unseen piece; false if there is none. */
  showRest(name: string): boolean {
    const unseen = this.elementsNamed(name).find((element) => this.gapOf(element) !== undefined);
    const fold = this.foldOf(name);
    const isFoldFirst = fold !== undefined && (unseen === undefined || isBefore(fold, unseen));
    if (isFoldFirst) fold.click();
    else if (unseen === undefined) return false;
    else scrollTo(unseen, this.gapOf(unseen) ?? 0);
    return true;
  }

  dispose(): void {
    this.inSight.disconnect();
    this.resized.disconnect();
    this.changed.disconnect();
    document.removeEventListener('scroll', this.onScroll, { capture: true });
  }

  private elementsNamed(name: string): readonly HTMLElement[] {
    return [...this.panel.querySelectorAll<HTMLElement>(`[${mustSee}="${CSS.escape(name)}"]`)];
  }

  private foldOf(name: string): HTMLElement | undefined {
    const selector = `[${mustUnfold}="${CSS.escape(name)}"]`;
    return this.panel.querySelector<HTMLElement>(selector) ?? undefined;
  }

  private gapOf(element: Element): number | undefined {
    const piece = this.pieces.get(element);
    return piece === undefined ? 0 : piece.gap;
  }

  /** Updates the pieces: removed ones are deleted, those with a changed text count as unseen. */
  private collect(): void {
    const present = new Set(this.panel.querySelectorAll(`[${mustSee}]`));
    for (const element of [...this.pieces.keys()].filter((one) => !present.has(one))) {
      this.inSight.unobserve(element);
      this.pieces.delete(element);
    }
    this.inSight.takeRecords(); // Discards entries that may belong to a previous text.
    for (const element of present) {
      const text = element.textContent;
      if (this.pieces.get(element)?.text === text) continue;
      this.pieces.set(element, { seen: [], gap: 0, text });
    }
    this.reobserve();
    this.checkSeen();
  }

  /** Observes unseen pieces again, because an observer reports only changes. */
  private reobserve(): void {
    for (const [element, { gap }] of this.pieces) {
      if (gap === undefined) continue;
      this.inSight.unobserve(element);
      this.inSight.observe(element);
    }
  }

  private handleEntries(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect, intersectionRect } of entries) {
      const piece = this.pieces.get(target);
      const { top, height, width } = boundingClientRect;
      if (piece === undefined || !isIntersecting || intersectionRect.width < width - slack)
        continue;
      const from = height === 0 ? 0 : (intersectionRect.top - top) / height;
      const to = height === 0 ? 1 : (intersectionRect.bottom - top) / height;
      const forgiven = slack / Math.max(slack, height);
      piece.seen = withStretch(piece.seen, [from, to], forgiven);
      piece.gap = firstUnseen(piece.seen, forgiven);
    }
    this.checkSeen();
  }

  private checkSeen(): void {
    const names = [...this.pieces.keys()].map((element) => element.getAttribute(mustSee) ?? '');
    const all = [...new Set([...names, ...this.wholeSince.keys(), requestPieces])];
    const lacking = all.map((name) => [name, this.reasonUnseen(name)] as const);
    for (const [name, unseen] of lacking) {
      if (unseen !== undefined) this.wholeSince.delete(name);
      else if (!this.wholeSince.has(name)) this.wholeSince.set(name, Date.now());
    }
    const lastReport = JSON.stringify(lacking);
    if (lastReport !== this.lastReport) this.onChange();
    this.lastReport = lastReport;
  }
}

function isBefore(one: Element, other: Element): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/**
 * Scrolls a position in an element, given as a fraction of its height, to the top of every scroll
 * container around it. `scrollIntoView` would also scroll the editor around the page, and the
 * person could not scroll that back.
 */
function scrollTo(element: HTMLElement, place: number): void {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const { top, height } = element.getBoundingClientRect();
    const startOfBox = box.getBoundingClientRect().top + box.clientTop;
    box.scrollTop += top + place * height - context - startOfBox;
  }
}
