import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { ModalDialog, Notifications } from './dialogs';
import type { Editor } from '../editor';
import { hasKey, pressKeyOf } from './commandKeys';
import { TerminalPanel } from './terminalPanel';
import { StatusBar } from './statusBar';
import { until } from '../../until';
import { TreeView } from './treeView';
import { waitFixedTime } from '../../waitFixedTime';
import { scaledTimeout } from '../../scaledTimeout';

/** Timeout, in ms, for a reloaded window to show its side bar. */
const settleMs = 5_000;

/** Number of clicks on its icon to try, as a click may coincide with the window's own change. */
const showAttempts = 4;

/** Timeout, in ms, for the palette to open after its key. */
const openMs = 5_000;

/** A rectangle of a window, in pixels of its page. */
export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One window of the editor: a page with its own extension host. */
export class Workbench {
  readonly statusBar: StatusBar;
  readonly notifications: Notifications;
  readonly modal: ModalDialog;
  readonly terminal: TerminalPanel;

  private constructor(
    readonly page: Page,
    private readonly editor: Editor,
  ) {
    this.statusBar = new StatusBar(page);
    this.notifications = new Notifications(page);
    this.modal = new ModalDialog(page);
    this.terminal = new TerminalPanel(page);
  }

  /** Opens a window; further pages of the same context are further windows of the same person. */
  static async open(
    context: BrowserContext,
    editor: Editor,
    folder = editor.folder,
  ): Promise<Workbench> {
    const page = await context.newPage();
    await page.goto(editor.windowUrl(folder));
    const workbench = new Workbench(page, editor);
    await workbench.ready();
    return workbench;
  }

  /**
   * Lets the extension deactivate; closing only the browser looks like a crash. The page navigates
   * away first, as when a person closes a tab, or its host may wait for it to return.
   */
  async close(): Promise<void> {
    await this.page.goto('about:blank', { timeout: 10_000 }).catch(() => undefined);
    await this.page.close();
  }

  /** Uses the editor's own command, which saves open files first; F5 may not. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Simulates gaining or losing the system's focus; a browser under test focuses every page. */
  async giveFocus(focused: boolean): Promise<void> {
    await this.page.evaluate((has) => {
      document.hasFocus = () => has;
      window.dispatchEvent(new FocusEvent(has ? 'focus' : 'blur'));
    }, focused);
  }

  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await this.page.locator('.part.activitybar .action-item').first().waitFor();
  }

  /**
   * Runs a command by its palette label, category included: "Mission Control: Open Board". Uses its
   * test key if it has one, at a third of the palette's processor time.
   */
  async runCommand(label: string): Promise<void> {
    if (!hasKey(label)) return this.runInPalette(label);
    await until(
      () => pressKeyOf(this.page, label),
      (isKnown) => assert.ok(isKnown, `The editor knows no key of ${label}`),
    );
  }

  async runInPalette(label: string): Promise<void> {
    const row = this.page
      .locator('.quick-input-widget .monaco-list-row')
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .first();
    const input = this.page.locator('.quick-input-widget input').first();
    const isOpen = async (): Promise<boolean> =>
      (await input.isVisible()) && (await input.inputValue({ timeout: openMs })) === `>${label}`;
    await this.inPalette(label, async () => {
      await row.waitFor({ timeout: openMs });
      // A key takes less processor time than a click. A recently used command may precede the row.
      if ((await row.and(this.page.locator('.focused')).count()) > 0) {
        await this.page.keyboard.press('Enter');
        // The caller may type into a list that the command opens.
        await until(isOpen, (open) => assert.ok(!open), openMs);
        return;
      }
      await row.click({ timeout: openMs });
      // A hover at the pointer's position could cover the next click's target.
      await this.page.mouse.move(0, 0);
    });
  }

  /**
   * Types into the open quick pick, then clicks the row whose text, description included, matches.
   */
  async pick(row: RegExp, typed = ''): Promise<void> {
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    if (typed !== '') await input.fill(typed);
    const rows = this.page.locator('.quick-input-widget .monaco-list-row');
    const wanted = rows.filter({ hasText: row }).first();
    await wanted.waitFor();
    const clicked = async (): Promise<unknown> => {
      await this.page.mouse.move(0, 0);
      return wanted.click({ timeout: openMs }).catch((error: unknown) => error);
    };
    await until(clicked, (error) => assert.ifError(error), 30_000);
  }

  /**
   * Runs a command and clicks a row of the list that it opens. The page below may get the focus
   * back a moment after the palette has closed, which closes the list; the command is then
   * repeated.
   */
  async choose(label: string, row: RegExp): Promise<void> {
    const wanted = this.page
      .locator('.quick-input-widget .monaco-list-row')
      .filter({ hasText: row })
      .first();
    const chosen = async (): Promise<unknown> => {
      if (!(await wanted.isVisible())) await this.runCommand(label);
      return wanted.click({ timeout: openMs }).catch((error: unknown) => error);
    };
    await until(chosen, (error) => assert.ifError(error), 60_000);
  }

  /** Entries that the palette offers for the typed text. */
  async paletteEntries(typed: string): Promise<readonly string[]> {
    const rows = this.page.locator('.quick-input-widget .monaco-list-row .quick-input-list-label');
    await this.inPalette(typed, () => rows.first().waitFor({ timeout: openMs }));
    const entries = await rows.allInnerTexts();
    await this.page.keyboard.press('Escape');
    return entries.map(plainSpaces);
  }

  /**
   * Replaces settings added to the user's by typing in the editor, which does not watch the file.
   * The settings with which the editor started stay: without them it starts its own agents.
   */
  async changeUserSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.runCommand('Preferences: Open User Settings (JSON)');
    const lines = this.page.locator('.part.editor .editor-group-container.active .view-lines');
    await lines.click();
    await this.page.keyboard.press('ControlOrMeta+A');
    // Typed or inserted text reaches the editor letter by letter, which takes seconds of processor
    // time.
    const text = JSON.stringify({ ...this.editor.userSettings, ...settings });
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('ControlOrMeta+V');
    await until(
      () => lines.innerText(),
      (shown) => assert.equal(plainSpaces(shown), text),
    );
    await this.page.keyboard.press('ControlOrMeta+S');
    await until(
      () => fs.readFile(path.join(this.editor.root, 'data/User/settings.json'), 'utf8'),
      (saved) => assert.equal(saved, text),
    );
    // The newest editor shows its settings in an overlay, over which no command can run.
    await this.page.keyboard.press('Escape');
    await lines.waitFor({ state: 'hidden' });
  }

  /** Shows the side bar of a view container, by the container's title. */
  async showContainer(title: string): Promise<void> {
    const sideBar = this.page.locator('.part.sidebar');
    const heading = sideBar.locator('.composite.title').filter({ hasText: /\S/ }).first();
    const shown = heading.getByText(title).first();
    // A loading window restores its side bar, which an early click would hide; the click is
    // repeated then.
    await until(
      async () => (await heading.isVisible()) || !(await sideBar.isVisible()),
      (isLoaded) => assert.ok(isLoaded),
    );
    for (let attempt = 0; attempt < showAttempts; attempt++) {
      if (await shown.isVisible()) return;
      await this.containerItem(title).click();
      // Its tooltip would appear before the one that a test asks for.
      await this.page.mouse.move(0, 0);
      await shown.waitFor({ timeout: settleMs }).catch(() => undefined);
    }
    await shown.waitFor();
  }

  async closeEditors(): Promise<void> {
    const closeAll = async (): Promise<readonly string[]> => {
      const open = await this.tabs();
      if (open.length > 0) {
        // Uses the shortcut: the palette would take ten times the processor time.
        await this.page.keyboard.press('ControlOrMeta+K');
        await this.page.keyboard.press('ControlOrMeta+W');
      }
      return this.tabs();
    };
    await until(closeAll, (tabs) => assert.deepEqual(tabs, []));
  }

  /** The number on a container's activity bar icon; empty without one. */
  async badge(title: string): Promise<string> {
    const badge = this.containerItem(title).locator('.badge:visible .badge-content');
    // Read in one call: a badge may disappear between two.
    return (await badge.allInnerTexts())[0] ?? '';
  }

  tree(viewTitle: string): TreeView {
    return new TreeView(this.page, viewTitle);
  }

  /** The page of the webview that shows `content`, a selector or Playwright text query. */
  async webview(content: string, timeoutMs = 60_000): Promise<Frame> {
    const end = Date.now() + scaledTimeout(timeoutMs);
    while (Date.now() < end) {
      for (const frame of this.page.frames()) {
        if (frame === this.page.mainFrame()) continue;
        const found = await frame
          .locator(content)
          .count()
          .catch(() => 0);
        if (found > 0) return frame;
      }
      await waitFixedTime(50);
    }
    throw new Error(`No webview shows ${content}; open tabs: ${(await this.tabs()).join(', ')}`);
  }

  /** The page of an open transcript, once it is visible and shows `text`. */
  async transcript(text: RegExp, timeoutMs = 60_000): Promise<Frame> {
    return until(
      async () => {
        for (const frame of this.page.frames()) {
          const feed = frame.locator('[role="feed"]');
          const shown = await feed.innerText({ timeout: 500 }).catch(() => '');
          if (text.test(shown)) return frame;
        }
        return undefined;
      },
      (frame) => assert.ok(frame, `No open transcript shows ${String(text)}`),
      timeoutMs,
    ).then((frame) => {
      assert.ok(frame);
      return frame;
    });
  }

  async tabs(): Promise<readonly string[]> {
    return this.page.locator('.part.editor .tab .tab-label').allInnerTexts();
  }

  async activeTab(): Promise<string> {
    return this.page.locator('.part.editor .tab.active .tab-label').first().innerText();
  }

  /** The language of the active editor, as shown in the status bar. */
  async language(): Promise<string> {
    return this.page.locator('[id="status.editor.mode"]').innerText();
  }

  /** The whole text of the active editor, read through the clipboard. */
  async editorText(): Promise<string> {
    await this.page.locator('.part.editor .monaco-editor .view-lines').first().click();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await this.page.keyboard.press('ControlOrMeta+C');
    const end = Date.now() + 5_000;
    while (Date.now() < end) {
      const text = await this.page.evaluate(() => navigator.clipboard.readText());
      if (text !== '') return text;
      await waitFixedTime(50);
    }
    return '';
  }

  /** The visible lines of the active editor, without folded ones. */
  async visibleEditorText(): Promise<string> {
    const lines = await this.page
      .locator('.part.editor .editor-group-container.active .monaco-editor .view-line')
      .evaluateAll((elements) =>
        elements
          .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent }))
          .sort((one, other) => one.top - other.top)
          .map(({ text }) => text),
      );
    return lines.map(plainSpaces).join('\n');
  }

  /** The text of the tooltip that appears over an element. */
  async hover(target: Locator): Promise<string> {
    const tooltip = this.page.locator('.workbench-hover:visible, .monaco-hover:visible').last();
    const shown = async (): Promise<string> => {
      await this.page.mouse.move(0, 0);
      await tooltip.waitFor({ state: 'hidden', timeout: 5_000 });
      await target.hover({ timeout: 5_000 });
      await tooltip.waitFor({ timeout: 5_000 });
      return tooltip.innerText({ timeout: 5_000 });
    };
    // A row that is redrawn under the pointer shows its tooltip only after the next pointer
    // movement.
    const text = await until(shown, () => undefined, 60_000);
    await this.page.mouse.move(0, 0);
    return plainSpaces(text);
  }

  async resizeSideBar(width: number): Promise<void> {
    const sideBar = this.page.locator('.part.sidebar');
    const box = await sideBar.boundingBox();
    if (box === null) throw new Error('The side bar is not shown');
    const y = box.y + box.height / 2;
    await this.page.mouse.move(box.x + box.width, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width, y, { steps: 5 });
    await this.page.mouse.up();
    await this.page.mouse.move(0, 0);
  }

  /** The colours are applied once the workbench has the theme's own class. */
  async waitForTheme(kind: 'vs' | 'vs-dark' | 'hc-black'): Promise<void> {
    await this.page.locator(`.monaco-workbench.${kind}`).first().waitFor();
  }

  async screenshot(file: string, clip?: Clip): Promise<void> {
    await this.page.screenshot({
      path: file,
      animations: 'disabled',
      caret: 'hide',
      ...(clip === undefined ? {} : { clip }),
    });
  }

  private containerItem(title: string): Locator {
    return this.page
      .locator('.part.activitybar .action-item')
      .filter({ has: this.page.locator(`[aria-label^="${title}"]`) })
      .first();
  }

  /**
   * Runs `act` in the open palette; reopens the palette if the editor closes it on losing the
   * focus.
   */
  private async inPalette(typed: string, act: () => Promise<void>): Promise<void> {
    const input = this.page.locator('.quick-input-widget input');
    const tried = async (): Promise<unknown> => {
      try {
        await this.page.mouse.move(0, 0);
        await this.page.keyboard.press('F1');
        await input.waitFor({ timeout: openMs });
        await input.fill(`>${typed}`, { timeout: openMs });
        await act();
        return undefined;
      } catch (error) {
        const shown = await this.page.locator('.quick-input-widget').allInnerTexts();
        return new Error(`${String(error)}\nThe palette shows: ${shown.join('\n')}`);
      }
    };
    await until(tried, (error) => assert.ifError(error), 30_000);
  }
}

/** The workbench draws text with no-break spaces. */
function plainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
