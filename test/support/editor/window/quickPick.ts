import type { Locator, Page } from 'playwright-core';
import { until } from '../../until';
import type { Workbench } from './workbench';

/** The quick pick at the top of a window. */
export class QuickPick {
  readonly widget: Locator;
  readonly input: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator('.quick-input-widget');
    this.input = this.widget.locator('input');
  }

  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  row(text: string | RegExp): Locator {
    return this.widget.locator('.monaco-list-row').filter({ hasText: text }).first();
  }

  /** The focused row, which Enter chooses, if it contains the text. */
  focusedRow(text: string | RegExp): Locator {
    return this.widget.locator('.monaco-list-row.focused').filter({ hasText: text });
  }

  /** Each row as one text: label, description and detail. */
  async rows(): Promise<readonly string[]> {
    const rows = await this.widget.locator('.monaco-list-row').evaluateAll((elements) =>
      elements.map((row) =>
        ['.label-name', '.label-description', '.quick-input-list-label-meta']
          .map((part) => row.querySelector(part))
          // A reused row may still contain hidden text of an earlier list, in the part itself or an
          // element within it.
          .map((part) =>
            part instanceof HTMLElement && part.checkVisibility({ visibilityProperty: true })
              ? part.innerText.trim()
              : '',
          )
          .filter((text) => text !== '')
          .join(' | '),
      ),
    );
    return rows.map((row) => row.replaceAll('\u00a0', ' '));
  }

  /** Labels without icons, which are drawn by a class. */
  async labels(): Promise<readonly string[]> {
    const labels = await this.widget
      .locator('.monaco-list-row .quick-input-list-label .label-name')
      .allInnerTexts();
    return labels.map((label) => label.replaceAll('\u00a0', ' '));
  }

  /** Waits for the search to end, since a searching list may redraw its rows under the pointer. */
  async press(row: string | RegExp, button: string): Promise<void> {
    await this.widget.locator('.monaco-progress-container.active').waitFor({ state: 'hidden' });
    await this.row(row).hover();
    await this.row(row).getByRole('button', { name: button }).click();
  }

  /**
   * Presses a button that closes the list; repeats if an update of the row redraws it under the
   * pointer.
   */
  async pressToClose(row: string | RegExp, button: string): Promise<void> {
    const closed = async (): Promise<void> => {
      if (await this.widget.isVisible()) await this.press(row, button);
      await this.widget.waitFor({ state: 'hidden', timeout: 1_000 });
    };
    await until(closed, () => undefined, 30_000);
  }

  /** Presses Enter in its box, wherever the focus was. */
  async accept(): Promise<void> {
    await this.input.press('Enter');
  }

  async close(): Promise<void> {
    const closed = async (): Promise<void> => {
      await this.page.keyboard.press('Escape');
      await this.widget.waitFor({ state: 'hidden', timeout: 1_000 });
    };
    // A list that has just opened ignores keys.
    await until(closed, () => undefined, 30_000);
  }
}

/** Timeout, in ms, for a command to open its list on a busy machine. */
const openMs = 5_000;

/**
 * Opens the list of a command and types into its box; repeats if a page or terminal that gets the
 * focus a moment later closes it.
 */
export async function openList(
  workbench: Pick<Workbench, 'page' | 'runCommand'>,
  command: string,
  placeholder: string,
  typed = '',
): Promise<QuickPick> {
  const pick = new QuickPick(workbench.page);
  const box = pick.widget.getByPlaceholder(placeholder);
  const opened = async (): Promise<void> => {
    if (!(await box.isVisible())) await workbench.runCommand(command);
    await box.waitFor({ timeout: openMs });
    await box.fill(typed, { timeout: openMs });
  };
  await until(opened, () => undefined, 60_000);
  return pick;
}

/** Opens Find Session and types into its box. */
export function openFindSession(
  workbench: Pick<Workbench, 'page' | 'runCommand'>,
  typed?: string,
): Promise<QuickPick> {
  return openList(workbench, 'Mission Control: Find Session…', 'Find a session by', typed);
}
