import { countsOf, lastMatch, sumOf, type SummaryFormat, type TestSummary } from './summary';

/** Matches `3 examples, 0 failures, 1 pending` and `3 runs, 2 assertions, 0 failures, 0 errors, 1 skips`. */
const list =
  /^ {0,4}(\d{1,9} (?:specs?|examples?|runs?|tests?|doctests?|propert(?:y|ies)), .{0,120})$/;

const runnerOf: Readonly<Record<string, string>> = {
  spec: 'jasmine',
  specs: 'jasmine',
  example: 'rspec',
  examples: 'rspec',
  run: 'minitest',
  runs: 'minitest',
};

function commaList(lines: readonly string[]): TestSummary | undefined {
  const text = lastMatch(lines, list)?.[1];
  if (text === undefined) return undefined;
  const counts = countsOf(text.replace(/ in \d{1,6}(?:\.\d{1,6})? ?s(?:econds?)?$/, ''), ',');
  const [first] = counts?.keys() ?? [];
  if (counts === undefined || first === undefined) return undefined;
  const failures = sumOf(counts, 'failure', 'failures');
  if (failures === undefined) return undefined;
  const errorsOutside = sumOf(
    counts,
    'error occurred outside of examples',
    'errors occurred outside of examples',
  );
  const errors = (sumOf(counts, 'error', 'errors') ?? 0) + (errorsOutside ?? 0);
  const skipped = sumOf(
    counts,
    'pending',
    'pending spec',
    'pending specs',
    'pendings',
    'skip',
    'skips',
    'skipped',
    'omissions',
  );
  const words = new Set([first, 'test', 'tests', 'doctest', 'doctests', 'property', 'properties']);
  const all = sumOf(counts, ...words) ?? 0;
  const failed = failures + errors;
  return {
    runner: runnerOf[first] ?? (counts.has('assertions') ? 'minitest' : 'mix'),
    passed: Math.max(0, all - (failed - (errorsOutside ?? 0)) - (skipped ?? 0)),
    failed,
    skipped,
    ok: failed === 0,
  };
}

const busted =
  /^(\d{1,9}) success(?:es)? \/ (\d{1,9}) failures? \/ (\d{1,9}) errors? \/ (\d{1,9}) pending/;

function bustedEnd(lines: readonly string[]): TestSummary | undefined {
  const found = lastMatch(lines, busted);
  if (found === undefined) return undefined;
  const failed = Number(found[2]) + Number(found[3]);
  return {
    runner: 'busted',
    passed: Number(found[1]),
    failed,
    skipped: Number(found[4]),
    ok: failed === 0,
  };
}

export const commaListFormats: readonly SummaryFormat[] = [
  { runners: ['jasmine', 'rspec', 'minitest', 'mix', 'bats'], read: commaList },
  { runners: ['busted'], read: bustedEnd },
];
