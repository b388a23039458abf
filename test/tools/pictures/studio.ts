import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { Frame } from 'playwright-core';
import type { Viewport } from '../../support/editor/browser';
import type { Editor } from '../../support/editor/editor';
import { openWindow } from '../../support/editor/editorWindow';
import { projectRoot } from '../../support/editor/paths';
import { packageUnderTest } from '../../support/editor/install/vsix';
import type { Workbench } from '../../support/editor/window/workbench';
import { until } from '../../support/until';
import { demoSettings, startDemo, type Demo, type DemoOptions } from '../demo/demo';

const folder = path.join(projectRoot, 'media/screenshots');
const startTimeoutMs = 120_000;

/** The packaged extension in a real workbench, showing the demo. */
export interface Studio {
  readonly demo: Demo;
  readonly editor: Editor;
  readonly workbench: Workbench;
}

/** Opens a studio while `work` runs. */
export async function withStudio(
  viewport: Viewport,
  options: DemoOptions,
  work: (studio: Studio) => Promise<void>,
): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  const demo = await startDemo({ withMachine: true, ...options });
  // Codex is on the board where its folder exists.
  await fs.mkdir(codexHomeOf(demo));
  const window = await openWindow({
    viewport,
    extensions: [await packageUnderTest()],
    // A separate home, so that paths look like those of a user.
    env: { ...demo.env, HOME: demo.home, CODEX_HOME: codexHomeOf(demo) },
    folder: demo.projectFolder,
    settings: {
      'missionControl.notifications': 'off',
      ...demoSettings,
      ...(options.withMachine === false && { 'missionControl.machines': [] }),
      'workbench.reduceMotion': viewport.motion === true ? 'off' : 'on',
    },
  });
  try {
    const { editor, workbench } = window;
    await workbench.statusBar.entry('missionControl.needsYou').waitFor();
    await work({ demo, editor, workbench });
  } finally {
    await window.close();
    await demo.stop();
  }
}

/** Opens the board; resolves once it has cards and its icon has a badge. */
export async function openBoard(workbench: Workbench): Promise<Frame> {
  await workbench.showContainer('Mission Control');
  await workbench.runCommand('Mission Control: Open Board');
  const board = await workbench.webview('main[aria-label="Sessions"]');
  await until(
    async () => [await board.locator('.card').count(), await workbench.badge('Mission Control')],
    ([cards, badge]) => {
      if (cards === 0 || badge === '') throw new Error('The board is still empty');
    },
    startTimeoutMs,
  );
  return board;
}

/** The folder of Codex beside the demo's projects, empty when the editor starts. */
export function codexHomeOf({ home }: Demo): string {
  return path.join(home, '.codex');
}

export function pictureFile(name: string): string {
  return path.join(folder, `${name}.png`);
}

export function printPath(file: string): void {
  console.log(path.relative(projectRoot, file));
}
