import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../until';
import { chooseFromMenu } from './editorMenu';
import type { Clip, Workbench } from './workbench';

/** Timeout, in ms, for the comment box to open after a click on the plus. */
const openMs = 15_000;

/** The active review of a session's changes: the editor's comparison of several files. */
export class ReviewEditor {
  constructor(private readonly workbench: Workbench) {}

  private get group(): Locator {
    return this.workbench.page.locator('.part.editor .editor-group-container.active');
  }

  private get root(): Locator {
    return this.group.locator('.multiDiffEditor');
  }

  /** Waits until it shows the text, anywhere. */
  async shows(text: string, waitMs = 30_000): Promise<void> {
    await until(
      async () => (await this.root.innerText({ timeout: waitMs })).replaceAll('\u00a0', ' '),
      (shown) => assert.ok(shown.includes(text), `${text} in ${shown}`),
      waitMs,
    );
  }

  titleAction(name: string): Locator {
    return this.group.locator('.editor-actions').getByRole('button', { name });
  }

  /** Presses one of the buttons at the right of the tabs. */
  async pressInTitle(name: string): Promise<void> {
    await this.titleAction(name).click();
  }

  /** Chooses an entry of the menu behind them. */
  async chooseInTitle(entry: string): Promise<void> {
    await this.titleAction('More Actions').click();
    await chooseFromMenu(this.workbench.page, entry);
  }

  /** Center of the plus left of a line, if the line has the cursor. */
  private async plusAt(line: Locator): Promise<{ x: number; y: number } | undefined> {
    const words = await line.boundingBox();
    // Read in one call: a plus may disappear between two.
    const boxes = await this.root
      .locator('.comment-range-glyph.line-hover')
      .evaluateAll((glyphs) =>
        glyphs.map((glyph) => glyph.getBoundingClientRect().toJSON() as Clip),
      );
    const box = boxes.find(
      (one) =>
        words !== null && Math.abs(one.y - words.y) < 5 && one.x < words.x && one.x > words.x - 100,
    );
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : undefined;
  }

  /** Adds a comment by mouse: the plus in the margin of the line, then the text and the button. */
  async comment(line: string, text: string): Promise<void> {
    const words = this.root
      .locator('.view-line')
      .filter({ hasText: new RegExp(line.replaceAll(/[^\w\s]/g, '\\$&').replaceAll(' ', '\\s')) });
    const widget = this.root.locator('.review-widget').filter({ hasText: 'Start discussion' });
    let attempts = 0;
    await until(
      async () => {
        if ((await widget.count()) > 0) return widget.count();
        // The editor draws the plus only when the pointer moves, so each click uses another
        // position.
        attempts += 1;
        await words.first().click({ position: { x: attempts % 2 === 0 ? 8 : 24, y: 8 } });
        const plus = await this.plusAt(words.first());
        if (plus === undefined) return 0;
        await this.workbench.page.mouse.click(plus.x, plus.y);
        // A second click on the plus would close a box that opens late, or open another one.
        await widget.waitFor({ timeout: openMs }).catch(() => undefined);
        return widget.count();
      },
      (count) => assert.equal(count, 1, 'no plus in the margin'),
    );
    await widget.locator('.monaco-editor').last().click();
    await this.workbench.page.keyboard.type(text);
    await widget.getByRole('button', { name: 'Add Comment' }).click();
    await this.root.locator('.review-comment').filter({ hasText: text }).first().waitFor();
  }
}
