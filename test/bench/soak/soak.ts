import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { currentHub, hubTarget } from '../../support/hub/wire/hubTarget';
import { residentBytes } from '../process/processFigures';
import type { HostFigures } from '../probe/figures';
import { RealWindow, type PageFigures } from '../window/realWindow';
import { Crowd } from './crowd';

const sessions = 200;
const hooksPerSecond = 50;
const memoryStepMs = 2_000;

export interface SoakMoment {
  readonly minute: number;
  readonly host: HostFigures;
  readonly page: PageFigures;
  /**
   * Minimum memory of the extension host since the previous moment, in bytes; at the first moment,
   * the current memory.
   */
  readonly memory: number;
  /** Number of hook calls so far. */
  readonly hooks: number;
}

export interface Soak {
  readonly sessions: number;
  readonly hooks: number;
  readonly failed: number;
  /** Measurements after the first minute, halfway and at the end. */
  readonly moments: readonly SoakMoment[];
}

/** Runs a real window under a high load of hooks and measures its resources three times. */
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
    await hubTarget(configHome);
    crowd.begin(() => currentHub(configHome));
    const started = performance.now();
    const moments: SoakMoment[] = [];
    let pid: number | undefined;
    for (const minute of [1, minutes / 2, minutes]) {
      const memory = await leastMemory(pid, started + minute * 60_000);
      const { host, page } = await measureResources(window, board);
      pid = host.pid;
      moments.push({ minute, page, host, memory: memory ?? host.rss, hooks: crowd.hooksSent });
      say(`minute ${minute}: ${crowd.hooksSent} calls`);
    }
    return { sessions, hooks: crowd.hooksSent, failed: crowd.hooksFailed, moments };
  } finally {
    crowd.end();
    await window?.close();
    fs.rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function measureResources(
  window: RealWindow,
  board: Frame,
): Promise<Pick<SoakMoment, 'host' | 'page'>> {
  const page = await window.pageFigures(board);
  return { page, host: await window.hostFigures() };
}

/**
 * Waits until a time and returns the minimum memory of the process up to then. The minimum is used
 * because garbage collection makes the memory vary by a third.
 */
async function leastMemory(pid: number | undefined, until: number): Promise<number | undefined> {
  let least: number | undefined;
  while (performance.now() < until) {
    await delay(Math.min(memoryStepMs, Math.max(0, until - performance.now())));
    if (pid !== undefined) least = Math.min(least ?? Infinity, residentBytes(pid).now);
  }
  return least;
}
