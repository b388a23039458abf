import {
  captureCount,
  countsOf,
  lastMatch,
  sumOf,
  type SummaryFormat,
  type TestSummary,
} from './summary';

const pytestEnd = /^(?:=+ )?(\d[a-z0-9, ]*) in \d[\d.]*s(?: \([\d:]+\))?(?: =+)?$/;

function pytest(lines: readonly string[]): TestSummary | undefined {
  const counts = countsOf(lastMatch(lines, pytestEnd)?.[1] ?? '', ',');
  if (counts === undefined) return undefined;
  const passed = counts.get('passed');
  const skipped = counts.get('skipped');
  const failed = sumOf(counts, 'failed', 'error', 'errors');
  if ((passed ?? skipped ?? failed ?? sumOf(counts, 'xfailed', 'xpassed')) === undefined)
    return undefined;
  return { runner: 'pytest', passed, failed, skipped, ok: (failed ?? 0) === 0 };
}

const ran = /^Ran (\d{1,9}) tests? in /;
const end = /^(OK|FAILED)(?: \(([a-z ]{1,24}=\d{1,9}(?:, [a-z ]{1,24}=\d{1,9}){0,6})\))?$/;

function unittest(lines: readonly string[]): TestSummary | undefined {
  const found = lastMatch(lines, end);
  const all = captureCount(lastMatch(lines, ran)?.[1]);
  if (found === undefined || all === 0) return undefined;
  const counts = new Map(
    (found[2] ?? '').split(', ').map((one) => {
      const [word = '', number = ''] = one.split('=');
      return [word, Number(number)] as const;
    }),
  );
  const failed = sumOf(counts, 'failures', 'errors', 'unexpected successes');
  // `OK` and `FAILED` are common words, so `OK` counts only together with the `Ran` line above it.
  if (all === undefined && failed === undefined) return undefined;
  const skipped = counts.get('skipped');
  return {
    runner: 'unittest',
    passed: all === undefined ? undefined : Math.max(0, all - (failed ?? 0) - (skipped ?? 0)),
    failed,
    skipped,
    ok: found[1] === 'OK',
  };
}

export const pythonRunnerFormats: readonly SummaryFormat[] = [
  { runners: ['pytest'], read: pytest },
  { runners: ['unittest'], read: unittest },
];
