/** A program or project script, and its arguments. */
export interface Run {
  readonly program: string;
  /** The name of the script, such as `test:unit` in `npm run test:unit`. */
  readonly script?: string;
  readonly args: readonly string[];
}

const assignment = /^[A-Za-z_]\w{0,60}=/;
const reserved = new Set(['then', 'do', 'else', '{', 'time', '!', 'if', 'elif', 'while', 'until']);
/** Programs that run the rest of their arguments, each with its options that have a value. */
const wrappers: ReadonlyMap<string, string> = new Map([
  ['env', '-u -C'],
  ['sudo', '-u -g'],
  ['command', ''],
  ['exec', ''],
  ['builtin', ''],
  ['nice', '-n'],
  ['nohup', ''],
  ['timeout', '-s -k'],
  ['stdbuf', '-o -e -i'],
  ['xvfb-run', '-s -n -e'],
  ['cross-env', ''],
  ['dotenv', '-e -f'],
  ['dotenvx', '-f'],
  ['nyc', '--reporter -r'],
  ['c8', '--reporter -r'],
  ['npx', '-p --package'],
  ['pnpx', ''],
  ['bunx', ''],
  ['caffeinate', '-t -w'],
  ['unbuffer', ''],
  ['xargs', '-n -P -I -L -d'],
  ['rtk', ''],
]);
/** Programs that run the rest of their arguments after one or two words of their own. */
const launchers: ReadonlyMap<string, string> = new Map([
  ['poetry', 'run'],
  ['uv', 'run'],
  ['pipenv', 'run'],
  ['pdm', 'run'],
  ['rye', 'run'],
  ['hatch', 'run'],
  ['conda', 'run'],
  ['mamba', 'run'],
  ['pixi', 'run'],
  ['bundle', 'exec'],
  ['mise', 'exec'],
  ['coverage', 'run'],
  ['dotenvx', 'run'],
  ['direnv', 'exec'],
  ['opam', 'exec'],
]);
const launcherValues =
  '-n --name -p --prefix --with --python --group --extra --project --directory -m';
const containerValues =
  '-f --file -p --project-name --profile --env-file -e --env -u --user -w --workdir -v --volume --name --network --platform --mount --entrypoint -m --memory --index --context';

/** The program that finally runs: without assignments, `npx`, `poetry run` and the like. */
export function unwrapProgram(words: readonly string[]): readonly string[] {
  let rest = words;
  for (let turn = 0; turn < 12; turn += 1) {
    const inner = insideWrapper(rest);
    if (inner === undefined) return rest;
    rest = inner;
  }
  return rest;
}

/** The words inside one wrapper; undefined without a wrapper. */
function insideWrapper(words: readonly string[]): readonly string[] | undefined {
  const [first = ''] = words;
  if (first === '') return undefined;
  if (assignment.test(first) || reserved.has(first)) return words.slice(1);
  const name = programName(first);
  const rest = words.slice(1);
  const launcher = launchers.get(name);
  if (launcher !== undefined) {
    const at = rest.indexOf(launcher);
    if (at >= 0 && at < 4) return insideLauncher(name, rest.slice(at + 1));
  }
  const values = wrappers.get(name);
  if (values !== undefined) return afterWrapper(name, afterOptions(rest, values));
  if (name === 'docker' || name === 'podman' || name === 'docker-compose') return inContainer(rest);
  return undefined;
}

function insideLauncher(name: string, rest: readonly string[]): readonly string[] {
  // `coverage run -m pytest` and `uv run -m pytest` pass the module to Python.
  const at = rest.indexOf('-m');
  if ((name === 'coverage' || name === 'uv') && at >= 0 && at < 4)
    return ['python3', ...rest.slice(at)];
  const inner = afterOptions(rest, launcherValues);
  return name === 'coverage' ? ['python3', ...inner] : inner;
}

function afterWrapper(name: string, rest: readonly string[]): readonly string[] {
  if (name === 'timeout' || name === 'dotenv') {
    const [first = ''] = rest;
    return /^\d/.test(first) ? rest.slice(1) : rest;
  }
  // `npx vitest@2` and `npx @biomejs/biome` name a package.
  if (name === 'npx' || name === 'pnpx' || name === 'bunx') return withoutVersion(rest);
  return rest;
}

/** The words without the version of a leading package, such as `vitest@2`. */
export function withoutVersion(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  const at = first.indexOf('@', 1);
  return [at > 0 ? first.slice(0, at) : first, ...rest];
}

/** The command in `compose exec -T web pytest`, `exec web pytest` or `run --rm image pytest`. */
function inContainer(words: readonly string[]): readonly string[] | undefined {
  let rest = afterOptions(words, containerValues);
  if (rest[0] === 'compose') rest = afterOptions(rest.slice(1), containerValues);
  if (rest[0] !== 'exec' && rest[0] !== 'run') return undefined;
  rest = afterOptions(rest.slice(1), containerValues);
  return rest.length > 1 ? rest.slice(1) : undefined;
}

/** The words after leading options; the options in `withWord` have a value. */
export function afterOptions(words: readonly string[], withWord: string): readonly string[] {
  if (words[0]?.startsWith('-') !== true) return words;
  const valued = withWord.split(' ');
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (word === '--') return words.slice(at + 1);
    if (!word.startsWith('-') || word === '-') break;
    at += valued.includes(word) ? 2 : 1;
  }
  return words.slice(at);
}

/** The name of a program from its path: `./node_modules/.bin/jest`, `node_modules/mocha/bin/mocha.js`. */
export function programName(path: string): string {
  if (/^\w{1,60}$/.test(path)) return path;
  const parts = path.slice(-300).split('/');
  const at = parts.lastIndexOf('node_modules');
  if (at >= 0 && parts[at + 1] !== '.bin') {
    const owner = parts[at + 1] ?? '';
    return owner.startsWith('@') ? `${owner}/${parts[at + 2] ?? ''}` : owner;
  }
  const name = parts.at(-1) ?? '';
  if (path.startsWith('@') && parts.length === 2) return path;
  return name.replace(/\.(?:mjs|cjs|js|exe|cmd|bat|phar)$/, '');
}
