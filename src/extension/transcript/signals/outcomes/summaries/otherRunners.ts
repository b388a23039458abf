import {
  captureCount,
  countsOf,
  lastMatch,
  allMatches,
  sumOf,
  type SummaryFormat,
  type TestSummary,
} from './summary';

const gradleEnd = /^(\d{1,9}) tests? completed(?:, (\d{1,9}) failed)?(?:, (\d{1,9}) skipped)?$/;

function gradle(lines: readonly string[]): TestSummary | undefined {
  const found = lastMatch(lines, gradleEnd);
  if (found === undefined) return undefined;
  const failed = captureCount(found[2]);
  const skipped = captureCount(found[3]);
  return {
    runner: 'gradle',
    passed: Math.max(0, Number(found[1]) - (failed ?? 0) - (skipped ?? 0)),
    failed,
    skipped,
    ok: failed === undefined,
  };
}

/**
 * Matches only totals, which end after the last count; lines of single classes continue with a
 * time.
 */
const surefireEnd =
  /^(?:\[(?:INFO|ERROR|WARNING)\] )?Tests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9}), Skipped: (\d{1,9})$/;

/** Adds the results of all modules. */
function surefire(lines: readonly string[]): TestSummary | undefined {
  const found = allMatches(lines, surefireEnd);
  if (found.length === 0) return undefined;
  const total = (group: number): number => found.reduce((all, one) => all + Number(one[group]), 0);
  const failed = total(2) + total(3);
  return {
    runner: 'maven',
    passed: Math.max(0, total(1) - failed - total(4)),
    failed,
    skipped: total(4),
    ok: failed === 0,
  };
}

const phpunitOk = /^OK \((\d{1,9}) tests?, \d{1,9} assertions?\)$/;
const phpunitEnd =
  /^Tests: (\d{1,9}), Assertions: \d{1,9}((?:, [A-Z][A-Za-z ]{1,24}: \d{1,9}){0,12})\.$/;

function phpunit(lines: readonly string[]): TestSummary | undefined {
  const passed = captureCount(lastMatch(lines, phpunitOk)?.[1]);
  if (passed !== undefined) return { runner: 'phpunit', passed, ok: true };
  const found = lastMatch(lines, phpunitEnd);
  if (found === undefined) return undefined;
  const counts = new Map(
    (found[2] ?? '').split(', ').map((one) => {
      const [word = '', number = ''] = one.split(': ');
      return [word, Number(number)] as const;
    }),
  );
  const failed = sumOf(counts, 'Errors', 'Failures');
  const skipped = sumOf(counts, 'Skipped', 'Incomplete');
  return {
    runner: 'phpunit',
    passed: Math.max(0, Number(found[1]) - (failed ?? 0) - (skipped ?? 0)),
    failed,
    skipped,
    ok: failed === undefined,
  };
}

const pestEnd = /^ {2}Tests: {1,8}(\d{1,9} [a-z].{0,120}) \(\d{1,9} assertions?\)$/;

/** Format from Pest's and Laravel's documentation. */
function pest(lines: readonly string[]): TestSummary | undefined {
  const counts = countsOf(lastMatch(lines, pestEnd)?.[1] ?? '', ',');
  if (counts === undefined) return undefined;
  const failed = sumOf(counts, 'failed', 'errored');
  return {
    runner: 'pest',
    passed: counts.get('passed'),
    failed,
    skipped: sumOf(counts, 'skipped', 'todo', 'todos', 'incomplete'),
    ok: failed === undefined,
  };
}

const dotnetEnd =
  /^(Passed|Failed)! {1,4}- Failed: {1,8}(\d{1,9}), Passed: {1,8}(\d{1,9}), Skipped: {1,8}(\d{1,9}), Total:/;
const dotnetTotal =
  /^Test summary: total: (\d{1,9}), failed: (\d{1,9}), succeeded: (\d{1,9}), skipped: (\d{1,9})/;

/** Format from the documentation of `dotnet test`: one line per project, or one for all. */
function dotnet(lines: readonly string[]): TestSummary | undefined {
  const all = lastMatch(lines, dotnetTotal);
  const found = all === undefined ? allMatches(lines, dotnetEnd) : [all];
  if (found.length === 0) return undefined;
  const total = (group: number): number => found.reduce((sum, one) => sum + Number(one[group]), 0);
  return {
    runner: 'dotnet',
    passed: total(3),
    failed: total(2),
    skipped: total(4),
    ok: total(2) === 0,
  };
}

const proveEnd = /^Result: (PASS|FAIL)$/;
const proveFiles = /^Files=\d{1,9}, Tests=(\d{1,9}),/;
const proveFailed = / Tests: \d{1,9} Failed: (\d{1,9})\)$/;

function proveSummary(lines: readonly string[]): TestSummary | undefined {
  const found = lastMatch(lines, proveEnd);
  if (found === undefined) return undefined;
  const ok = found[1] === 'PASS';
  const all = captureCount(lastMatch(lines, proveFiles)?.[1]);
  const failed = allMatches(lines, proveFailed).reduce((sum, one) => sum + Number(one[1]), 0);
  return {
    runner: 'prove',
    passed: all === undefined ? undefined : Math.max(0, all - failed),
    ...(failed > 0 ? { failed } : {}),
    ok,
  };
}

export const otherRunnerFormats: readonly SummaryFormat[] = [
  { runners: ['gradle'], read: gradle },
  { runners: ['maven'], read: surefire },
  { runners: ['phpunit'], read: phpunit },
  { runners: ['pest', 'phpunit'], read: pest },
  { runners: ['dotnet'], read: dotnet },
  { runners: ['prove'], read: proveSummary },
];
