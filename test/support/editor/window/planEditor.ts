import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../until';
import type { Workbench } from './workbench';

/** Timeout, in ms, for the comment box to open after a click on the plus. */
const openMs = 15_000;

/** A plan that is open in the editor, with its line comments. */
export class PlanEditor {
  constructor(private readonly workbench: Workbench) {}

  private get root(): Locator {
    return this.workbench.page.locator('.part.editor .editor-group-container.active');
  }

  /** Waits until the active document shows the text. */
  async waitFor(text: RegExp, timeout = 60_000): Promise<void> {
    await this.line(text).waitFor({ timeout });
  }

  line(text: RegExp): Locator {
    return this.root
      .locator('.view-line')
      .filter({ hasText: noBreaks(text) })
      .first();
  }

  /** Texts above the first line, commands included. */
  async lenses(): Promise<readonly string[]> {
    const texts = await this.root
      .locator('.codelens-decoration > a, .codelens-decoration > span')
      .allInnerTexts();
    return texts
      .map((text) => text.replaceAll('\u00a0', ' ').trim())
      .filter((text) => text !== '' && text !== '|');
  }

  /** Presses one of the commands above the first line. */
  async press(command: string): Promise<void> {
    const lens = this.root.locator('.codelens-decoration a').filter({ hasText: command }).first();
    await lens.waitFor();
    await lens.click();
  }

  /** Presses one of the buttons at the right of the tabs. */
  async pressInTitle(command: string): Promise<void> {
    await this.root.locator('.editor-actions').getByRole('button', { name: command }).click();
  }

  async titleActions(): Promise<readonly string[]> {
    const buttons = this.root.locator('.editor-actions').getByRole('button');
    return buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  }

  /** Types at the end of a line and waits for the text. */
  async writeAt(line: RegExp, text: string): Promise<void> {
    await this.line(line).click();
    await this.workbench.page.keyboard.press('End');
    await this.workbench.page.keyboard.type(text);
    await this.line(new RegExp(line.source + '.*' + text.replaceAll('.', '\\.'))).waitFor();
  }

  /** Adds a comment by mouse: the plus in the margin of the line, then the text and the button. */
  async comment(line: RegExp, text: string): Promise<void> {
    const widget = await this.beginComment(line, text);
    await widget.getByRole('button', { name: 'Add Comment' }).click();
    await this.written(text).waitFor();
  }

  /** Opens the comment box and types the text without adding it. */
  async beginComment(line: RegExp, text: string): Promise<Locator> {
    // The editor's own heading of an empty comment thread.
    const widget = this.root.locator('.review-widget').filter({ hasText: 'Start discussion' });
    const glyph = this.root.locator('.comment-range-glyph.line-hover').first();
    // The plus is on the line of the cursor; lines may be moving at this moment.
    await until(
      async () => {
        if ((await widget.count()) > 0) return widget.count();
        await this.line(line).click();
        await glyph.waitFor({ timeout: 1_000 }).catch(() => undefined);
        const [plus, words] = [await glyph.boundingBox(), await this.line(line).boundingBox()];
        if (plus === null || words === null || Math.abs(plus.y - words.y) > 3) return 0;
        await this.clickInMargin(glyph);
        // A second click on the plus would close a box that opens late, or open another one.
        await widget.waitFor({ timeout: openMs }).catch(() => undefined);
        return widget.count();
      },
      (count) => assert.equal(count, 1, 'no plus in the margin'),
    );
    await this.fill(widget, text);
    return widget;
  }

  written(text: string | RegExp): Locator {
    return this.root.locator('.review-comment').filter({ hasText: text }).first();
  }

  async editComment(which: RegExp, text: string): Promise<void> {
    const comment = this.written(which);
    await comment.hover();
    await comment.getByRole('button', { name: 'Edit Comment' }).click();
    await this.fill(comment, text);
    await comment.locator('.monaco-button').filter({ hasText: 'Save' }).click();
    await this.written(text).waitFor();
  }

  async deleteComment(which: RegExp): Promise<void> {
    const comment = this.written(which);
    await comment.hover();
    await comment.getByRole('button', { name: 'Delete Comment' }).click();
    await comment.waitFor({ state: 'detached' });
  }

  async comments(): Promise<readonly string[]> {
    return this.root.locator('.review-comment .comment-body').allInnerTexts();
  }

  private async fill(widget: Locator, text: string): Promise<void> {
    await widget.locator('.monaco-editor').last().click();
    await this.workbench.page.keyboard.press('ControlOrMeta+A');
    await this.workbench.page.keyboard.type(text);
    await until(
      () => widget.locator('.monaco-editor .view-lines').last().innerText(),
      (shown) => assert.equal(shown.replaceAll('\u00a0', ' ').trim(), text),
    );
  }

  /** The glyph is drawn by a pseudo-element beside the lines. */
  private async clickInMargin(glyph: Locator): Promise<void> {
    const box = await glyph.boundingBox();
    assert.ok(box);
    await this.workbench.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.workbench.page.mouse.down();
    await this.workbench.page.mouse.up();
  }
}

/** The workbench draws text with no-break spaces. */
function noBreaks(text: RegExp): RegExp {
  return new RegExp(text.source.replaceAll(' ', '[ \u00a0]'), text.flags);
}
