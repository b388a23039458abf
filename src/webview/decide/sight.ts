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
export function rulePiece(index: number): string {
  return `rule-${index}`;
}

/** Pixels by which a piece may be cut off and still counts as visible; less than a row of text. */
const slackPixels = 3;
/** Pixels of the part that was already visible that `showRest` leaves on the screen, for context. */
const contextPixels = 40;

interface Piece {
  /** The parts that were visible, as fractions of the height. */
  seen: Stretches;
  /** Start of the unseen part, as a fraction of the height; undefined if all was seen. */
  unseenFrom: number | undefined;
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
  private readonly completeSinceMs = new Map<string, number>();
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
   * Reason why a person cannot have seen all pieces with a name; undefined if they can. A text that
   * nothing executes may stay folded: its visible beginning and end are enough.
   */
  reasonUnseen(name: string): UnseenReason | undefined {
    if (this.foldButton(name) !== undefined) return 'folded';
    const wasInSight = this.elementsNamed(name).every(
      (element) => this.unseenFromOf(element) === undefined,
    );
    return wasInSight ? undefined : 'outOfSight';
  }

  /** Time since which all pieces with a name have been seen, as `Date.now`. */
  seenSince(name: string): number | undefined {
    return this.completeSinceMs.get(name);
  }

  /** Scrolls to the next unseen piece; false if there is none. */
  showRest(name: string): boolean {
    const unseen = this.elementsNamed(name).find(
      (element) => this.unseenFromOf(element) !== undefined,
    );
    const fold = this.foldButton(name);
    const isFoldFirst = fold !== undefined && (unseen === undefined || isBefore(fold, unseen));
    if (isFoldFirst) fold.click();
    else if (unseen === undefined) return false;
    else scrollTo(unseen, this.unseenFromOf(unseen) ?? 0);
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

  private foldButton(name: string): HTMLElement | undefined {
    const selector = `[${mustUnfold}="${CSS.escape(name)}"]`;
    return this.panel.querySelector<HTMLElement>(selector) ?? undefined;
  }

  private unseenFromOf(element: Element): number | undefined {
    const piece = this.pieces.get(element);
    return piece === undefined ? 0 : piece.unseenFrom;
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
      this.pieces.set(element, { seen: [], unseenFrom: 0, text });
    }
    this.reobserve();
    this.checkSeen();
  }

  /** Observes unseen pieces again, because an observer reports only changes. */
  private reobserve(): void {
    for (const [element, { unseenFrom }] of this.pieces) {
      if (unseenFrom === undefined) continue;
      this.inSight.unobserve(element);
      this.inSight.observe(element);
    }
  }

  private handleEntries(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect, intersectionRect } of entries) {
      const piece = this.pieces.get(target);
      const { top, height, width } = boundingClientRect;
      if (piece === undefined || !isIntersecting || intersectionRect.width < width - slackPixels)
        continue;
      const from = height === 0 ? 0 : (intersectionRect.top - top) / height;
      const to = height === 0 ? 1 : (intersectionRect.bottom - top) / height;
      const slackShare = slackPixels / Math.max(slackPixels, height);
      piece.seen = withStretch(piece.seen, [from, to], slackShare);
      piece.unseenFrom = firstUnseen(piece.seen, slackShare);
    }
    this.checkSeen();
  }

  private checkSeen(): void {
    const names = [...this.pieces.keys()].map((element) => element.getAttribute(mustSee) ?? '');
    const all = [...new Set([...names, ...this.completeSinceMs.keys(), requestPieces])];
    const unseenReasons = all.map((name) => [name, this.reasonUnseen(name)] as const);
    for (const [name, unseen] of unseenReasons) {
      if (unseen !== undefined) this.completeSinceMs.delete(name);
      else if (!this.completeSinceMs.has(name)) this.completeSinceMs.set(name, Date.now());
    }
    const lastReport = JSON.stringify(unseenReasons);
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
function scrollTo(element: HTMLElement, share: number): void {
  for (
    let container = element.parentElement;
    container !== null;
    container = container.parentElement
  ) {
    if (!/auto|scroll/.test(getComputedStyle(container).overflowY)) continue;
    const { top, height } = element.getBoundingClientRect();
    const containerTop = container.getBoundingClientRect().top + container.clientTop;
    container.scrollTop += top + share * height - contextPixels - containerTop;
  }
}
