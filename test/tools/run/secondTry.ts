import type { TestResult } from '../../support/results';
import type { FileRun } from './summary';
import type { SuiteName } from './suites';

/** The files that get a second try are at most so many: where more fail, the load of the run is not the reason. */
const mostFiles = 8;

/** Mocha gives a hook a full title with these words. */
const isHook = /"(?:before|after) (?:all|each)" hook/;

/**
 * Runs the files with failed tests again, one after the other, so that nothing of the run is beside
 * them, and gives back how all files went. A test that passes then is unsteady. A file that broke off
 * is not run again.
 */
export async function trySecondTime(
  ran: readonly FileRun[],
  run: (suite: SuiteName, file: string) => Promise<FileRun>,
): Promise<readonly FileRun[]> {
  if (ran.filter(hasFailed).length > mostFiles) return ran;
  const merged: FileRun[] = [];
  for (const first of ran) {
    const { suite, file } = first;
    if (suite === undefined || file === undefined || !hasFailed(first)) merged.push(first);
    else {
      console.log(`Again, with nothing beside it: ${file}`);
      merged.push(mergedRun(first, await run(suite, file)));
    }
  }
  return merged;
}

function hasFailed({ file, results }: FileRun): boolean {
  return file !== undefined && results?.tests.some(({ outcome }) => outcome === 'failed') === true;
}

/** The first run of a file with what its second run says in place of it. */
function mergedRun(first: FileRun, again: FileRun): FileRun {
  if (first.results === undefined || again.results === undefined || again.problem !== undefined)
    return first;
  const failures = first.results.tests.filter(({ outcome }) => outcome === 'failed');
  const left = new Map(failures.map((failure) => [failure.title, failure]));
  const now = again.results.tests.map((result): TestResult => {
    const failure = left.get(result.title);
    left.delete(result.title);
    if (failure === undefined || result.outcome === 'failed') return result;
    return result.outcome === 'passed' ? { ...failure, outcome: 'unsteady' } : failure;
  });
  // A hook that failed has no result when it passes; a test that has none did not run.
  const unsaid = [...left.values()].map((failure) =>
    isHook.test(failure.title) ? { ...failure, outcome: 'unsteady' as const } : failure,
  );
  return { ...first, results: { ...first.results, tests: [...now, ...unsaid] } };
}
