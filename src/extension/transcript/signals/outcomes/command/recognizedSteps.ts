import { readExport } from './exportedFile';
import { knownPrograms, type ProgramRule } from './knownPrograms';
import { runsOf } from './runsOf';
import { scriptKind, type OutcomeKind } from './scriptKind';
import { shellSteps, type ShellStep } from './shellSteps';
import type { OutcomeStep } from './outcomeStep';
import { afterOptions, programName, unwrapProgram, type Run } from './unwrapProgram';

export interface RecognizedStep {
  readonly steps: readonly ShellStep[];
  readonly index: number;
  readonly telling: OutcomeStep;
}

/** Words that show that a command only displays or plans something, or never ends. */
const excludedWords = new Set(
  (
    '--help --version --dry-run --dryrun --dry-run=client --dry-run=server --watch --watchAll ' +
    '--watch=true -help --list-tests --listTests --showConfig'
  ).split(' '),
);
const valueOptions =
  '-n --namespace --context -f --file -p --profile -C --cwd --prefix --config --project --app -a ' +
  '--manifest-path --package --test-dir --chdir --region --stage --kubeconfig --tests -x -c -I';

/** Number of cached commands: each command is parsed several times, and agents repeat theirs. */
const maxCached = 64;
/** Longest command that is cached, in characters. */
const maxCachedLength = 1_000;
const cache = new Map<string, readonly RecognizedStep[]>();

/** The steps whose outcome is recognised, in order. */
export function findRecognizedSteps(command: string): readonly RecognizedStep[] {
  const known = cache.get(command);
  if (known !== undefined) return known;
  const ownSteps = shellSteps(command);
  // Only a command that contains `sh` can start a shell, because all their names end in it.
  const steps = command.includes('sh') ? expandShells(ownSteps, 0) : ownSteps;
  const telling = steps.flatMap((step, index) =>
    findOutcomeSteps(step.words).map((one) => ({ steps, index, telling: one })),
  );
  if (command.length <= maxCachedLength) cacheSteps(command, telling);
  return telling;
}

function cacheSteps(command: string, telling: readonly RecognizedStep[]): void {
  const [oldest] = cache.keys();
  if (oldest !== undefined && cache.size >= maxCached) cache.delete(oldest);
  cache.set(command, telling);
}

/** The outcome steps of one simple command: mostly none, and more than one for `make lint test`. */
export function findOutcomeSteps(words: readonly string[]): readonly OutcomeStep[] {
  return runsOf(words)
    .map(findOutcomeStep)
    .filter((one) => one !== undefined);
}

function findOutcomeStep(run: Run): OutcomeStep | undefined {
  if (run.args.some((word) => excludedWords.has(word))) return undefined;
  if (run.script !== undefined) return readScriptRun(run.program, run.script);
  if (run.program === 'gradle') return readGradleRun(run.args);
  if (run.program === 'mvn') return readMavenRun(run.args);
  if (run.program === 'ruby') return readRubyRun(run.args);
  const rule = knownPrograms.get(run.program)?.find((one) => matchesRule(one, run.args));
  if (rule === undefined) return undefined;
  if (rule.kind === 'export') return readExport(rule.tool, run.args);
  return {
    kind: rule.kind,
    tool: rule.tool,
    ...(rule.isSilent === true ? { isSilent: true } : {}),
  };
}

function readScriptRun(program: string, script: string): OutcomeStep | undefined {
  if ((program === 'make' || program === 'just') && /^(?:pdf|epub|docx)$/.test(script))
    return { kind: 'export', tool: program };
  const kind = scriptKind(script);
  if (kind === undefined) return undefined;
  if (program === './') return { kind, tool: script, isScript: true, needsSummary: true };
  // `make check` runs the tests in some projects and the linters in others.
  if (program.endsWith('make') && script === 'check')
    return { kind: 'tests', tool: program, isScript: true, needsSummary: true };
  return { kind, tool: program, isScript: true };
}

function readGradleRun(args: readonly string[]): OutcomeStep | undefined {
  let found: OutcomeKind | undefined;
  for (let rest = afterOptions(args, valueOptions); rest.length > 0;) {
    const task = rest[0]?.split(':').at(-1) ?? '';
    if (/^(?:test|check|connected)|Test$/.test(task)) found = 'tests';
    else if (/^(?:build|assemble|compile|bundle|jar|shadowJar|bootJar|installDist)/.test(task))
      found = 'build';
    else if (/^(?:lint|ktlint|detekt|spotlessCheck)/.test(task)) found = 'lint';
    else if (task.startsWith('publish')) found = 'deploy';
    rest = afterOptions(rest.slice(1), valueOptions);
  }
  return found === undefined ? undefined : { kind: found, tool: 'gradle' };
}

function readMavenRun(args: readonly string[]): OutcomeStep | undefined {
  const goals = new Set(args.filter((word) => !word.startsWith('-')));
  const has = (...names: readonly string[]): boolean => names.some((name) => goals.has(name));
  const isUntested = args.some((word) => /^-DskipTests|^-Dmaven\.test\.skip/.test(word));
  if (has('deploy')) return { kind: 'deploy', tool: 'maven' };
  if (!isUntested && has('test', 'verify', 'integration-test', 'surefire:test'))
    return { kind: 'tests', tool: 'maven' };
  return has('compile', 'package', 'install', 'verify', 'test-compile')
    ? { kind: 'build', tool: 'maven' }
    : undefined;
}

function readRubyRun(args: readonly string[]): OutcomeStep | undefined {
  const [file = ''] = afterOptions(args, '-I -r');
  const name = programName(file);
  return name.endsWith('_test.rb') || /^test_.{0,120}\.rb$/.test(name)
    ? { kind: 'tests', tool: 'minitest', needsSummary: true }
    : undefined;
}

function matchesRule({ begins, needs, not }: ProgramRule, args: readonly string[]): boolean {
  const has = (list: string): boolean => list.split(' ').some((word) => args.includes(word));
  if (not !== undefined && has(not)) return false;
  if (needs !== undefined && !has(needs)) return false;
  if (begins === undefined) return true;
  let rest = args;
  for (const word of begins.split(' ')) {
    rest = afterOptions(rest[0]?.startsWith('+') === true ? rest.slice(1) : rest, valueOptions);
    if (rest[0] !== word) return false;
    rest = rest.slice(1);
  }
  return true;
}

const shells = new Set(['bash', 'sh', 'zsh', 'dash', 'ash']);

/** Replaces `bash -c "…"` by the steps of its script. */
function expandShells(steps: readonly ShellStep[], depth: number): readonly ShellStep[] {
  if (depth > 2) return steps;
  return steps.flatMap((step) => {
    const [shell = '', ...rest] = unwrapProgram(step.words);
    if (!shells.has(programName(shell))) return [step];
    const at = rest.findIndex((word) => /^-[a-z]{0,4}c$/.test(word));
    // `bash run_tests.sh` runs the file.
    if (at < 0) return [{ ...step, words: afterOptions(rest, '-o') }];
    const inner = expandShells(shellSteps(rest[at + 1] ?? ''), depth + 1);
    return inner.map((one, index) => ({
      ...one,
      filters: [...one.filters, ...step.filters],
      before: index === 0 ? step.before : one.before,
      after: index === inner.length - 1 ? step.after : one.after,
      isHidden: one.isHidden || step.isHidden,
    }));
  });
}
