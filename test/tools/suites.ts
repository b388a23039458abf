interface Suite {
  /** A glob. */
  readonly files: string;
  readonly timeoutMinutes: number;
  /** How often a failed test is tried again; one that passes then is listed as unsteady. */
  readonly retries: number;
}

/**
 * The suites of `npm test`, in the order they run: what fails soonest comes first. Those with a
 * workbench or the real client in them try twice: much happens there that is not ours to time.
 */
export const suites = {
  unit: { files: 'test/unit/**/*.test.ts', timeoutMinutes: 10, retries: 0 },
  webview: { files: 'test/webview/**/*.test.ts', timeoutMinutes: 10, retries: 0 },
  client: { files: 'test/client/**/*.test.ts', timeoutMinutes: 20, retries: 1 },
  host: { files: 'test/host/suite/**/*.test.ts', timeoutMinutes: 10, retries: 0 },
  workbench: { files: 'test/workbench/**/*.test.ts', timeoutMinutes: 20, retries: 1 },
} as const satisfies Record<string, Suite>;

/** Run side by side when all are asked for: the first waits most of its time, the second computes. */
export const together: readonly (readonly SuiteName[])[] = [
  ['unit', 'webview'],
  ['client'],
  ['host'],
  ['workbench'],
];

export type SuiteName = keyof typeof suites;

export const suiteNames = Object.keys(suites) as readonly SuiteName[];

export function isSuiteName(name: string): name is SuiteName {
  return name in suites;
}
