import { Emitter } from '../../util/emitter';

/** Knows which cards a person has on the screen, over all pages of the window. */
export class CardsInSight {
  private readonly pages = new Map<object, readonly string[]>();
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;

  get sessionIds(): readonly string[] {
    return [...new Set([...this.pages.values()].flat())];
  }

  /** Takes what one page shows; a page that is hidden or gone shows nothing. */
  take(page: object, sessionIds: readonly string[]): void {
    if (sessionIds.length === 0 && !this.pages.has(page)) return;
    if (sessionIds.length === 0) this.pages.delete(page);
    else this.pages.set(page, sessionIds);
    this.changes.fire();
  }
}
