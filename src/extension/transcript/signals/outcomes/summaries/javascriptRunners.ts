import {
  captureCount,
  countsOf,
  lastMatch,
  sumOf,
  type SummaryFormat,
  type TestSummary,
} from './summary';

const vitestTests = /^ {0,12}Tests {1,4}(\S.{0,120}) \(\d{1,9}\)$/;
const vitestFiles = /^ {0,12}Test Files {1,4}(\S.{0,120}) \(\d{1,9}\)$/;
const vitestErrors = /^ {0,12}Errors {1,4}\d{1,9} errors?$/;

function vitest(lines: readonly string[]): TestSummary | undefined {
  const tests = countsOf(lastMatch(lines, vitestTests)?.[1] ?? '', '|');
  const files = countsOf(lastMatch(lines, vitestFiles)?.[1] ?? '', '|');
  return combineCounts('vitest', tests, files, lastMatch(lines, vitestErrors) !== undefined);
}

const jestTests = /^Tests: {1,12}(\S.{0,120}), \d{1,9} total$/;
const jestSuites = /^Test Suites: {1,4}(\S.{0,120}), \d{1,9} (?:of \d{1,9} )?total$/;

function jest(lines: readonly string[]): TestSummary | undefined {
  const tests = countsOf(lastMatch(lines, jestTests)?.[1] ?? '', ',');
  const suites = countsOf(lastMatch(lines, jestSuites)?.[1] ?? '', ',');
  return combineCounts('jest', tests, suites, false);
}

type Counts = ReadonlyMap<string, number>;

/**
 * Combines the lines about tests and files: a file that fails to load is not counted among the
 * tests.
 */
function combineCounts(
  runner: string,
  tests: Counts | undefined,
  files: Counts | undefined,
  hasErrors: boolean,
): TestSummary | undefined {
  if (tests === undefined && files === undefined) return undefined;
  const hasFailed = hasErrors || tests?.has('failed') === true || files?.has('failed') === true;
  return {
    runner,
    passed: tests?.get('passed'),
    failed: tests?.get('failed'),
    skipped: tests === undefined ? undefined : sumOf(tests, 'skipped', 'todo'),
    ok: !hasFailed,
    isByAbsence: !hasFailed && files === undefined,
  };
}

const passing = /^ {0,8}(\d{1,9}) passing(?: \([^()]{1,20}\))?$/;
const failing = /^ {0,8}(\d{1,9}) failing$/;
const pending = /^ {0,8}(\d{1,9}) pending$/;

function mocha(lines: readonly string[]): TestSummary | undefined {
  const from = lines.findLastIndex((line) => passing.test(line));
  const block = from < 0 ? lines : lines.slice(from);
  const failed = captureCount(lastMatch(block, failing)?.[1]);
  if (from < 0 && failed === undefined) return undefined;
  return {
    runner: 'mocha',
    passed: captureCount(passing.exec(lines[from] ?? '')?.[1]),
    failed,
    skipped: captureCount(lastMatch(block, pending)?.[1]),
    ok: failed === undefined || failed === 0,
    isByAbsence: failed === undefined,
  };
}

/** The last count with this word, in whichever order the line has them. */
const total = (word: string, lines: readonly string[], pattern: RegExp): number | undefined => {
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const found = pattern.exec(lines[index] ?? '');
    if (found?.[1] === word) return Number(found[2]);
    if (found?.[2] === word) return Number(found[1]);
  }
  return undefined;
};
const nodeTotal = /^(?:#|ℹ) (tests|suites|pass|fail|cancelled|skipped|todo) (\d{1,9})$/;
const nodeFailing = /^✖ failing tests:$/;

function node(lines: readonly string[]): TestSummary | undefined {
  const countOf = (word: string): number | undefined => total(word, lines, nodeTotal);
  const [passed, failed, cancelled] = [countOf('pass'), countOf('fail'), countOf('cancelled')];
  // TAP output of other tools has no `cancelled` count.
  if (passed === undefined || failed === undefined || cancelled === undefined)
    return lastMatch(lines, nodeFailing) === undefined
      ? undefined
      : { runner: 'node:test', ok: false };
  const skipped = countOf('skipped');
  return {
    runner: 'node:test',
    passed,
    failed: failed + cancelled,
    skipped,
    ok: failed + cancelled === 0,
  };
}

const avaTests =
  /^ {2}(\d{1,9}) (?:tests?|known|unhandled|uncaught|hooks?) (passed|failed|skipped|todo|failures?|rejections?|exceptions?)/;

function ava(lines: readonly string[]): TestSummary | undefined {
  const countOf = (word: string): number | undefined => total(word, lines, avaTests);
  const passed = countOf('passed');
  const failed = countOf('failed');
  const uncaught =
    countOf('rejection') ?? countOf('rejections') ?? countOf('exception') ?? countOf('exceptions');
  if (passed === undefined && failed === undefined) return undefined;
  return {
    runner: 'ava',
    passed,
    failed,
    skipped: countOf('skipped'),
    ok: failed === undefined && uncaught === undefined,
    isByAbsence: failed === undefined && uncaught === undefined,
  };
}

const playwrightTotal =
  /^ {2}(\d{1,9}) (failed|flaky|skipped|did not run|interrupted|passed)(?: \([\d.]{1,12}[a-z]{1,2}\))?$/;
const playwrightError = /^ {2}\d{1,9} errors? (?:was|were) not a part of any test/;
const playwrightBegin = /^Running \d{1,9} tests? using \d{1,6} workers?/;

function playwright(lines: readonly string[]): TestSummary | undefined {
  const countOf = (word: string): number | undefined => total(word, lines, playwrightTotal);
  const [passed, failed] = [countOf('passed'), countOf('failed')];
  if (passed === undefined && failed === undefined) return undefined;
  const hasFailed =
    failed !== undefined ||
    countOf('interrupted') !== undefined ||
    lastMatch(lines, playwrightError) !== undefined;
  const first = lines.findIndex((line) => playwrightTotal.test(line));
  // Failed tests are listed above passed ones, so that a short `tail` removes them.
  const isComplete =
    lines[first - 1]?.trim() === '' || lastMatch(lines, playwrightBegin) !== undefined;
  return {
    runner: 'playwright',
    passed,
    failed,
    skipped: countOf('skipped'),
    ok: hasFailed ? false : isComplete || undefined,
    isByAbsence: !hasFailed,
  };
}

const bunTotal = /^ (\d{1,9}) (pass|fail|skip|todo|errors?)$/;

function bun(lines: readonly string[]): TestSummary | undefined {
  const countOf = (word: string): number | undefined => total(word, lines, bunTotal);
  const [passed, failed] = [countOf('pass'), countOf('fail')];
  if (passed === undefined && failed === undefined) return undefined;
  const errors = countOf('error') ?? countOf('errors') ?? 0;
  return {
    runner: 'bun',
    passed,
    failed,
    skipped: countOf('skip'),
    ok: failed === undefined && errors === 0 ? undefined : (failed ?? 0) + errors === 0,
  };
}

const denoEnd =
  /^(ok|FAILED) \| (\d{1,9}) passed(?: \(\d{1,9} steps?\))? \| (\d{1,9}) failed(?: \(\d{1,9} steps?\))?(?: \| (\d{1,9}) ignored)?/;

function deno(lines: readonly string[]): TestSummary | undefined {
  const found = lastMatch(lines, denoEnd);
  if (found === undefined) return undefined;
  return {
    runner: 'deno',
    passed: captureCount(found[2]),
    failed: captureCount(found[3]),
    skipped: captureCount(found[4]),
    ok: found[1] === 'ok',
  };
}

/** Last row of the reporter's table, from its source: tests, passing, failing, pending, skipped. */
const cypressEnd =
  /^ {0,12}(?:(✔) {1,4}All specs passed!|(✖) {1,4}\d{1,6} of \d{1,6} failed \(\d{1,3}%\)) {1,60}\S{1,12} {1,20}(\d{1,9}|-) {1,20}(\d{1,9}|-) {1,20}(\d{1,9}|-) {1,20}(\d{1,9}|-) {1,20}(?:\d{1,9}|-)$/;

function cypress(lines: readonly string[]): TestSummary | undefined {
  const found = lastMatch(lines, cypressEnd);
  if (found === undefined) return undefined;
  const column = (text: string | undefined): number | undefined =>
    text === '-' ? undefined : captureCount(text);
  return {
    runner: 'cypress',
    passed: column(found[4]),
    failed: column(found[5]),
    skipped: column(found[6]),
    ok: found[1] !== undefined,
  };
}

export const javascriptRunnerFormats: readonly SummaryFormat[] = [
  { runners: ['vitest'], read: vitest },
  { runners: ['jest'], read: jest },
  { runners: ['cypress'], read: cypress },
  { runners: ['node:test'], read: node },
  { runners: ['mocha', 'cypress'], read: mocha },
  { runners: ['ava'], read: ava },
  { runners: ['deno'], read: deno },
  { runners: ['bun'], read: bun },
  { runners: ['playwright'], read: playwright },
];
