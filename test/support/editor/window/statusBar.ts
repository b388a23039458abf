import type { Locator, Page } from 'playwright-core';

export interface StatusBarEntry {
  readonly text: string;
  /** Accessible name, which screen readers announce. */
  readonly name: string;
  readonly background: 'none' | 'warning' | 'error';
}

/** The strip at the bottom of a window. */
export class StatusBar {
  constructor(private readonly page: Page) {}

  /** `id` ends with the id the extension gave the entry. */
  entry(id: string): Locator {
    return this.page.locator(`.part.statusbar .statusbar-item[id$="${id}"]`);
  }

  async read(id: string): Promise<StatusBarEntry> {
    const entry = this.entry(id);
    const classes = (await entry.getAttribute('class')) ?? '';
    const label = entry.locator('.statusbar-item-label');
    return {
      text: (await label.innerText()).replaceAll('\u00a0', ' ').trim(),
      name: (await label.getAttribute('aria-label')) ?? '',
      background: classes.includes('warning-kind')
        ? 'warning'
        : classes.includes('error-kind')
          ? 'error'
          : 'none',
    };
  }

  /** The ids of all entries on show. */
  async ids(): Promise<readonly string[]> {
    return this.page
      .locator('.part.statusbar .statusbar-item')
      .evaluateAll((items) => items.map((item) => item.id));
  }
}
