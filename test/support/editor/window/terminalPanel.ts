import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../until';

/** The terminals of a window, one of which is visible. */
export class TerminalPanel {
  constructor(private readonly page: Page) {}

  /** Types into the visible terminal. */
  async type(text: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.type(text);
  }

  /** Presses a key in the visible terminal. */
  async press(key: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.press(key);
  }

  private async focus(): Promise<void> {
    const screen = this.page.locator('.terminal-wrapper.active .xterm-helper-textarea').first();
    await screen.waitFor({ state: 'attached' });
    await screen.focus();
  }

  /** True if a terminal has the keyboard focus. */
  async hasFocus(): Promise<boolean> {
    return this.page.evaluate(
      () => document.activeElement?.matches('.xterm-helper-textarea') === true,
    );
  }

  /** Text of the visible terminal; needs the setting `terminal.integrated.gpuAcceleration: off`. */
  async text(): Promise<string> {
    const rows = await this.page
      .locator('.terminal-wrapper.active .xterm-rows > div')
      .allTextContents();
    return rows.join('\n').replaceAll('\u00a0', ' ');
  }

  /** Waits until the visible terminal contains the text. */
  async reads(text: string, timeoutMs = 30_000): Promise<void> {
    await until(
      () => this.text(),
      (shown) => assert.ok(shown.includes(text), `“${text}” is not in:\n${shown}`),
      timeoutMs,
    );
  }

  async isShown(): Promise<boolean> {
    return this.page.locator('.terminal-wrapper.active .xterm').first().isVisible();
  }
}
