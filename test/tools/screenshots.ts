import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { launchBrowser, newContext } from '../support/editor/browser';
import { Editor } from '../support/editor/editor';
import { projectRoot } from '../support/editor/paths';
import { packageUnderTest } from '../support/editor/vsix';
import { Workbench, type Clip } from '../support/editor/workbench';
import { until } from '../support/until';
import { startDemo } from './demo/demo';

const folder = path.join(projectRoot, 'media/screenshots');
const wide = { width: 1360, height: 850, scale: 1.5 };
const narrow = { width: 680, height: 850 };
const sideBarWidth = 260;
/** The activity bar and the side bar. */
const sideBarClip = { x: 0, y: 30, width: 48 + sideBarWidth, height: 420 };

/** The second of the demo at which every group holds something worth seeing. */
const moment = 75;
const startTimeoutMs = 120_000;

/** Takes the README's pictures of the packaged extension, showing the demo held at one moment. */
async function main(): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  const demo = await startDemo({ frozenAt: moment });
  const editor = await Editor.start({
    extensions: [await packageUnderTest()],
    env: { CLAUDE_CONFIG_DIR: demo.configHome },
    folder: demo.projectFolder,
  });
  const browser = await launchBrowser();
  try {
    const workbench = await Workbench.open(await newContext(browser, wide), editor);
    await workbench.statusBar.entry('missionControl.needsYou').waitFor();
    await demo.settled;
    await workbench.showContainer('Mission Control');
    await workbench.runCommand('Mission Control: Open Board');
    await shown(workbench);
    await take(workbench, 'board-dark');
    await editor.useTheme('light');
    await workbench.waitForTheme('vs');
    await take(workbench, 'board-light');
    await editor.useTheme('highContrast');
    await workbench.waitForTheme('hc-black');
    await take(workbench, 'board-high-contrast');
    await editor.useTheme('dark');
    await workbench.waitForTheme('vs-dark');
    await workbench.resizeSideBar(sideBarWidth);
    await take(workbench, 'sidebar-dark', sideBarClip);
    await workbench.page.setViewportSize(narrow);
    await take(workbench, 'board-narrow');
  } finally {
    await browser.close();
    await editor.stop();
    await demo.stop();
  }
}

/** The board has cards, and as many of them need someone as the badge says. */
async function shown(workbench: Workbench): Promise<void> {
  const board = await workbench.webview('main[aria-label="Sessions"]');
  await until(
    async () => [await board.locator('.card').count(), await workbench.badge('Mission Control')],
    ([cards, badge]) => {
      if (cards === 0 || badge === '') throw new Error('The board is still empty');
    },
    startTimeoutMs,
  );
}

async function take(workbench: Workbench, name: string, clip?: Clip): Promise<void> {
  const file = path.join(folder, `${name}.png`);
  // Two frames: one to lay out, one that is painted.
  await workbench.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
  await workbench.screenshot(file, clip);
  console.log(path.relative(projectRoot, file));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
