import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../until';
import { chooseFromMenu } from './editorMenu';
import type { Clip, Workbench } from './workbench';

/** The box for a comment is open this long after a click on the plus, in ms. */
const openMs = 15_000;

/** A review of a session's changes that is in front: the editor's comparison of several files. */
export class ReviewEditor {
  constructor(private readonly workbench: Workbench) {}

  private get group(): Locator {
    return this.workbench.page.locator('.part.editor .editor-group-container.active');
  }

  private get root(): Locator {
    return this.group.locator('.multiDiffEditor');
  }

  /** Until it shows the text, anywhere. */
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

  /** One of the buttons at the right of the tabs. */
  async pressInTitle(name: string): Promise<void> {
    await this.titleAction(name).click();
  }

  /** An entry of the menu behind them. */
  async chooseInTitle(entry: string): Promise<void> {
    await this.titleAction('More Actions').click();
    await chooseFromMenu(this.workbench.page, entry);
  }

  /** The middle of the plus left of a line; it is on the line of the cursor. */
  private async plusAt(line: Locator): Promise<{ x: number; y: number } | undefined> {
    const words = await line.boundingBox();
    // In one look: a plus may go between two.
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

  /** As a person does: the plus in the margin of the line, then words and the button. */
  async comment(line: string, text: string): Promise<void> {
    const words = this.root
      .locator('.view-line')
      .filter({ hasText: new RegExp(line.replaceAll(/[^\w\s]/g, '\\$&').replaceAll(' ', '\\s')) });
    const widget = this.root.locator('.review-widget').filter({ hasText: 'Start discussion' });
    let looks = 0;
    await until(
      async () => {
        if ((await widget.count()) > 0) return widget.count();
        // The editor draws the plus when the pointer moves, also if the pointer was there before.
        looks += 1;
        await words.first().click({ position: { x: looks % 2 === 0 ? 8 : 24, y: 8 } });
        const plus = await this.plusAt(words.first());
        if (plus === undefined) return 0;
        await this.workbench.page.mouse.click(plus.x, plus.y);
        // A second click on the plus would fold what a busy editor opens late, or open another one.
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
