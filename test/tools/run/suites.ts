import { readdirSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { projectRoot } from '../../support/editor/paths';
import type { Need } from './setUp';

/**
 * Test processes by pool: tests of `waiting` mostly wait, tests of `computing` keep a core busy.
 */
export const pools = { computing: 2, waiting: 4 } as const;

/** Test processes by pool while no test of the other pool runs. */
export const poolsAlone = { computing: 2, waiting: 8 } as const;

/**
 * Runnable programs per core, by the system's load average, above which only the first process of
 * `waiting` starts another file. More concurrent files would not finish sooner, and each would
 * become too slow for its timeouts.
 */
export const loadLimit = 3;

export type PoolName = keyof typeof pools;

interface Suite {
  /** Folder whose `.test.ts` files are its tests. */
  readonly folder: string;
  readonly pool: PoolName;
  /** Assumed duration per byte of a test file that never ran here, in ms. */
  readonly msPerByte: number;
  readonly needs: readonly Need[];
}

export const suites = {
  unit: {
    folder: 'test/unit',
    pool: 'computing',
    msPerByte: 0.02,
    needs: [],
  },
  integration: {
    folder: 'test/integration',
    pool: 'waiting',
    msPerByte: 0.5,
    needs: ['shells', 'gitHub', 'machines'],
  },
  client: {
    folder: 'test/client',
    pool: 'waiting',
    msPerByte: 4,
    needs: ['clients', 'codex', 'machines', 'tmux'],
  },
  webview: {
    folder: 'test/webview',
    pool: 'computing',
    msPerByte: 1,
    needs: ['chromium', 'firefox'],
  },
  workbench: {
    folder: 'test/workbench',
    pool: 'computing',
    msPerByte: 5,
    needs: ['chromium', 'editor', 'oldestEditor', 'clients', 'package'],
  },
  host: {
    folder: 'test/host/suite',
    pool: 'computing',
    msPerByte: 5,
    needs: ['chromium', 'editor', 'package'],
  },
} as const satisfies Record<string, Suite>;

export type SuiteName = keyof typeof suites;

export const suiteNames = Object.keys(suites) as readonly SuiteName[];

export function isSuiteName(name: string): name is SuiteName {
  return name in suites;
}

/** One test file to run. */
export interface TestFile {
  readonly suite: SuiteName;
  /** Relative to the project. */
  readonly file: string;
  /** Expected duration, in ms. */
  readonly expectedMs: number;
}

/** Assumed durations, in ms, of files that are slow for their size and never ran here. */
export const longFiles: Readonly<Record<string, number>> = {
  'test/client/boardSession/withHooks.test.ts': 20_000,
  'test/client/boardSession/withoutHooks.test.ts': 30_000,
  'test/client/truth/codex.test.ts': 35_000,
  'test/client/truth/lostHooks.test.ts': 40_000,
  'test/client/truth/withHooks.test.ts': 45_000,
  'test/client/truth/withoutHooks.test.ts': 40_000,
  'test/integration/demo/collisions.test.ts': 40_000,
  'test/integration/link/heldRequests.test.ts': 250_000,
  'test/integration/link/outliving.test.ts': 100_000,
  'test/webview/accessibility.test.ts': 200_000,
  'test/webview/phone/viewLook.test.ts': 90_000,
  'test/webview/randomKeys/boardPanel.test.ts': 15_000,
  'test/webview/randomKeys/boardSide.test.ts': 15_000,
  'test/webview/randomKeys/phone.test.ts': 12_000,
  'test/webview/randomKeys/phonePanel.test.ts': 10_000,
  'test/webview/randomKeys/sentences.test.ts': 40_000,
  'test/webview/randomKeys/transcript.test.ts': 15_000,
  'test/webview/typing/typingOn.test.ts': 120_000,
  'test/workbench/board/handling.test.ts': 80_000,
  'test/workbench/board/outcomes.test.ts': 50_000,
  'test/workbench/extension/comesAndGoes.test.ts': 90_000,
  'test/workbench/pastSessions.test.ts': 60_000,
  'test/workbench/review/review.test.ts': 50_000,
  'test/workbench/control/answer.test.ts': 80_000,
  'test/workbench/sessions/withHooks.test.ts': 30_000,
  'test/workbench/sessions/withoutHooks.test.ts': 80_000,
  'test/workbench/withoutClient.test.ts': 50_000,
};

/**
 * Test files with their last measured duration; files without one are estimated, most by their
 * size.
 */
export function filesOf(suite: SuiteName, times: ReadonlyMap<string, number>): readonly TestFile[] {
  const { folder, msPerByte } = suites[suite];
  return testFilesIn(folder).map((file) => {
    const expectedMs =
      times.get(file) ??
      longFiles[file] ??
      statSync(path.resolve(projectRoot, file)).size * msPerByte;
    return { suite, file, expectedMs };
  });
}

/** Sorted paths; throws if there are none, because a suite without files would never fail. */
export function testFilesIn(folder: string): readonly string[] {
  const names = readdirSync(path.resolve(projectRoot, folder), {
    recursive: true,
    encoding: 'utf8',
  });
  const files = names.filter((name) => name.endsWith('.test.ts')).sort();
  if (files.length === 0) throw new Error(`There is no test in ${folder}.`);
  return files.map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')));
}
