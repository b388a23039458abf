import * as path from 'node:path';
import { projectRoot, testOutputFolder } from '../support/editor/paths';
import type { TestResult } from '../support/results';
import type { Part } from './part';
import type { SuiteOutcome } from './summary';

/** The files that get a second try are at most so many: where more fail, the load of the run is not the reason. */
const mostFiles = 8;

/** Mocha gives a hook a full title with these words. */
const isHook = /"(?:before|after) (?:all|each)" hook/;

/** A part of a test run, and how it went. */
export interface RanPart {
  readonly part: Part;
  readonly outcome: SuiteOutcome;
}

/**
 * Runs the files with failed tests again, one after the other, so that nothing of the run is beside
 * them, and gives back how all parts went. A test that passes then is unsteady. A part that broke off
 * is not run again: nothing says which of its files it was.
 */
export async function trySecondTime(
  ran: readonly RanPart[],
  run: (part: Part) => Promise<SuiteOutcome>,
): Promise<readonly SuiteOutcome[]> {
  const count = ran.reduce((sum, one) => sum + failedFiles(one).length, 0);
  if (count > mostFiles) return ran.map(({ outcome }) => outcome);
  const outcomes: SuiteOutcome[] = [];
  let number = 0;
  for (const { part, outcome } of ran) {
    let merged = outcome;
    for (const file of failedFiles({ part, outcome })) {
      number += 1;
      console.log(`Again, with nothing beside it: ${file}`);
      const again = await run({
        suite: part.suite,
        title: `${part.suite} again`,
        files: [file],
        output: path.join(testOutputFolder, `again-${String(number)}.json`),
      });
      merged = mergedOutcome(merged, again, file);
    }
    outcomes.push(merged);
  }
  return outcomes;
}

function failedFiles({ part, outcome: { results = [] } }: RanPart): readonly string[] {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  return part.files.filter((file) => failed.some((result) => isOf(result, file)));
}

/** The extension host runs a bundle of the file, beside others of the same base names. */
function isOf(result: TestResult, file: string): boolean {
  if (path.resolve(projectRoot, file) === result.file) return true;
  return path.basename(file, '.ts') === path.basename(result.file, '.js');
}

/** The first outcome with what the file's second run says in place of its first. */
function mergedOutcome(first: SuiteOutcome, again: SuiteOutcome, file: string): SuiteOutcome {
  const { results, problem } = again;
  if (results === undefined || problem !== undefined) return first;
  const before = first.results ?? [];
  const others = before.filter((result) => !isOf(result, file));
  const failures = before.filter((result) => isOf(result, file) && result.outcome === 'failed');
  const left = new Map(failures.map((failure) => [failure.title, failure]));
  const now = results.map((result) => {
    const failure = left.get(result.title);
    left.delete(result.title);
    if (failure === undefined || result.outcome === 'failed') return result;
    return result.outcome === 'passed' ? { ...failure, outcome: 'unsteady' as const } : failure;
  });
  // A hook that failed has no result when it passes; a test that has none did not run.
  const unsaid = [...left.values()].map((failure) =>
    isHook.test(failure.title) ? { ...failure, outcome: 'unsteady' as const } : failure,
  );
  return { ...first, results: [...others, ...now, ...unsaid] };
}
