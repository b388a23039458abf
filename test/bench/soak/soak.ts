import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { hubTarget } from '../hubTarget';
import type { HostFigures } from '../probe/figures';
import { RealWindow, type PageFigures } from '../realWindow';
import { Crowd } from './crowd';

const sessions = 200;
const hooksPerSecond = 50;

export interface SoakMoment {
  readonly minute: number;
  readonly host: HostFigures;
  readonly page: PageFigures;
  /** Calls up to now. */
  readonly hooks: number;
}

export interface Soak {
  readonly sessions: number;
  readonly hooks: number;
  readonly failed: number;
  /** At the first minute, halfway, at the end. */
  readonly moments: readonly SoakMoment[];
}

/** A busy day in fast motion before a real window; looks at it three times. */
export async function soak(
  cacheFolder: string,
  minutes: number,
  say: (text: string) => void,
): Promise<Soak> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'mission-control-soak-'));
  const configHome = path.join(root, '.claude');
  fs.mkdirSync(configHome, { mode: 0o700 });
  const folders = { configHome, code: path.join(root, 'code') };
  const crowd = new Crowd({ folders, sessions, hooksPerSecond });
  let window: RealWindow | undefined;
  try {
    say('opening the window');
    window = await RealWindow.open({ cacheFolder, configHome });
    const board = await window.showBoard();
    await board.locator('article').first().waitFor();
    crowd.begin(await hubTarget(configHome));
    const started = performance.now();
    const moments: SoakMoment[] = [];
    for (const minute of [1, minutes / 2, minutes]) {
      await delay(Math.max(0, started + minute * 60_000 - performance.now()));
      moments.push(await look(window, board, crowd, minute));
      say(`minute ${minute}: ${crowd.hooksSent} calls`);
    }
    return { sessions, hooks: crowd.hooksSent, failed: crowd.hooksFailed, moments };
  } finally {
    crowd.end();
    await window?.close();
    fs.rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function look(
  window: RealWindow,
  board: Frame,
  crowd: Crowd,
  minute: number,
): Promise<SoakMoment> {
  const page = await window.pageFigures(board);
  return { minute, page, host: await window.hostFigures(), hooks: crowd.hooksSent };
}
