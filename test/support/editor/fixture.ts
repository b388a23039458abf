import { mkdirSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { Notifications } from './window/dialogs';
import type { Editor } from './editor';
import { openTestWindow, type EditorWindow, type TestWindowOptions } from './editorWindow';
import { testOutputFolder } from './paths';
import { packageUnderTest } from './install/vsix';
import { takePicture } from '../page/unpainted';
import { isFailureUndescribed, describeLastFailure } from '../results';
import type { Workbench } from './window/workbench';

const startTimeoutMs = 180_000;
/** Lines of the extension's own log that are printed with a failure. */
const mostLogLines = 8;

export interface FixtureOptions extends Omit<TestWindowOptions, 'extensions' | 'port'> {
  /** Packages of other extensions, installed after ours. */
  readonly others?: readonly string[];
  /** Deletes what `prepare` created, once the editor has ended. */
  readonly dispose?: () => Promise<unknown>;
}

/** Fixture of a suite: an editor with the packaged extension, and one window on it. */
export interface EditorFixture {
  readonly editor: Editor;
  readonly context: BrowserContext;
  readonly workbench: Workbench;
}

/** Call in a `describe`. Failed tests leave screenshots and logs. */
export function useEditor(
  prepare: () => FixtureOptions | Promise<FixtureOptions> = () => ({}),
): EditorFixture {
  let running: EditorWindow | undefined;
  let starting: Promise<EditorWindow> | undefined;
  let disposePrepared: FixtureOptions['dispose'];

  before('start the editor', async function () {
    this.timeout(startTimeoutMs);
    const { others = [], dispose, ...options } = await prepare();
    disposePrepared = dispose;
    const extensions = [await packageUnderTest(), ...others];
    starting = openTestWindow({ builtIns: 'few', ...options, extensions });
    running = await starting;
  });

  afterEach('keep what a failure needs', async function () {
    const test = this.currentTest;
    if (test?.state !== 'passed' && running !== undefined)
      await keep(running, test?.fullTitle() ?? '');
  });

  after('stop the editor', async function () {
    this.timeout(startTimeoutMs);
    // Mocha runs no `afterEach` for a failed hook.
    if (isFailureUndescribed() && running !== undefined) await keep(running, 'hook');
    // Also closes an editor that started too late for its tests: the next one needs the shared
    // context.
    const window = await starting?.catch(() => undefined);
    await window?.close();
    await disposePrepared?.();
  });

  const started = (): EditorFixture => {
    if (running === undefined) throw new Error('The editor is there only while tests run');
    return running;
  };
  return {
    get editor() {
      return started().editor;
    },
    get context() {
      return started().context;
    },
    get workbench() {
      return started().workbench;
    },
  };
}

/**
 * Runs suites one after the other in one editor, whose start takes longer than most suites. The
 * outer suite adds nothing to titles, so `--grep` finds each test as if it had its own file.
 */
export function inOneEditor<Fixture>(use: () => Fixture, suites: (started: Fixture) => void): void {
  const around = describe('', () => suites(use()));
  around.titlePath = () => [];
}

async function keep({ editor, context }: EditorFixture, title: string): Promise<void> {
  const name = title.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 120);
  mkdirSync(testOutputFolder, { recursive: true });
  await fs.writeFile(path.join(testOutputFolder, `${name}.log`), await editor.logs());
  const seen: string[] = [];
  for (const [index, page] of context.pages().entries()) {
    const file = path.join(testOutputFolder, `${name}-${String(index + 1)}.png`);
    await takePicture(page, file).catch(() => undefined); // A crashed page has no picture.
    const notices = await new Notifications(page).all().catch(() => []);
    seen.push(...notices.map(({ message }) => `Window ${String(index + 1)} says: ${message}`));
  }
  seen.push(...(await editor.ownLog()).slice(-mostLogLines));
  for (const line of seen) console.log(line);
  describeLastFailure(seen);
}
