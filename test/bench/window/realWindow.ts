import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as esbuild from 'esbuild';
import type { CDPSession, Frame } from 'playwright-core';
import { extensionId } from '../../../src/extension/manifest';
import { nodeBundle } from '../../support/build/bundleOptions';
import { openWindow, type EditorWindow } from '../../support/editor/editorWindow';
import { projectRoot } from '../../support/editor/paths';
import { packageExtension, packageFolder } from '../../support/editor/install/vsix';
import type { Workbench } from '../../support/editor/window/workbench';
import { until } from '../../support/until';
import { probeVariable, type HostFigures, type Stall } from '../probe/figures';

/** Resources of the board's page; `heap` and `listeners` are those of the whole window. */
export interface PageFigures {
  readonly heap: number;
  readonly listeners: number;
  /** Number of all DOM nodes of the window that were not garbage-collected. */
  readonly nodes: number;
  /** Number of elements in the board's own document. */
  readonly boardNodes: number;
}

/** Times of the extension's activation as reported by the editor, in whole ms. */
export interface Activation {
  readonly loadMs: number;
  readonly callMs: number;
}

export interface RealWindowOptions {
  readonly cacheFolder: string;
  readonly configHome: string;
  /** Folder that the window opens; if absent, an empty one. */
  readonly folder?: string;
  /** User settings in addition to the default ones of the tests. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A real workbench with the packaged extension, and with a probe in its extension host. */
export class RealWindow {
  private constructor(
    private readonly window: EditorWindow,
    private readonly probe: string,
    private readonly metrics: CDPSession,
  ) {}

  static async open({
    cacheFolder,
    configHome,
    folder: opened,
    settings,
  }: RealWindowOptions): Promise<RealWindow> {
    const folder = path.join(cacheFolder, 'window');
    fs.mkdirSync(folder, { recursive: true });
    const extensions = [
      await packageExtension(path.join(folder, 'mission-control.vsix')),
      await packageProbe(folder),
    ];
    const portFile = path.join(folder, 'probe-port');
    fs.rmSync(portFile, { force: true });
    const window = await openWindow({
      extensions,
      env: { CLAUDE_CONFIG_DIR: configHome, [probeVariable]: portFile },
      browserArgs: ['--enable-precise-memory-info'],
      ...(opened !== undefined && { folder: opened }),
      ...(settings !== undefined && { settings }),
    });
    try {
      const port = await until(
        () => fs.readFileSync(portFile, 'utf8'),
        () => undefined,
        60_000,
      );
      const metrics = await window.context.newCDPSession(window.workbench.page);
      await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
      return new RealWindow(window, `http://127.0.0.1:${port}`, metrics);
    } catch (error) {
      await window.close();
      throw error;
    }
  }

  get workbench(): Workbench {
    return this.window.workbench;
  }

  /** Opens the side bar and the board; returns the board's frame. */
  async showBoard(): Promise<Frame> {
    await this.workbench.showContainer('Mission Control');
    await this.workbench.runCommand('Mission Control: Open Board');
    return this.workbench.webview('main.board, .first-run, .loading', 60_000);
  }

  async closeEditors(): Promise<void> {
    await this.workbench.runCommand('View: Close All Editors');
    await this.workbench.page.locator('.part.editor .tab').first().waitFor({ state: 'detached' });
  }

  /** Reads the times of the extension's activation from the editor's report. */
  async activation(): Promise<Activation> {
    return until(
      async () => {
        await this.workbench.runCommand('Developer: Startup Performance');
        const report = await this.workbench.editorText();
        const row = report.split('\n').find((line) => line.startsWith(`| ${extensionId} `));
        const [, , , loadMs, callMs] = row?.split('|').map((cell) => cell.trim()) ?? [];
        return { loadMs: Number(loadMs), callMs: Number(callMs) };
      },
      ({ loadMs, callMs }) => assert.ok(loadMs >= 0 && callMs >= 0, 'the report has no such row'),
      60_000,
    );
  }

  hostFigures(): Promise<HostFigures> {
    return this.query('figures');
  }

  /** Stalls of the extension host since the last call. */
  stall(): Promise<Stall> {
    return this.query('stall');
  }

  async pageFigures(board: Frame): Promise<PageFigures> {
    await this.metrics.send('HeapProfiler.collectGarbage');
    const valueOf = await this.figures();
    return {
      heap: valueOf('JSHeapUsedSize'),
      listeners: valueOf('JSEventListeners'),
      nodes: valueOf('Nodes'),
      boardNodes: await board.evaluate(() => document.querySelectorAll('*').length),
    };
  }

  /** Processor time of the window's main thread so far, including its pages and painting, in ms. */
  async workMs(): Promise<number> {
    return (await this.figures())('TaskDuration') * 1_000;
  }

  async startProfile(): Promise<void> {
    await this.query('profile/start');
  }

  /**
   * The profile of the extension host's main thread, in the format of the browser's developer
   * tools.
   */
  stopProfile(): Promise<unknown> {
    return this.query('profile/stop');
  }

  close(): Promise<void> {
    return this.window.close();
  }

  private async figures(): Promise<(name: string) => number> {
    const { metrics } = await this.metrics.send('Performance.getMetrics');
    return (wanted) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  }

  private async query<T>(what: string): Promise<T> {
    const answer = await fetch(`${this.probe}/${what}`);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The probe failed at ${what}: ${text}`);
    return JSON.parse(text) as T;
  }
}

async function packageProbe(target: string): Promise<string> {
  const source = path.join(projectRoot, 'test', 'bench', 'probe');
  const folder = path.join(target, 'probe');
  fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(path.join(source, 'package.json'), path.join(folder, 'package.json'));
  await esbuild.build({
    ...nodeBundle,
    entryPoints: [path.join(source, 'extension.ts')],
    outfile: path.join(folder, 'extension.js'),
  });
  return packageFolder(folder, target);
}
