/** The suites of `npm test`, in the order they run: what fails soonest comes first. */
export const suites = {
  unit: { files: 'test/unit/**/*.test.ts', timeoutMinutes: 5 },
  webview: { files: 'test/webview/**/*.test.ts', timeoutMinutes: 10 },
  client: { files: 'test/client/**/*.test.ts', timeoutMinutes: 20 },
  host: { files: 'test/host/suite/**/*.test.ts', timeoutMinutes: 10 },
  workbench: { files: 'test/workbench/**/*.test.ts', timeoutMinutes: 20 },
} as const;

export type SuiteName = keyof typeof suites;

export const suiteNames = Object.keys(suites) as readonly SuiteName[];

export function isSuiteName(name: string): name is SuiteName {
  return name in suites;
}
