import type { Locator, Page } from 'playwright-core';

export interface StatusBarEntry {
  readonly text: string;
  /** Accessible name, which screen readers announce. */
  readonly name: string;
  readonly background: 'none' | 'warning' | 'error';
}

/** The status bar of a window. */
export class StatusBar {
  constructor(private readonly page: Page) {}

  /** `id` is the end of the entry's id, given by the extension. */
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

  /** Ids of all visible entries. */
  async ids(): Promise<readonly string[]> {
    return this.page
      .locator('.part.statusbar .statusbar-item')
      .evaluateAll((items) => items.map((item) => item.id));
  }
}
