import type { Line } from './lanes';
import type { Need } from './setUp';

interface Suite {
  /** Its tests are all `.test.ts` in it. */
  readonly folder: string;
  /** Runs that its files are dealt to, each a process of its own. */
  readonly parts: number;
  /** What a part may take: many times what it does take. */
  readonly timeoutMinutes: number;
  readonly needs: readonly Need[];
}

/** How often a failed test is tried again; one that passes then is listed as unsteady. */
export const retries = 1;

export const suites = {
  unit: { folder: 'test/unit', parts: 3, timeoutMinutes: 20, needs: [] },
  webview: { folder: 'test/webview', parts: 4, timeoutMinutes: 20, needs: ['chromium'] },
  client: { folder: 'test/client', parts: 1, timeoutMinutes: 20, needs: ['clients'] },
  host: {
    folder: 'test/host/suite',
    parts: 1,
    timeoutMinutes: 10,
    needs: ['chromium', 'editor', 'package'],
  },
  workbench: {
    folder: 'test/workbench',
    parts: 8,
    timeoutMinutes: 20,
    needs: ['chromium', 'editor', 'oldestEditor', 'clients', 'package'],
  },
} as const satisfies Record<string, Suite>;

/** Side by side runs what waits and what computes; whoever is done first helps the others of its line. */
export const lines: readonly {
  readonly suites: readonly SuiteName[];
  readonly lanes: Line<unknown>['lanes'];
}[] = [
  { suites: ['unit', 'host', 'webview', 'workbench'], lanes: ['front', 'back'] },
  { suites: ['client'], lanes: ['front'] },
];

export type SuiteName = keyof typeof suites;

export const suiteNames = Object.keys(suites) as readonly SuiteName[];

export function isSuiteName(name: string): name is SuiteName {
  return name in suites;
}
