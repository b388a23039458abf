import type { Locator, Page } from 'playwright-core';
import { waitFixedTime } from '../../waitFixedTime';

/** The editor shows at most three new toasts within this interval, in ms, and drops the others. */
const toastsIntervalMs = 800;
/**
 * Delay before a dialog is answered, in ms: an approval within half a second counts as a mistake.
 */
const readMs = 700;

/** Timeout, in ms, for closing a visible toast. */
const closeMs = 5_000;

export interface Notice {
  readonly message: string;
  readonly buttons: readonly string[];
}

/** The toasts at the lower right. */
export class Notifications {
  constructor(private readonly page: Page) {}

  toast(message: string | RegExp): Locator {
    return this.page.locator('.notification-toast').filter({ hasText: message });
  }

  async all(): Promise<readonly Notice[]> {
    const toasts = await this.page.locator('.notification-toast').all();
    return Promise.all(
      toasts.map(async (toast) => ({
        message: await toast.locator('.notification-list-item-message').innerText(),
        buttons: await toast
          .locator('.notification-list-item-buttons-container .monaco-button')
          .allInnerTexts(),
      })),
    );
  }

  /** Closes the visible notifications. */
  async clear(): Promise<void> {
    const first = this.page.locator('.notification-toast').first();
    // A toast may disappear by itself during the click.
    const closeFirst = async (): Promise<void> => {
      await first.hover({ timeout: closeMs });
      await first.locator('.codicon-notifications-clear').click({ timeout: closeMs });
    };
    while ((await first.count()) > 0) await closeFirst().catch(() => undefined);
  }

  /** Closes one toast, after which a queued one may appear. */
  async close(message: string | RegExp): Promise<void> {
    const toast = this.toast(message);
    await toast.hover();
    await toast.locator('.codicon-notifications-clear').click();
    await toast.waitFor({ state: 'hidden' });
  }

  /** Waits for the toast, then presses one of its buttons, no faster than a person would. */
  async answer(message: string | RegExp, button: string): Promise<void> {
    const toast = this.toast(message);
    await toast.waitFor();
    await waitFixedTime(toastsIntervalMs);
    await toast.getByRole('button', { name: button, exact: true }).click();
  }
}

/** The dialog that blocks the window. */
export class ModalDialog {
  constructor(private readonly page: Page) {}

  get root(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Waits for the dialog. */
  async read(): Promise<Notice & { readonly detail: string }> {
    await this.root.waitFor();
    const detail = this.root.locator('.dialog-message-detail:visible');
    return {
      message: await this.root.locator('.dialog-message').innerText(),
      detail: (await detail.count()) === 0 ? '' : await detail.innerText(),
      buttons: await this.root.locator('.dialog-buttons .monaco-button').allInnerTexts(),
    };
  }

  /** Presses one of its buttons after the time a person needs to read it. */
  async answer(button: string): Promise<void> {
    await this.root.waitFor();
    await waitFixedTime(readMs);
    await this.root.getByRole('button', { name: button, exact: true }).click();
    await this.root.waitFor({ state: 'hidden' });
  }
}
