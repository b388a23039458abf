import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot, testOutputFolder } from '../support/editor/paths';
import { packageUnderTest, sharePackage } from '../support/editor/install/vsix';
import { interruption } from './launch';
import { changedFiles, projectFiles } from './run/changed/changedFiles';
import { chooseChanged, choiceLines } from './run/changed/chooseChanged';
import { importGraph } from './run/changed/importGraph';
import { measureSlowness } from './run/slowness';
import { runQueue, type TaskGroup, type Worker } from './run/queue';
import { reportUsage } from './run/report';
import { setUp, steps, type Need } from './run/setUp';
import {
  filesOf,
  isSuiteName,
  loadLimit,
  pools,
  poolsAlone,
  suiteNames,
  suites,
  type PoolName,
  type SuiteName,
  type TestFile,
} from './run/suites';
import { fileLines, summarize, type FileRun } from './run/summary';
import { TestProcess, titleOf } from './run/testProcess';
import { readTimes, writeTimes } from './run/times';
import { UsageMeter } from './run/usageMeter';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { grep: { type: 'string' }, changed: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { grep, changed } = values;
  const interrupted = interruption();
  const meter = new UsageMeter();
  const asked = positionals.map(suiteNamed);
  const chosen = suiteNames.filter((name) => asked.length === 0 || asked.includes(name));
  await fs.rm(testOutputFolder, { recursive: true, force: true });
  await fs.mkdir(testOutputFolder, { recursive: true });

  const slowness = await measureSlowness();
  const there = setUp(steps, interrupted);
  let vsix: string | undefined;
  const prepare = async (suite: SuiteName): Promise<void> => {
    const needs: readonly Need[] = suites[suite].needs;
    await Promise.all(needs.map(there));
    if (needs.includes('package')) vsix = await packageUnderTest();
  };
  const began = performance.now();
  const times = readTimes();
  const all = chosen.flatMap((suite) => filesOf(suite, times));
  const files = changed ? await onlyChanged(all) : all;
  if (files.length === 0) return;
  const groups = chosen.flatMap((suite) => {
    const tasks = files.filter((file) => file.suite === suite);
    return tasks.length === 0 ? [] : [{ tasks, ready: prepare(suite) }];
  });
  let setUpMs = 0;
  void Promise.allSettled(groups.map(({ ready }) => ready)).then(() => {
    setUpMs = performance.now() - began;
  });

  const workers = (Object.keys(pools) as PoolName[]).flatMap((pool) =>
    Array.from({ length: sizeOf(pool, groups) }, (_, index): Worker<TestFile, FileRun> => {
      const name = `${pool} ${index + 1}`;
      let spentMs = 0;
      const tests = new TestProcess({
        grep,
        interrupted,
        slowness,
        env: () => (vsix === undefined ? {} : sharePackage(vsix)),
        print: (line) => console.log(line),
        started: (pid) => meter.register(pid, name),
      });
      return {
        name,
        accepts: ({ suite }) => suites[suite].pool === pool,
        helps: index === 0,
        mayStart: () => pool === 'computing' || index === 0 || !isOverloaded(),
        run: async ({ suite, file }) => {
          const before = spentMs;
          const ran = await tests.run(suite, file);
          spentMs = meter.processorOf(name);
          for (const text of fileLines(ran, grep !== undefined))
            for (const line of text.split('\n')) console.log(`${titleOf(suite, file)} | ${line}`);
          return { ...ran, processorMs: spentMs - before };
        },
        end: () => endOf(tests),
      };
    }),
  );
  const failGroup = ({ tasks }: TaskGroup<TestFile>, error: unknown): FileRun => ({
    ...(tasks[0] && { suite: tasks[0].suite }),
    problem: message(error),
  });
  const { results, ...workerTimes } = await runQueue(groups, workers, failGroup, interrupted);
  if (grep === undefined && !interrupted.aborted) writeTimes(results);
  const runs = [...results];
  if (interrupted.aborted) runs.push({ problem: 'interrupted' });
  await fs.writeFile(
    path.join(testOutputFolder, 'results.json'),
    JSON.stringify(runs, undefined, 2),
  );
  console.log(await reportUsage({ ...meter.stop(), ...workerTimes, setUpMs, slowness }, runs));
  const { text, failed } = summarize(runs);
  console.log(text);
  process.exitCode = failed ? 1 : 0;
}

/** Chooses the tests that the changes affect; prints which are chosen and which are left out. */
async function onlyChanged(all: readonly TestFile[]): Promise<readonly TestFile[]> {
  const graph = await importGraph(projectRoot, projectFiles(projectRoot));
  const choice = chooseChanged(projectRoot, all, graph, changedFiles(projectRoot));
  for (const line of choiceLines(choice, all)) console.log(line);
  return choice.files;
}

/**
 * At most one process per file; if all files are of one pool, its larger number of processes is
 * used.
 */
function sizeOf(pool: PoolName, groups: readonly TaskGroup<TestFile>[]): number {
  const files = groups.flatMap(({ tasks }) => tasks);
  const own = files.filter(({ suite }) => suites[suite].pool === pool).length;
  return Math.min(own === files.length ? poolsAlone[pool] : pools[pool], own);
}

function isOverloaded(): boolean {
  const [lastMinute = 0] = os.loadavg();
  return lastMinute > loadLimit * os.availableParallelism();
}

async function endOf(tests: TestProcess): Promise<FileRun | undefined> {
  const problem = await tests.end();
  return problem === undefined ? undefined : { problem };
}

function suiteNamed(name: string): SuiteName {
  if (isSuiteName(name)) return name;
  throw new Error(`There is no suite "${name}": choose among ${suiteNames.join(', ')}.`);
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  console.error(message(error));
  process.exitCode = 1;
});
