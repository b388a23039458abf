import {
  captureCount,
  lastMatch,
  allMatches,
  type SummaryFormat,
  type TestSummary,
} from './summary';

const tapjsEnd =
  /^# \{ total: \d{1,9}(?:, pass: (\d{1,9}))?(?:, fail: (\d{1,9}))?(?:, skip: (\d{1,9}))?/;

function tapjs(lines: readonly string[]): TestSummary | undefined {
  const found = lastMatch(lines, tapjsEnd);
  if (found === undefined) return undefined;
  const failed = captureCount(found[2]);
  return {
    runner: 'tap',
    passed: captureCount(found[1]),
    failed,
    skipped: captureCount(found[3]),
    ok: failed === undefined,
  };
}

const pass = /^# pass {1,4}(\d{1,9})$/;
const fail = /^# fail {1,4}(\d{1,9})$/;
const skip = /^# skip {1,4}(\d{1,9})$/;
const okComment = /^# ok$/;

/** Reads the summary comments with which most TAP producers end. */
function comments(lines: readonly string[]): TestSummary | undefined {
  const passed = captureCount(lastMatch(lines, pass)?.[1]);
  const failed = captureCount(lastMatch(lines, fail)?.[1]);
  if (passed === undefined && failed === undefined) return undefined;
  return {
    runner: 'tap',
    passed,
    failed,
    skipped: captureCount(lastMatch(lines, skip)?.[1]),
    ok: (failed ?? 0) === 0,
    isByAbsence: failed === undefined && lastMatch(lines, okComment) === undefined,
  };
}

const point = /^(not )?ok \d{1,9}\b(?:.{0,300}# (skip|todo)\b)?/i;
const plan = /^1\.\.(\d{1,9})$/;

/** Counts the test points, if the plan shows that none is missing. */
function points(lines: readonly string[]): TestSummary | undefined {
  const found = allMatches(lines, point);
  if (found.length === 0) return undefined;
  const planned = captureCount(lastMatch(lines, plan)?.[1]);
  const isTodo = (one: RegExpExecArray): boolean => one[2]?.toLowerCase() === 'todo';
  const failed = found.filter((one) => one[1] !== undefined && !isTodo(one)).length;
  if (planned !== found.length)
    return failed > 0 ? { runner: 'tap', failed, ok: false } : undefined;
  const skipped = found.filter((one) => one[2]?.toLowerCase() === 'skip').length;
  const passed = found.filter((one) => one[1] === undefined && one[2] === undefined).length;
  return {
    runner: 'tap',
    passed,
    ...(failed > 0 ? { failed } : {}),
    ...(skipped > 0 ? { skipped } : {}),
    ok: failed === 0,
  };
}

const producers = ['tap', 'tape', 'ava', 'mocha', 'node:test', 'bats'];

export const tapFormats: readonly SummaryFormat[] = [
  { runners: ['tap'], read: tapjs },
  { runners: producers, read: comments },
  { runners: producers, read: points, isVague: true },
];
