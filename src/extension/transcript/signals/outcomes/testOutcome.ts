import type { UntimedSignal } from '../../../hub/domain/facts/signals';
import type { RanStep } from './ranStep';
import { signs } from './signs';
import { commaListFormats } from './summaries/commaLists';
import { compiledRunnerFormats } from './summaries/compiledRunners';
import { javascriptRunnerFormats } from './summaries/javascriptRunners';
import { otherRunnerFormats } from './summaries/otherRunners';
import { pythonRunnerFormats } from './summaries/pythonRunners';
import type { SummaryFormat, TestSummary } from './summaries/summary';
import { tapFormats } from './summaries/tap';
import { hasNotRun, scriptTool } from './scriptLines';

/** Ordered from specific formats to vague ones. */
const formats: readonly SummaryFormat[] = [
  ...javascriptRunnerFormats,
  ...pythonRunnerFormats,
  ...compiledRunnerFormats,
  ...otherRunnerFormats,
  ...commaListFormats,
  ...tapFormats,
];

/** The outcome of a test run: from its summary, otherwise from its exit code. */
export function testOutcome(step: RanStep): UntimedSignal | undefined {
  const { telling, lines, exit } = step;
  const summary = summaryOf(step);
  if (summary !== undefined) return outcomeFromSummary(step, summary);
  if (telling.needsSummary === true || hasNotRun(lines)) return undefined;
  const sign = exit === undefined ? findSign(step) : undefined;
  const ok = exit ?? sign;
  const runner = scriptTool(telling, lines) ?? telling.tool;
  return { kind: 'tests', ...(ok === undefined ? {} : { ok }), data: { runner } };
}

function summaryOf({ telling, lines }: RanStep): TestSummary | undefined {
  for (const { runners, read, isVague } of formats) {
    const isKnown = runners.includes(telling.tool);
    if (isKnown || (telling.isScript === true && isVague !== true)) {
      const summary = read(lines);
      if (summary !== undefined) return isKnown ? { ...summary, runner: telling.tool } : summary;
    }
  }
  return undefined;
}

function outcomeFromSummary(
  { exit, isFiltered, telling, lines }: RanStep,
  summary: TestSummary,
): UntimedSignal {
  const { passed, failed, skipped, isByAbsence } = summary;
  const isUnsure = isByAbsence === true && summary.ok !== false;
  const okIfUnfiltered = isFiltered ? undefined : summary.ok;
  const ok = isUnsure ? (exit ?? okIfUnfiltered) : summary.ok;
  const runner =
    telling.isScript === true ? nameOf(summary, scriptTool(telling, lines)) : summary.runner;
  return {
    kind: 'tests',
    ...(ok === undefined ? {} : { ok }),
    data: {
      runner,
      ...(passed === undefined ? {} : { passed }),
      ...(failed === undefined || failed === 0 ? {} : { failed }),
      ...(skipped === undefined || skipped === 0 ? {} : { skipped }),
    },
  };
}

/** Several runners print the same summary; the echoed command of a script identifies the runner. */
function nameOf({ runner }: TestSummary, echoedTool: string | undefined): string {
  const isShared = formats.some(
    ({ runners }) =>
      echoedTool !== undefined && runners.includes(echoedTool) && runners.includes(runner),
  );
  return isShared && echoedTool !== undefined ? echoedTool : runner;
}

function findSign({ telling, lines }: RanStep): boolean | undefined {
  return signs.tests.find(
    ({ tool, line }) =>
      (telling.isScript === true || tool === telling.tool) && lines.some((one) => line.test(one)),
  )?.ok;
}
