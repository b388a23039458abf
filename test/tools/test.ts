import { spawn } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../support/editor/command';
import { installEditor, oldestEditor } from '../support/editor/install';
import { projectRoot, testOutputFolder } from '../support/editor/paths';
import { ensureChromium } from '../support/editor/systemPackages';
import { packageUnderTest, sharePackage } from '../support/editor/vsix';
import type { TestResult } from '../support/results';
import { runHostSuite } from './hostSuite';
import { interruption } from './launch';
import { isSuiteName, retries, suiteNames, suites, together, type SuiteName } from './suites';
import { summarize, type SuiteOutcome } from './summary';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { grep: { type: 'string' } },
    allowPositionals: true,
  });
  const interrupted = interruption();
  const chosen = positionals.length === 0 ? suiteNames : positionals.map(suiteNamed);
  const outcomes: SuiteOutcome[] = [];
  await fs.rm(testOutputFolder, { recursive: true, force: true });
  await fs.mkdir(testOutputFolder, { recursive: true });
  await build().catch((error: unknown) => {
    outcomes.push({ suite: 'build', results: undefined, problem: message(error) });
  });
  for (const group of together) {
    if (interrupted.aborted) break;
    const suites = group.filter((name) => chosen.includes(name));
    outcomes.push(...(await runTogether(suites, values.grep, interrupted)));
  }
  if (interrupted.aborted)
    outcomes.push({ suite: 'all', results: undefined, problem: 'interrupted' });
  const { text, failed } = summarize(outcomes);
  console.log(text);
  process.exitCode = failed ? 1 : 0;
}

async function build(): Promise<void> {
  console.log('Building.');
  await runCommand(process.execPath, ['esbuild.mjs'], { cwd: projectRoot });
}

function suiteNamed(name: string): SuiteName {
  if (isSuiteName(name)) return name;
  throw new Error(`There is no suite "${name}": choose among ${suiteNames.join(', ')}.`);
}

/** The first writes as it goes, the others' lines follow it. */
async function runTogether(
  [first, ...others]: readonly SuiteName[],
  grep: string | undefined,
  interrupted: AbortSignal,
): Promise<readonly SuiteOutcome[]> {
  if (first === undefined) return [];
  const behind = others.map((suite) => {
    const file = path.join(testOutputFolder, `${suite}.txt`);
    return { suite, file, outcome: runSuite(suite, { grep, interrupted, file }) };
  });
  console.log(`\n== ${first} ==`);
  const outcomes = [await runSuite(first, { grep, interrupted })];
  for (const { suite, file, outcome } of behind) {
    outcomes.push(await outcome);
    console.log(`\n== ${suite} ==`);
    console.log(await fs.readFile(file, 'utf8').catch(() => 'It wrote nothing.'));
  }
  return outcomes;
}

interface Run {
  readonly grep: string | undefined;
  readonly interrupted: AbortSignal;
  /** Takes what mocha writes; this terminal if absent. */
  readonly file?: string;
}

async function runSuite(suite: SuiteName, run: Run): Promise<SuiteOutcome> {
  const output = path.join(testOutputFolder, `${suite}.json`);
  let problem: string | undefined;
  try {
    if (suite === 'webview') await ensureChromium();
    if (suite === 'host' || suite === 'workbench') {
      await ensureChromium();
      await installEditor();
    }
    if (suite === 'workbench') await installEditor(oldestEditor);
    if (suite === 'host') await runHostSuite({ output, grep: run.grep });
    else await runMocha(suite, output, run);
  } catch (error) {
    problem = message(error);
  }
  return {
    suite,
    results: await readResults(output),
    ...(problem === undefined ? {} : { problem }),
  };
}

async function runMocha(
  suite: SuiteName,
  output: string,
  { grep, interrupted, file }: Run,
): Promise<void> {
  const { files, timeoutMinutes } = suites[suite];
  // Not its outer command: that one would leave the tests running when it is killed.
  const mocha = path.join(projectRoot, 'node_modules/mocha/lib/cli/cli.js');
  const reporter = path.join(projectRoot, 'test/tools/reporter.ts');
  const shared = suite === 'workbench' ? sharePackage(await packageUnderTest()) : {};
  const args = [mocha, '--reporter', reporter, '--reporter-option', `output=${output}`, files];
  args.push('--retries', String(retries));
  if (grep !== undefined) args.push('--grep', grep);
  const written = file === undefined ? undefined : await fs.open(file, 'w');
  const out = written?.fd ?? 'inherit';
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: projectRoot,
    stdio: ['inherit', out, out],
    env: { ...process.env, ...shared },
  });
  const interrupt = (): boolean => child.kill('SIGINT');
  interrupted.addEventListener('abort', interrupt);
  if (interrupted.aborted) interrupt();
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
  if (ending !== undefined) throw new Error(`mocha ended with ${ending}`);
}

async function readResults(file: string): Promise<readonly TestResult[] | undefined> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8')) as readonly TestResult[];
  } catch {
    return undefined; // The suite broke off before it could write them.
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  console.error(message(error));
  process.exitCode = 1;
});
