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

/** In the order of their line: what waits is at one end, what computes at the other. */
export const suites = {
  unit: {
    folder: 'test/unit',
    parts: 6,
    timeoutMinutes: 20,
    needs: ['shells', 'gitHub', 'machines'],
  },
  client: { folder: 'test/client', parts: 3, timeoutMinutes: 20, needs: ['clients', 'machines'] },
  host: {
    folder: 'test/host/suite',
    parts: 1,
    timeoutMinutes: 10,
    needs: ['chromium', 'editor', 'package'],
  },
  webview: { folder: 'test/webview', parts: 8, timeoutMinutes: 20, needs: ['chromium', 'firefox'] },
  workbench: {
    folder: 'test/workbench',
    parts: 8,
    timeoutMinutes: 20,
    needs: ['chromium', 'editor', 'oldestEditor', 'clients', 'package'],
  },
} as const satisfies Record<string, Suite>;

export type SuiteName = keyof typeof suites;

export const suiteNames = Object.keys(suites) as readonly SuiteName[];

export function isSuiteName(name: string): name is SuiteName {
  return name in suites;
}
