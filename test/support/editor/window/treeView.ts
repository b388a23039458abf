import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { submenuOf } from '../../menuPath';
import { until } from '../../until';
import { chooseFromMenu, focusEntry } from './editorMenu';

/** Timeout, in ms, for a row to show its children. */
const openMs = 5_000;

/** Number of clicks to try for opening a row. */
const openAttempts = 4;

export interface TreeRow {
  /** Accessible name, which screen readers announce. */
  readonly name: string;
  readonly text: string;
  readonly level: number;
  /** Undefined if the row has no children. */
  readonly expanded: boolean | undefined;
}

/** A native tree; only visible rows exist in the page, so the window must be tall enough. */
export class TreeView {
  constructor(
    private readonly page: Page,
    private readonly title: string,
  ) {}

  get root(): Locator {
    return this.page.getByRole('tree', { name: this.title, exact: true });
  }

  async rows(): Promise<readonly TreeRow[]> {
    const rows = await this.root.getByRole('treeitem').evaluateAll((items) =>
      items
        .map((item) => ({
          top: item.getBoundingClientRect().top,
          name: item.getAttribute('aria-label') ?? '',
          text: item.textContent.trim(),
          level: Number(item.getAttribute('aria-level')),
          expanded: item.getAttribute('aria-expanded'),
        }))
        .sort((one, other) => one.top - other.top),
    );
    return rows.map(({ name, text, level, expanded }) => ({
      name,
      text: text.replaceAll('\u00a0', ' '),
      level,
      expanded: expanded === null ? undefined : expanded === 'true',
    }));
  }

  /** The rows as an indented list, for comparing one string. */
  async outline(): Promise<string> {
    const rows = await this.rows();
    return rows.map(({ level, name }) => `${'  '.repeat(level - 1)}${name}`).join('\n');
  }

  /** Finds a row by its accessible name or its visible text. */
  row(name: string | RegExp): Locator {
    const rows = this.root.getByRole('treeitem');
    return this.root
      .getByRole('treeitem', { name })
      .or(rows.filter({ hasText: name }))
      .first();
  }

  /** Expands a row; repeats the click, which is lost if the tree redraws its rows meanwhile. */
  async open(name: string | RegExp): Promise<void> {
    const opened = this.row(name).and(this.page.locator('[aria-expanded="true"]'));
    for (let attempt = 0; attempt < openAttempts; attempt++) {
      if (await opened.isVisible()) return;
      await this.pointAway();
      await this.row(name).click();
      await opened.waitFor({ timeout: openMs }).catch(() => undefined);
    }
    await opened.waitFor();
  }

  /**
   * Expands a group until it contains a row; the group is collapsed at first and redrawn as its
   * rows arrive. A session that has just ended may still be shown in its previous group.
   */
  async unfold(group: RegExp, row: RegExp): Promise<void> {
    const folded = this.row(group).and(this.page.locator('[aria-expanded="false"]'));
    await until(
      async () => {
        if (await folded.isVisible()) await this.open(group);
        return this.rowsBeneath(group);
      },
      (rows) => assert.ok(rows.some(({ name, text }) => row.test(name) || row.test(text))),
    );
  }

  private async rowsBeneath(group: RegExp): Promise<readonly TreeRow[]> {
    const rows = await this.rows();
    const start = rows.findIndex(({ name, text }) => group.test(name) || group.test(text));
    const level = rows[start]?.level ?? 0;
    const end = rows.findIndex((each, index) => index > start && each.level <= level);
    return start < 0 ? [] : rows.slice(start + 1, end < 0 ? undefined : end);
  }

  /** Moves the pointer away, since a row's tooltip covers the row below it until then. */
  private async pointAway(): Promise<void> {
    await this.page.mouse.move(0, 0);
  }

  /** Opens a row's context menu and returns its entries; it stays open for `chooseFromMenu`. */
  async openMenu(name: string | RegExp): Promise<readonly string[]> {
    const items = this.page.locator('.context-view .monaco-menu .action-label:not(.separator)');
    const opened = async (): Promise<readonly string[]> => {
      await this.closeMenu();
      await this.pointAway();
      await this.row(name).click({ button: 'right', timeout: openMs });
      await items.first().waitFor({ timeout: openMs });
      return items.allInnerTexts();
    };
    return until(opened, (entries) => assert.ok(entries.length > 0));
  }

  async chooseFromMenu(entry: string): Promise<void> {
    const submenu = submenuOf(entry);
    if (submenu !== undefined) await this.openSubmenu(submenu);
    await chooseFromMenu(this.page, entry);
  }

  /** Opens a submenu of the open context menu and returns its entries. */
  async openSubmenu(submenu: string): Promise<readonly string[]> {
    const items = this.page.locator('.monaco-submenu .action-label:not(.separator)');
    const opened = async (): Promise<readonly string[]> => {
      await focusEntry(this.page, submenu);
      if (!(await items.first().isVisible())) await this.page.keyboard.press('ArrowRight');
      await items.first().waitFor({ timeout: openMs });
      return items.allInnerTexts();
    };
    return until(opened, (entries) => assert.ok(entries.length > 0));
  }

  /** Chooses an entry of a row's menu; reopens the menu until it contains the entry. */
  async choose(name: string | RegExp, entry: string): Promise<void> {
    const submenu = submenuOf(entry);
    await until(
      async () => {
        const first = await this.openMenu(name);
        const entries = submenu === undefined ? first : await this.openSubmenu(submenu);
        if (!entries.includes(entry)) await this.closeMenu();
        return entries;
      },
      (entries) => assert.ok(entries.includes(entry), entries.join()),
    );
    await this.chooseFromMenu(entry);
  }

  /** Closes all levels of the context menu. */
  async closeMenu(): Promise<void> {
    const menus = this.page.locator('.context-view .monaco-menu');
    await until(
      async () => {
        if ((await menus.count()) > 0) await this.page.keyboard.press('Escape');
        return menus.count();
      },
      (count) => assert.equal(count, 0),
    );
  }

  /**
   * Clicks one of the buttons that a row shows on hover, until `hasLed` resolves. If the editor
   * redraws the row during the click, the command runs without a session and opens a picker.
   */
  async inlineAction(
    name: string | RegExp,
    action: string,
    hasEffect: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    const row = this.row(name);
    const picker = this.page.locator('.quick-input-widget');
    const clicked = async (): Promise<void> => {
      // A click that timed out may have opened its dialog all the same.
      if (await this.page.locator('.monaco-dialog-modal-block').isVisible()) return;
      await this.pointAway();
      await row.hover({ timeout: 10_000 });
      await row.locator(`.actions .action-label[aria-label="${action}"]`).click({ timeout: 2_000 });
    };
    // A row that is redrawn shows its buttons only after the next pointer movement.
    await until(
      async () => {
        if (await picker.isVisible()) await this.page.keyboard.press('Escape');
        await clicked();
        await hasEffect();
      },
      () => undefined,
      60_000,
    );
  }

  /** The buttons that a row shows on hover. */
  async inlineActions(name: string | RegExp): Promise<readonly string[]> {
    await this.pointAway();
    await this.row(name).hover();
    return this.row(name)
      .locator('.actions .action-label')
      .evaluateAll((actions) => actions.map((action) => action.getAttribute('aria-label') ?? ''));
  }
}
