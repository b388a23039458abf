import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { ReviewScene } from '../../../support/review/reviewScene';
import { verdict, type Measurement } from '../../measurement';
import { RealWindow } from '../../window/realWindow';
import { duration, median } from '../../statistics';

const fileCount = 300;
const linesPerFile = 200;
const budgetMs = 1_000;
const opens = 5;
const title = 'Change them all';

/**
 * Page script that measures the time from a click to the first frame with lines of both sides of a
 * file.
 */
const watch = `
globalThis.watchReview = () => {
  globalThis.reviewMs = undefined;
  addEventListener('click', () => {
    const start = performance.now();
    const look = () => requestAnimationFrame(() => {
      const text = document.querySelector('.multiDiffEditor')?.textContent ?? '';
      if (!text.includes('another') || !text.includes('line\\u00a0100')) return look();
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { globalThis.reviewMs = performance.now() - start; };
      channel.port2.postMessage(0);
    });
    look();
  }, { once: true, capture: true });
};`;

/**
 * Measures the time from a click on Review Changes to the painted review of many files in a real
 * window.
 */
export const reviewOpened: Measurement = {
  name: 'review opened',
  async measure({ cacheFolder }) {
    const scene = await ReviewScene.open();
    try {
      await scene.hub.close(); // The window starts its own hub.
      mkdirSync(scene.file('src'));
      const names = Array.from({ length: fileCount }, (_, index) => `src/file${String(index)}.ts`);
      for (const name of names) writeFileSync(scene.file(name), textOf(name));
      scene.commit();
      const session = scene.session();
      await session.prompt(title);
      for (const name of names) await session.edit(name, 'line 100', 'another line');
      await session.turnEnded();
      const window = await RealWindow.open({
        cacheFolder,
        configHome: scene.home,
        folder: scene.folder,
      });
      try {
        const times = await timesIn(window);
        const all = median(times);
        return [
          {
            figure: `click on Review Changes of ${fileCount} files in a real window → painted`,
            measured: `p50 ${duration(all)}, first ${duration(times[0] ?? Number.NaN)}`,
            budget: `p50 < ${duration(budgetMs)}`,
            verdict: verdict(all < budgetMs),
            notes: [
              `${opens} times: ${times.map((t) => duration(t)).join(', ')}; each of ${linesPerFile} lines a file`,
            ],
          },
        ];
      } finally {
        await window.close();
      }
    } finally {
      await scene.close();
    }
  },
};

async function timesIn(window: RealWindow): Promise<readonly number[]> {
  const { workbench } = window;
  await workbench.showContainer('Mission Control');
  const tree = workbench.tree('Sessions');
  const row = new RegExp(title, 'u');
  await tree.unfold(/^Done/u, row);
  await workbench.page.evaluate(watch);
  const times: number[] = [];
  for (let open = 0; open < opens; open += 1) {
    times.push(await openedIn(workbench.page, () => tree.inlineAction(row, 'Review Changes')));
    await window.closeEditors();
  }
  return times;
}

async function openedIn(page: Page, click: () => Promise<void>): Promise<number> {
  await page.evaluate('watchReview()');
  await click();
  const painted = await page.waitForFunction('globalThis.reviewMs', undefined, { timeout: 60_000 });
  return Number(await painted.jsonValue());
}

function textOf(name: string): string {
  const lines = Array.from({ length: linesPerFile }, (_, index) => `  line ${index} of ${name};`);
  return `${lines.join('\n')}\n`;
}
