import {
  captureCount,
  lastMatch,
  allMatches,
  type SummaryFormat,
  type TestSummary,
} from './summary';

const result = /^test result: (ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored;/;
const cargoError =
  /^error: (?:could not compile|test failed, to rerun|\d{1,6} targets? failed|doctest failed)/;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Adds the results of all test binaries. */
function cargo(lines: readonly string[]): TestSummary | undefined {
  const found = allMatches(lines, result);
  const hasFailed = lastMatch(lines, cargoError) !== undefined;
  if (found.length === 0) return hasFailed ? { runner: 'cargo', ok: false } : undefined;
  return {
    runner: 'cargo',
    passed: sum(found.map((one) => Number(one[2]))),
    failed: sum(found.map((one) => Number(one[3]))),
    skipped: sum(found.map((one) => Number(one[4]))),
    ok: !hasFailed && found.every((one) => one[1] === 'ok'),
  };
}

const nextestEnd =
  /^ {0,12}Summary \[[^\]]{1,20}\] {1,4}(?:\d{1,9}\/)?\d{1,9} tests? run: (\d{1,9}) passed(?: \([^)]{1,60}\))?(?:, (\d{1,9}) failed)?(?:, (\d{1,9}) timed out)?(?:, (\d{1,9}) skipped)?/;

function nextest(lines: readonly string[]): TestSummary | undefined {
  const found = lastMatch(lines, nextestEnd);
  if (found === undefined) return undefined;
  const failed = (captureCount(found[2]) ?? 0) + (captureCount(found[3]) ?? 0);
  return {
    runner: 'nextest',
    passed: captureCount(found[1]),
    ...(failed > 0 ? { failed } : {}),
    skipped: captureCount(found[4]),
    ok: failed === 0,
  };
}

const goPackage = /^(ok {2}|FAIL)\t\S{1,300}(?:\t| \[)/;
const goTest = /^--- (PASS|FAIL|SKIP): \S/;
const goBegin = /^=== RUN {3}\S/;
const goEnd = /^DONE \d{1,9} tests?(?:, (\d{1,9}) skipped)?(?:, (\d{1,9}) failures?)?/;

function go(lines: readonly string[]): TestSummary | undefined {
  const packages = allMatches(lines, goPackage);
  const tests = allMatches(lines, goTest);
  const countOf = (word: string): number | undefined =>
    tests.filter((one) => one[1] === word).length || undefined;
  const failed = countOf('FAIL');
  if (packages.length === 0 && failed === undefined) return undefined;
  const hasFailed = failed !== undefined || packages.some((one) => one[1] === 'FAIL');
  // Without -v, go names only failed tests; in truncated output the first ones are missing.
  const isVerbose = lines.findIndex((line) => goBegin.test(line)) >= 0 && !isTruncated(lines);
  return {
    runner: 'go',
    passed: isVerbose ? countOf('PASS') : undefined,
    failed,
    skipped: isVerbose ? countOf('SKIP') : undefined,
    ok: !hasFailed,
    isByAbsence: !hasFailed,
  };
}

/**
 * The output of go starts with a test, a package or a compiler message, so that anything else means
 * that it was truncated.
 */
function isTruncated(lines: readonly string[]): boolean {
  const [first = ''] = lines;
  const length = lines.reduce((all, line) => all + line.length + 1, 0);
  return length > 3_500 || !(goBegin.test(first) || goPackage.test(first));
}

function gotestsum(lines: readonly string[]): TestSummary | undefined {
  const found = lastMatch(lines, goEnd);
  if (found === undefined) return undefined;
  const failed = captureCount(found[2]);
  return { runner: 'go', failed, skipped: captureCount(found[1]), ok: failed === undefined };
}

const ctestEnd = /^\d{1,3}% tests passed, (\d{1,9}) tests? failed out of (\d{1,9})/;

function ctest(lines: readonly string[]): TestSummary | undefined {
  const found = lastMatch(lines, ctestEnd);
  if (found === undefined) return undefined;
  const failed = Number(found[1]);
  const all = Number(found[2]);
  if (all === 0) return undefined;
  return { runner: 'ctest', passed: Math.max(0, all - failed), failed, ok: failed === 0 };
}

const gtestTotal = /^\[ {2}(PASSED|FAILED|SKIPPED) {1,2}\] (\d{1,9}) tests?[.,]/;

function googletest(lines: readonly string[]): TestSummary | undefined {
  const countOf = (word: string): number | undefined =>
    captureCount(allMatches(lines, gtestTotal).findLast((one) => one[1] === word)?.[2]);
  const [passed, failed] = [countOf('PASSED'), countOf('FAILED')];
  if (passed === undefined && failed === undefined) return undefined;
  return {
    runner: 'googletest',
    passed,
    failed,
    skipped: countOf('SKIPPED'),
    ok: failed === undefined,
    isByAbsence: failed === undefined,
  };
}

const xctest =
  /^\s{0,8}Executed (\d{1,9}) tests?, with (?:(\d{1,9}) tests? skipped and )?(\d{1,9}) failures?/;
const swiftTesting =
  /^\S{1,4} {1,2}Test run with (\d{1,9}) tests?(?: in \d{1,9} suites?)? (passed|failed) after/;

/** XCTest and Swift Testing; formats from their sources and documentation. */
function swift(lines: readonly string[]): TestSummary | undefined {
  const old = lastMatch(lines, xctest);
  const other = lastMatch(lines, swiftTesting);
  const isOldRun = old !== undefined && Number(old[1]) > 0;
  if (!isOldRun) {
    if (other === undefined) return undefined;
    const hasPassed = other[2] === 'passed';
    return { runner: 'swift', passed: hasPassed ? Number(other[1]) : undefined, ok: hasPassed };
  }
  const failed = Number(old[3]);
  const skipped = captureCount(old[2]);
  return {
    runner: 'swift',
    passed: Math.max(0, Number(old[1]) - failed - (skipped ?? 0)),
    failed,
    skipped,
    ok: failed === 0 && other?.[2] !== 'failed',
  };
}

export const compiledRunnerFormats: readonly SummaryFormat[] = [
  { runners: ['cargo'], read: cargo },
  { runners: ['nextest', 'cargo'], read: nextest },
  { runners: ['go'], read: gotestsum },
  { runners: ['go'], read: go },
  { runners: ['ctest'], read: ctest },
  { runners: ['googletest'], read: googletest },
  { runners: ['swift', 'xcodebuild'], read: swift },
];
