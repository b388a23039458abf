import { scriptKind } from './scriptKind';
import {
  afterOptions,
  withoutVersion,
  programName,
  unwrapProgram,
  type Run,
} from './unwrapProgram';

const packageManagers = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const managerValues =
  '--prefix -w --workspace -C --dir --filter -F --cwd --loglevel --reporter --config -c';
/** Commands of the package managers themselves that look like script names. */
const managerCommands = new Set([
  'install',
  'i',
  'add',
  'ci',
  'link',
  'why',
  'info',
  'view',
  'init',
  'create',
]);
const taskRunners: ReadonlyMap<string, string> = new Map([
  ['make', '-C -f -j -I -o -W --directory --file'],
  ['gmake', '-C -f -j'],
  ['just', '-f --justfile -d --working-directory --set'],
  ['task', '-t --taskfile -d --dir'],
  ['rake', '-f -C'],
  ['invoke', '-c -r'],
  ['inv', '-c -r'],
]);

/** The programs and scripts that a command runs; `make lint test` runs two. */
export function runsOf(words: readonly string[]): readonly Run[] {
  const [first = '', ...rest] = unwrapProgram(words);
  if (first === '') return [];
  const program = programName(first);
  if (packageManagers.has(program)) return managerRun(program, rest);
  const values = taskRunners.get(program);
  if (values !== undefined) return taskRuns(program, rest, values);
  switch (program) {
    case 'turbo':
    case 'lerna':
    case 'nx':
    case 'moon':
      return monorepoRun(program, rest);
    case 'composer':
    case 'deno':
    case 'hatch':
      return [taskRun(program, rest)];
    case 'node':
    case 'tsx':
    case 'ts-node':
    case 'php':
      return fileRun(program, rest);
    case 'tox':
    case 'nox':
      return [{ program, script: 'test', args: rest }];
    default:
      return /^python[\d.]{0,5}$/.test(program) ? pythonRun(rest) : pathRun(first, program, rest);
  }
}

function managerRun(program: string, words: readonly string[]): readonly Run[] {
  const rest = afterOptions(words, managerValues);
  const [name = '', ...args] = rest;
  if (name === 'run' || name === 'run-script' || name === 'workspaces')
    return scriptRun(program, args);
  if (name === 'exec' || name === 'x' || name === 'dlx')
    return runsOf(withoutVersion(afterOptions(args, managerValues)));
  if (program === 'yarn' && name === 'workspace') return managerRun(program, args.slice(1));
  if (program === 'bun' && (name === 'test' || name === 'build'))
    return [{ program: `bun ${name}`, args }];
  if (name === 'test' || (program === 'npm' && (name === 't' || name === 'tst')))
    return [{ program, script: 'test', args }];
  if (name === 'publish' || (program === 'yarn' && name === 'npm' && args[0] === 'publish'))
    return [{ program: 'npm publish', args }];
  if (program === 'npm' || managerCommands.has(name) || (program === 'pnpm' && name === 'deploy'))
    return [];
  // `pnpm build` and `yarn lint` run scripts; `pnpm vitest` and `pnpm tsc` run programs.
  if (args.length >= 0 && scriptKind(name) !== undefined && !programs.has(name))
    return [{ program, script: name, args }];
  return program === 'bun' ? [] : runsOf(rest);
}

/** Programs whose names are also common names of scripts. */
const programs = new Set(['tsc', 'eslint', 'oxlint', 'stylelint', 'vitest', 'jest']);

function scriptRun(program: string, words: readonly string[]): readonly Run[] {
  // `yarn workspaces foreach -A run build` has its own words before the script.
  const script =
    words[0] === 'foreach'
      ? words.find((word) => scriptKind(word) !== undefined && !word.startsWith('-'))
      : afterOptions(words, managerValues)[0];
  return script === undefined
    ? []
    : [{ program, script, args: words.slice(words.indexOf(script) + 1) }];
}

function taskRuns(program: string, words: readonly string[], values: string): readonly Run[] {
  const valued = values.split(' ');
  const targets: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word.startsWith('-')) {
      if (word === '-n' || word === '--just-print') return [];
      // `-j` has no value, `-j 4` has one.
      if (valued.includes(word) && !(word === '-j' && !/^\d/.test(words[at + 1] ?? ''))) at += 1;
    } else if (!word.includes('=')) targets.push(word);
  }
  if (targets.length === 0 && (program === 'make' || program === 'gmake'))
    return [{ program, script: 'build', args: words }];
  return targets.map((script) => ({
    program,
    script: script === 'all' ? 'build' : script,
    args: words,
  }));
}

function monorepoRun(program: string, words: readonly string[]): readonly Run[] {
  const namedScript = words.find(
    (word) => !word.startsWith('-') && scriptKind(word.replace(/^[^:]{0,80}:/, '')) !== undefined,
  );
  const target = words.find(
    (word) => word.startsWith('--target=') || word.startsWith('--targets='),
  );
  const script =
    target
      ?.slice(target.indexOf('=') + 1)
      .split(',')
      .at(-1) ?? namedScript;
  if (script === undefined) return [];
  const isTarget = program === 'nx' && script.includes(':') && scriptKind(script) === undefined;
  return [{ program, script: isTarget ? (script.split(':')[1] ?? '') : script, args: words }];
}

function taskRun(program: string, words: readonly string[]): Run {
  const [name = '', ...rest] = afterOptions(words, '-d --working-dir');
  const [script = ''] = rest;
  if (program === 'composer')
    return { program, script: name === 'run' || name === 'run-script' ? script : name, args: rest };
  if (program === 'hatch' && name === 'test') return { program, script: 'test', args: rest };
  if (program === 'deno' && name === 'task') return { program, script, args: rest.slice(1) };
  return { program, args: words };
}

/** For `node`, `tsx` and `php`: the test mode, or the program in the file. */
function fileRun(program: string, words: readonly string[]): readonly Run[] {
  if (program !== 'php' && words.some((word) => word === '--test' || word === '--test-only'))
    return [{ program: 'node:test', args: words }];
  const values =
    '--import -r --require --loader --experimental-loader --env-file -d -c --conditions';
  const [file = '', ...args] = afterOptions(words, values);
  if (program === 'php' && file === 'artisan')
    return args[0] === 'test' ? [{ program: 'artisan', args }] : [];
  return file === '' || file === '-' ? [] : [{ program: programName(file), args }];
}

function pythonRun(words: readonly string[]): readonly Run[] {
  const at = words.indexOf('-m');
  if (at >= 0 && at < 4) {
    const module = words[at + 1] ?? '';
    return [{ program: module === 'build' ? 'python-build' : module, args: words.slice(at + 2) }];
  }
  const [file = '', command, ...args] = afterOptions(words, '-W -X');
  if (programName(file) === 'manage.py')
    return command === 'test' ? [{ program: 'django', args }] : [];
  return pathRun(file, programName(file), []);
}

/** A file that is run by its path counts as a project script if its name suggests one. */
function pathRun(path: string, program: string, args: readonly string[]): readonly Run[] {
  if (program === 'gradlew') return [{ program: 'gradle', args }];
  if (program === 'mvnw' || program === 'mvnd') return [{ program: 'mvn', args }];
  if (args.some((word) => word.startsWith('--gtest_'))) return [{ program: 'googletest', args }];
  const isFile = path.startsWith('./') || /\.(?:sh|py)$/.test(path);
  if (!isFile || program === 'test') return [{ program, args }];
  const script = program.replace(/\.(?:sh|bash|py|rb|pl|php)$/, '');
  return scriptKind(script) === undefined ? [{ program, args }] : [{ program: './', script, args }];
}
