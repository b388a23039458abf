import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Frame } from 'playwright-core';
import { say, tool } from '../../../support/claude/reply';
import type { ClientSession } from '../../../support/claude/session';
import { ClientStage } from '../../../support/claude/stage';
import { openPane } from '../../../support/editor/window/whole';
import { until } from '../../../support/until';
import { verdict, type Measurement } from '../../measurement';
import { RealWindow } from '../../window/realWindow';
import { median, p50p95, percentile } from '../../statistics';

const budgetMs = 300;
const rounds = { small: 5, full: 16 };
/**
 * Waiting times in ms before an answer: longer than a request must be visible for a click to count,
 * and longer than the client's dialog ignores keys.
 */
const guardMs = { click: 600, key: 1_100 };
const waitMs = 30_000;

/**
 * Measures the time from a click on Allow to the client's next action, and from a key in the
 * terminal to the update of the card.
 */
export const answered: Measurement = {
  name: 'answered',
  async measure({ cacheFolder, small }) {
    const stage = await ClientStage.open();
    try {
      const { configHome } = stage.home;
      const window = await RealWindow.open({ cacheFolder, configHome });
      stage.endsWith(() => window.close());
      const session = await stage.client();
      const times = new Answers(stage, session, await window.showBoard());
      const clicks: number[] = [];
      const keys: number[] = [];
      const withdrawals: number[] = [];
      await times.click(); // The first click is discarded, because it compiles code on all sides.
      for (let round = 0; round < (small ? rounds.small : rounds.full); round += 1) {
        clicks.push(await times.click());
        const { goesOn, withdrawn } = await times.key();
        keys.push(goesOn);
        withdrawals.push(withdrawn);
      }
      return [
        {
          figure: 'click on Allow in a real window → the client goes on',
          measured: p50p95(clicks),
          budget: `p95 < ${budgetMs} ms`,
          raw: p50p95(keys),
          ratio: median(clicks) / median(keys),
          verdict: verdict(percentile(clicks, 0.95) < budgetMs),
          notes: [
            `${clicks.length} requests to write a file; the client goes on when the file is written`,
            'the raw limit is the same by a key in the terminal',
          ],
        },
        {
          figure: 'key in the terminal → withdrawn from the card in a real window',
          measured: p50p95(withdrawals),
          budget: `p95 < ${budgetMs} ms`,
          verdict: verdict(percentile(withdrawals, 0.95) < budgetMs),
        },
      ];
    } finally {
      await stage.close();
    }
  },
};

/**
 * Script for the page. It is text, because the compiler's helper functions do not exist in the
 * page.
 */
const noteClick = `document.addEventListener(
  'click',
  () => { document.body.dataset.clickedAt = String(Date.now()); },
  { capture: true, once: true },
)`;
const untilWithdrawn = `new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (document.querySelector('[data-action="allow"]') !== null) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(Date.now()));
  });
  observer.observe(document.body, { childList: true, subtree: true });
})`;

/** Requests of the client to write a file, answered on the card or in the terminal. */
class Answers {
  private count = 0;

  constructor(
    private readonly stage: ClientStage,
    private readonly session: ClientSession,
    private readonly board: Frame,
  ) {}

  /** Answers by a click on the card; returns the time in ms from the click to the written file. */
  async click(): Promise<number> {
    const file = await this.makeRequest(guardMs.click);
    await this.board.evaluate(noteClick);
    await this.allow.click();
    const at = Number(await this.board.evaluate(() => document.body.dataset['clickedAt']));
    return (await this.writtenAt(file)) - at;
  }

  /**
   * Answers by a key in the terminal; returns the times in ms from the key to the written file, and
   * to the card without its buttons.
   */
  async key(): Promise<{ readonly goesOn: number; readonly withdrawn: number }> {
    const file = await this.makeRequest(guardMs.key);
    const withdrawal = this.board.evaluate<number>(untilWithdrawn);
    // The page handles this call after it has installed the observer.
    await this.board.evaluate(() => undefined);
    const at = Date.now();
    this.session.terminal.press('1');
    const goesOn = (await this.writtenAt(file)) - at;
    return { goesOn, withdrawn: (await withdrawal) - at };
  }

  private get allow() {
    return this.board.getByRole('button', { name: 'Allow', exact: true });
  }

  private async makeRequest(guard: number): Promise<string> {
    this.count += 1;
    const marker = `write${this.count}`;
    const file = path.join(this.stage.home.project, marker);
    this.stage.script(marker, tool('Write', { file_path: file, content: 'made' }), say('Written.'));
    await this.session.waitFor('prompt', waitMs);
    await this.session.turn(`[[${marker}]] go`, waitMs);
    await openPane(this.board);
    await this.allow.waitFor({ timeout: waitMs });
    await this.board.page().waitForTimeout(guard);
    return file;
  }

  /** Waits for the file; returns its modification time. */
  private async writtenAt(file: string): Promise<number> {
    return until(
      () => fs.statSync(file).mtimeMs,
      (at) => assert.ok(at > 0),
      waitMs,
    );
  }
}
