import { createStore } from '../../store';

export interface ListRow {
  readonly key: string;
  /** Estimated height in pixels, used until the row is measured. */
  readonly guess: number;
  /** False for separators. */
  readonly takesFocus: boolean;
}

/**
 * The rendered rows, from `first` up to but excluding `end`, and the height of the others in
 * pixels.
 */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
  readonly above: number;
  readonly below: number;
}

/** Row or end that stays in place when rows are added, removed or change their height. */
type Anchor =
  | { readonly kind: 'end' }
  /** `offset`: pixels from the top of the screen to the top of the row. */
  | { readonly kind: 'row'; readonly key: string; readonly offset: number };

/** Distance in pixels outside the screen up to which rows are rendered. */
const overscan = 900;
/** Distance in pixels from the end that counts as the end. */
const endSlack = 6;
const maxPasses = 12;

/**
 * Virtual list of rows whose heights are known only after rendering. Scrolling by a person sets an
 * anchor, which all other changes keep in place.
 */
export class RowList {
  readonly shown = createStore<RowWindow>({ first: 0, end: 0, above: 0, below: 0 });
  /** True while the list stays at its end. */
  readonly atEnd = createStore(true);
  private rows: readonly ListRow[] = [];
  private indexOf = new Map<string, number>();
  /** Top of each row in pixels; the last entry is the total height. */
  private tops: number[] = [0];
  private readonly heights = new Map<string, number>();
  private readonly elements = new Map<string, HTMLElement>();
  private viewport: HTMLElement | undefined;
  private readonly observer = new ResizeObserver(() => this.measure());
  private anchor: Anchor = { kind: 'end' };
  private appliedTop = 0;
  private passes = 0;
  private focusKey: string | undefined;

  /** `onMove` is called whenever the visible part changes. */
  constructor(private readonly onMove: () => void) {}

  attach(viewport: HTMLElement): () => void {
    this.viewport = viewport;
    const onScroll = () => this.handleScroll();
    viewport.addEventListener('scroll', onScroll, { passive: true });
    this.observer.observe(viewport);
    this.place();
    return () => {
      viewport.removeEventListener('scroll', onScroll);
      this.observer.unobserve(viewport);
      this.viewport = undefined;
    };
  }

  attachRow(key: string, element: HTMLElement): () => void {
    this.elements.set(key, element);
    this.observer.observe(element);
    return () => {
      this.observer.unobserve(element);
      if (this.elements.get(key) === element) this.elements.delete(key);
      // Keeps the focus in the list when the focused row is removed.
      if (element.contains(document.activeElement)) this.viewport?.focus({ preventScroll: true });
    };
  }

  setRows(rows: readonly ListRow[]): void {
    this.rows = rows;
    this.indexOf = new Map(rows.map(({ key }, index) => [key, index]));
    this.place();
  }

  has(key: string): boolean {
    return this.indexOf.has(key);
  }

  /** Row at the top of the screen, with its offset. */
  get top(): { readonly key: string; readonly offset: number } | undefined {
    const row = this.rows[this.rowAt(this.appliedTop)];
    return (
      row && {
        key: row.key,
        offset: (this.tops[this.rowAt(this.appliedTop)] ?? 0) - this.appliedTop,
      }
    );
  }

  /** Key of the row at a fraction of the screen's height. */
  keyAt(share: number): string | undefined {
    const height = this.viewport?.clientHeight ?? 0;
    return this.rows[this.rowAt(this.appliedTop + height * share)]?.key;
  }

  /** Height of the list above and below the screen, in pixels. */
  get heightsOutside(): { readonly above: number; readonly below: number } {
    const height = this.viewport?.clientHeight ?? 0;
    return { above: this.appliedTop, below: this.total - this.appliedTop - height };
  }

  /** Scrolls to a row; `offset` is the distance of its top from the top of the screen. */
  scrollTo(key: string, offset = Math.round((this.viewport?.clientHeight ?? 0) * 0.2)): void {
    this.anchor = { kind: 'row', key, offset };
    this.place();
  }

  toEnd(): void {
    this.anchor = { kind: 'end' };
    this.place();
  }

  /** Stops following the end when the person interacts with the visible rows. */
  stopFollowingEnd(): void {
    if (this.anchor.kind === 'end') this.anchorHere();
    this.atEnd.set(this.anchor.kind === 'end');
  }

  /** Scrolls to a box within a row, unless it is visible; `box` is in screen coordinates. */
  reveal(box: { readonly top: number; readonly bottom: number }): void {
    const { viewport } = this;
    if (viewport === undefined) return;
    const { top, bottom } = viewport.getBoundingClientRect();
    if (box.top >= top + 8 && box.bottom <= bottom - 8) return;
    viewport.scrollTop += box.top - top - viewport.clientHeight * 0.3;
  }

  /** Row with the focus; undefined if it is not visible. */
  get focused(): string | undefined {
    const key = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const index = key === undefined ? undefined : this.indexOf.get(key);
    if (index === undefined) return undefined;
    const bottom = this.appliedTop + (this.viewport?.clientHeight ?? 0);
    const isSeen =
      (this.tops[index + 1] ?? 0) > this.appliedTop && (this.tops[index] ?? 0) < bottom;
    return isSeen ? key : undefined;
  }

  /** Focuses the next or previous row; without a focused row, the top row of the screen. */
  moveFocus(by: 1 | -1): void {
    const { focused } = this;
    const at = focused === undefined ? undefined : this.indexOf.get(focused);
    let next = at === undefined ? this.rowAt(this.appliedTop) : at + by;
    while (this.rows[next]?.takesFocus === false) next += at === undefined ? 1 : by;
    const row = this.rows[next];
    if (row !== undefined) this.focus(row.key);
  }

  /** Scrolls a row into view and focuses it. */
  focus(key: string): void {
    const index = this.indexOf.get(key);
    if (index === undefined) return;
    const [top, bottom] = [this.tops[index] ?? 0, this.tops[index + 1] ?? 0];
    const height = this.viewport?.clientHeight ?? 0;
    const isInView = top >= this.appliedTop && bottom <= this.appliedTop + height;
    this.focusKey = key;
    if (!isInView) {
      const below = top >= this.appliedTop && bottom - top < height;
      this.scrollTo(key, below ? height - bottom + top - 12 : 12);
    }
    this.focusPending(); // If the row is not rendered yet, `onCommitted` focuses it.
  }

  /** Must be called after the rows of `shown` were rendered. */
  onCommitted(): void {
    if (this.measure()) return;
    this.passes = 0;
    this.applyTop();
    this.focusPending();
    this.onMove();
  }

  private get total(): number {
    return this.tops.at(-1) ?? 0;
  }

  private focusPending(): void {
    if (this.focusKey === undefined) return;
    const element = this.elements.get(this.focusKey);
    if (element === undefined) return;
    this.focusKey = undefined;
    element.focus({ preventScroll: true });
  }

  private handleScroll(): void {
    const { viewport } = this;
    if (viewport === undefined || Math.abs(viewport.scrollTop - this.appliedTop) < 1) return;
    this.appliedTop = viewport.scrollTop;
    if (viewport.scrollTop + viewport.clientHeight >= viewport.scrollHeight - endSlack) {
      this.anchor = { kind: 'end' };
    } else {
      this.anchorHere();
    }
    this.place();
  }

  private anchorHere(): void {
    const { top } = this;
    if (top !== undefined) this.anchor = { kind: 'row', ...top };
  }

  /** Measures the rendered rows; true if they have to be rendered again with new heights. */
  private measure(): boolean {
    let changed = false;
    for (const [key, element] of this.elements) {
      const { height } = element.getBoundingClientRect();
      if (Math.abs((this.heights.get(key) ?? -1) - height) < 0.5) continue;
      this.heights.set(key, height);
      changed = true;
    }
    if (changed && this.passes < maxPasses) {
      this.passes += 1;
      return this.place();
    }
    if (!changed) this.applyTop();
    return false;
  }

  /** Lays out the rows; true if different rows have to be rendered. */
  private place(): boolean {
    this.tops = [0];
    let at = 0;
    for (const { key, guess } of this.rows) {
      at += this.heights.get(key) ?? guess;
      this.tops.push(at);
    }
    const height = this.viewport?.clientHeight ?? 0;
    const top = this.wantedTop(height);
    const first = this.rowAt(top - overscan);
    const end = Math.min(this.rows.length, this.rowAt(top + height + overscan) + 1);
    this.atEnd.set(this.anchor.kind === 'end');
    const above = this.tops[first] ?? 0;
    const below = this.total - (this.tops[end] ?? this.total);
    const before = this.shown.get();
    const same =
      before.first === first &&
      before.end === end &&
      before.above === above &&
      before.below === below;
    if (!same) this.shown.set({ first, end, above, below });
    else {
      this.applyTop();
      this.onMove();
    }
    return !same;
  }

  private wantedTop(height: number): number {
    const most = Math.max(0, this.total - height);
    if (this.anchor.kind === 'end') return most;
    const index = this.indexOf.get(this.anchor.key);
    if (index === undefined) return Math.min(most, this.appliedTop);
    return Math.max(0, Math.min(most, (this.tops[index] ?? 0) - this.anchor.offset));
  }

  private applyTop(): void {
    const { viewport } = this;
    if (viewport === undefined) return;
    const top = this.wantedTop(viewport.clientHeight);
    if (Math.abs(viewport.scrollTop - top) >= 1) viewport.scrollTop = top;
    this.appliedTop = viewport.scrollTop;
  }

  /** Index of the row at a pixel, limited to the first and last row. */
  private rowAt(pixel: number): number {
    let low = 0;
    let high = Math.max(0, this.rows.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.tops[middle] ?? 0) <= pixel) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
