import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { hostRunEnvironment } from '../support/editor/hostRun';
import { projectRoot, testOutputFolder } from '../support/editor/paths';
import type { TestResult } from '../support/results';
import { deal } from './lanes';
import { retries, suites, type SuiteName } from './suites';

/** One process of a test run: a suite, or some files of it. */
export interface Part {
  readonly suite: SuiteName;
  /** The suite, and which of its parts where there are several. */
  readonly title: string;
  readonly files: readonly string[];
  /** Its results; without them afterwards, it broke off. */
  readonly output: string;
}

/** Few tests are not worth several processes: `whole` makes one part of a suite. */
export function partsOf(suite: SuiteName, whole: boolean): readonly Part[] {
  const { folder, parts } = suites[suite];
  const hands = deal(testFilesIn(folder), whole ? 1 : parts);
  return hands.map((hand, index) => {
    const several = hands.length > 1;
    const number = String(index + 1);
    return {
      suite,
      title: several ? `${suite}, part ${number} of ${String(hands.length)}` : suite,
      files: hand,
      output: path.join(testOutputFolder, several ? `${suite}-${number}.json` : `${suite}.json`),
    };
  });
}

/** Their paths, sorted; throws where there are none: a suite without a part would fail nowhere. */
export function testFilesIn(folder: string): readonly string[] {
  const names = readdirSync(path.resolve(projectRoot, folder), {
    recursive: true,
    encoding: 'utf8',
  });
  const files = names.filter((name) => name.endsWith('.test.ts')).sort();
  if (files.length === 0) throw new Error(`There is no test in ${folder}.`);
  return files.map((name) => path.join(folder, name));
}

export interface PartRun {
  readonly grep: string | undefined;
  readonly interrupted: AbortSignal;
  readonly env: NodeJS.ProcessEnv;
  /** Takes what is written; this terminal if absent. */
  readonly file?: string;
}

/** Rejects where the process ended in another way than well, be it by a test that failed. */
export async function runPart(
  part: Part,
  { grep, interrupted, env, file }: PartRun,
): Promise<void> {
  const written = file === undefined ? undefined : await fs.open(file, 'w');
  const out = written?.fd ?? 'inherit';
  const host = part.suite === 'host';
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', ...(host ? [hostSuite] : mochaArguments(part, grep))],
    {
      cwd: projectRoot,
      stdio: ['inherit', out, out],
      env: {
        ...process.env,
        ...env,
        ...(host && hostRunEnvironment({ output: part.output, grep })),
      },
    },
  );
  const interrupt = (): boolean => child.kill('SIGINT');
  interrupted.addEventListener('abort', interrupt);
  if (interrupted.aborted) interrupt();
  const { timeoutMinutes } = suites[part.suite];
  const timers = [
    setTimeout(interrupt, timeoutMinutes * 60_000),
    setTimeout(() => child.kill('SIGKILL'), (timeoutMinutes + 1) * 60_000),
  ];
  const ending = await new Promise<string | undefined>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      resolve(code === 0 ? undefined : (signal ?? `exit code ${String(code)}`));
    });
  });
  for (const timer of timers) clearTimeout(timer);
  interrupted.removeEventListener('abort', interrupt);
  await written?.close();
  if (ending !== undefined) throw new Error(`${part.title} ended with ${ending}`);
}

const hostSuite = path.join(projectRoot, 'test/tools/hostSuite.ts');

function mochaArguments({ files, output }: Part, grep: string | undefined): readonly string[] {
  // Not its outer command: that one would leave the tests running when it is killed.
  const mocha = path.join(projectRoot, 'node_modules/mocha/lib/cli/cli.js');
  const reporter = path.join(projectRoot, 'test/tools/reporter.ts');
  const args = [mocha, '--reporter', reporter, '--reporter-option', `output=${output}`];
  args.push('--retries', String(retries));
  args.push(...(grep === undefined ? ['--fail-zero'] : ['--grep', grep]));
  return [...args, ...files];
}

export async function readResults(file: string): Promise<readonly TestResult[] | undefined> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8')) as readonly TestResult[];
  } catch {
    return undefined; // It broke off before it could write them.
  }
}

/** One file for a whole suite in place of those of its parts. */
export async function mergeResults(parts: readonly Part[], file: string): Promise<void> {
  const results = await Promise.all(parts.map(({ output }) => readResults(output)));
  await Promise.all(parts.map(({ output }) => fs.rm(output, { force: true })));
  await fs.writeFile(
    file,
    JSON.stringify(
      results.flatMap((some) => some ?? []),
      undefined,
      2,
    ),
  );
}
