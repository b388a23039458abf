interface Suite {
  /** A glob. */
  readonly files: string;
  readonly timeoutMinutes: number;
}

/** How often a failed test is tried again; one that passes then is listed as unsteady. */
export const retries = 1;

/** The suites of `npm test`, in the order they run: what fails soonest comes first. */
export const suites = {
  unit: { files: 'test/unit/**/*.test.ts', timeoutMinutes: 20 },
  webview: { files: 'test/webview/**/*.test.ts', timeoutMinutes: 20 },
  client: { files: 'test/client/**/*.test.ts', timeoutMinutes: 20 },
  host: { files: 'test/host/suite/**/*.test.ts', timeoutMinutes: 10 },
  workbench: { files: 'test/workbench/**/*.test.ts', timeoutMinutes: 30 },
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
