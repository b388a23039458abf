import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { hostRunEnvironment } from '../support/editor/host/hostRun';
import { projectRoot, testOutputFolder } from '../support/editor/paths';
import type { PartResults } from '../support/results';
import { suites, type SuiteName } from './suites';
import type { SuiteOutcome } from './summary';

/** One process of a test run: a suite, or some files of it. */
export interface Part {
  readonly suite: SuiteName;
  /** The suite, and which of its parts where there are several. */
  readonly title: string;
  readonly files: readonly string[];
  /** The file of its results; a part that leaves none broke off. */
  readonly output: string;
}

/** Deals a suite's files to its parts; few tests are not worth several processes, so `whole` makes one. */
export function partsOf(suite: SuiteName, whole: boolean): readonly Part[] {
  const { folder } = suites[suite];
  const files = testFilesIn(folder);
  const count = whole ? 1 : Math.min(suites[suite].parts, files.length);
  return Array.from({ length: count }, (_, number) => {
    const title = count === 1 ? suite : `${suite} ${number + 1}/${count}`;
    return {
      suite,
      title,
      // Neighbours, which are alike and take alike long, come into different parts.
      files: files.filter((_file, index) => index % count === number),
      output: path.join(testOutputFolder, `${title.replace(/\W/g, '-')}.json`),
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
  /** Takes each line that the part writes. */
  readonly print: (line: string) => void;
  /** Is told the process that runs it. */
  readonly started?: (pid: number | undefined) => void;
}

/** How long the last lines of a part may take that left processes behind, in ms. */
const lastLinesMs = 2_000;

/** Runs a part to its end and tells how it went, be it interrupted or too slow. */
export async function runPart(part: Part, run: PartRun): Promise<SuiteOutcome> {
  const { suite, title, output } = part;
  const host = suite === 'host';
  const timeout = suites[suite].timeoutMinutes * 60_000;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', ...(host ? [hostSuite] : mochaArguments(part, run.grep))],
    {
      cwd: projectRoot,
      stdio: ['inherit', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...run.env,
        ...(host && hostRunEnvironment({ output, grep: run.grep })),
      },
      signal: run.interrupted,
      timeout,
      killSignal: 'SIGINT',
    },
  );
  run.started?.(child.pid);
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', run.print);
  }
  const force = setTimeout(() => child.kill('SIGKILL'), timeout + 60_000);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const ending = await new Promise<string | undefined>((resolve) => {
    // An interruption is told as an error as well; the process then ends by itself.
    child.on('error', (error) => child.pid ?? resolve(error.message));
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)),
    );
  });
  clearTimeout(force);
  await Promise.race([closed, delay(lastLinesMs, undefined, { ref: false })]);
  const left = await readResults(output);
  const results = left?.tests;
  const failed = results?.filter(({ outcome }) => outcome === 'failed').length ?? 0;
  // Mocha ends with the count of its failures, the editor of the host suite with 1.
  const told = host ? Math.min(failed, 1) : Math.min(failed, 255);
  const isExplained = ending === undefined || (failed > 0 && ending === `exit code ${told}`);
  const { files, starts } = left ?? {};
  return {
    suite,
    results,
    files,
    starts,
    ...(!isExplained && { problem: `${title} ended with ${ending}` }),
  };
}

const hostSuite = path.join(projectRoot, 'test/tools/hostSuite.ts');

function mochaArguments({ files, output }: Part, grep: string | undefined): readonly string[] {
  // Not its outer command: that one would leave the tests running when it is killed.
  const mocha = path.join(projectRoot, 'node_modules/mocha/lib/cli/cli.js');
  const reporter = path.join(projectRoot, 'test/tools/reporter.ts');
  const args = [mocha, '--reporter', reporter, '--reporter-option', `output=${output}`];
  if (process.stdout.isTTY) args.push('--color');
  args.push(...(grep === undefined ? ['--fail-zero'] : ['--grep', grep]));
  return [...args, ...files];
}

async function readResults(file: string): Promise<PartResults | undefined> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8')) as PartResults;
  } catch {
    return undefined; // It broke off before it could write them.
  }
}
