import { Emitter } from '../util/emitter';
import type { SeenCards } from './seenCards';

/** Tracks which cards a person sees or uses, over all pages of a window or all phones. */
export class AttendedCards {
  private readonly pages = new Map<object, SeenCards>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;

  get inSight(): readonly string[] {
    return [...new Set([...this.pages.values()].flatMap(({ inSight }) => inSight))];
  }

  get inHand(): readonly string[] {
    return [...new Set([...this.pages.values()].flatMap(({ inHand }) => inHand))];
  }

  /** True if a person uses the card on a phone whose window `fits`. */
  isInHand(sessionId: string, fits: (window: string) => boolean): boolean {
    return [...this.pages.values()].some(
      ({ inHand, window }) => inHand.includes(sessionId) && window !== undefined && fits(window),
    );
  }

  /** True while any of the pages is on the screen. */
  get isShown(): boolean {
    return [...this.pages.values()].some(({ isShown }) => isShown === true);
  }

  /** Stores what one page shows; a hidden or closed page shows nothing. */
  setSeen(page: object, seen: SeenCards): void {
    const isNone = !seen.isShown && seen.inSight.length === 0 && seen.inHand.length === 0;
    if (isNone && !this.pages.has(page)) return;
    if (isNone) this.pages.delete(page);
    else this.pages.set(page, seen);
    this.changes.fire();
  }
}
