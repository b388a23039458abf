import { copyFile, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { commonFolderOf, repositoryPlace } from '../../util/files/gitPlace';
import { runGit, type GitOutput, type GitRun } from './runGit';

const maxConfigBytes = 4 * 1024 * 1024;
/** A repository with more filters or hooks than this is not asked: nobody has them. */
const maxFilters = 50;
/** A view that is older, in ms, is one that a crash left behind. */
const viewMs = 60 * 60_000;

/**
 * The config of a repository as it was at one moment, without anything that starts a program. Git reads a
 * config anew in each process: a filter that somebody adds after its names were listed would run.
 */
export interface FrozenConfig {
  /** Text of a config file: the settings of the repository that say what its files are. */
  readonly text: string;
  readonly gitDir: string;
  /** Git's folder that all work trees share. */
  readonly common: string;
  /** Top folder of the work tree. */
  readonly top: string;
  /** How refs are kept, as the config says it. */
  readonly refStorage: string;
  /** Names of the filters in all configs. */
  readonly drivers: readonly string[];
  /** Settings that switch off the filters and hooks of a person's own config, which is not frozen. */
  readonly settings: readonly string[];
}

/** Undefined where git does not tell, or names a filter that cannot be switched off. */
export async function freezeConfig(run: GitRun): Promise<FrozenConfig | 'late' | undefined> {
  const place = await placeOf(run);
  const list = ['config', '-z', '--show-scope', '--list'];
  const { output, end } = await runGit(run, [], list, maxConfigBytes);
  if (end === 'late') return 'late';
  if (end !== 'done') return undefined;
  const all = entriesIn(output.toString('utf8'));
  const own = all.filter(({ scope }) => scope === 'local' || scope === 'worktree');
  // Where git does not trust whose repository it is, it shows none of its settings.
  if (own.length === 0) return undefined;
  const [drivers, hooks] = [namesIn(all, 'filter'), namesIn(all, 'hook')];
  // `-c` ends the name of a setting at its first `=`, and a name that is no text cannot be said.
  const isUnfit = [...drivers, ...hooks].some((name) => /[=\uFFFD]/u.test(name));
  if (drivers.length > maxFilters || hooks.length > maxFilters || isUnfit) return undefined;
  const text = own.filter(({ key }) => isKept(key)).map(textOf);
  const valueOf = (name: string): string | undefined =>
    own.findLast(({ key }) => key === name)?.value;
  const elsewhere = valueOf('core.worktree');
  const isLed = elsewhere !== undefined && place.common === place.gitDir;
  return {
    ...place,
    top: isLed ? path.resolve(place.gitDir, elsewhere) : place.top,
    text: text.join(''),
    refStorage: valueOf('extensions.refstorage') ?? 'files',
    drivers,
    settings: [
      ...drivers.flatMap((name) => [
        `filter.${name}.clean=`,
        `filter.${name}.smudge=`,
        `filter.${name}.process=`,
        `filter.${name}.required=false`,
      ]),
      // Since git 2.54 a config names hooks, too, which `core.hooksPath` does not switch off.
      ...hooks.map((name) => `hook.${name}.enabled=false`),
    ],
  };
}

/** Runs a git that only reads, with the frozen config in place of the repository's own. It fails where our folder is gone or full. */
export async function runFrozen(
  run: GitRun,
  { text, gitDir, common, top, settings }: FrozenConfig,
  args: readonly string[],
  maxBytes: number,
  isEnough?: (part: Buffer) => boolean,
): Promise<GitOutput> {
  const view = await makeView(run.scratch, common, text).catch(() => undefined);
  if (view === undefined) return { output: Buffer.alloc(0), end: 'failed' };
  try {
    const framed = { ...run, top, gitDir, commonDir: view };
    return await runGit(framed, settings, args, maxBytes, isEnough);
  } finally {
    await rm(view, { recursive: true, force: true });
  }
}

type Place = Pick<FrozenConfig, 'gitDir' | 'common' | 'top'>;

async function placeOf({ top, gitDir }: GitRun): Promise<Place> {
  if (gitDir !== undefined)
    return { gitDir, common: (await commonFolderOf(gitDir)) ?? gitDir, top };
  const place = await repositoryPlace(top);
  // A repository without a work tree is git's folder itself.
  if (place === undefined) return { gitDir: top, common: top, top };
  return { gitDir: place.folder, common: place.common, top: place.top };
}

interface Entry {
  readonly scope: string;
  /** Section and name in small letters, with what is between them as it is written. */
  readonly key: string;
  /** Undefined for a name alone, which means true. */
  readonly value: string | undefined;
}

/** Reads `git config -z --show-scope --list`: a scope and a setting in turns. */
function entriesIn(output: string): readonly Entry[] {
  const parts = output.split('\0');
  return parts.flatMap((scope, index) => {
    const setting = parts[index + 1];
    if (index % 2 === 1 || setting === undefined) return [];
    const end = setting.indexOf('\n');
    const key = end < 0 ? setting : setting.slice(0, end);
    return [{ scope, key, value: end < 0 ? undefined : setting.slice(end + 1) }];
  });
}

/** The middle parts of the keys of a section, each once. */
function namesIn(entries: readonly Entry[], section: string): readonly string[] {
  const start = `${section}.`;
  const keys = entries.map(({ key }) => key);
  const own = keys.filter((key) => key.startsWith(start) && key.lastIndexOf('.') >= start.length);
  return [...new Set(own.map((key) => key.slice(start.length, key.lastIndexOf('.'))))];
}

/** How git takes files, objects and branches; all else is left out. */
const coreNames = new Set(
  `repositoryformatversion
  filemode ignorecase symlinks precomposeunicode longpaths protecthfs protectntfs fscache
  autocrlf eol safecrlf checkroundtripencoding bigfilethreshold
  excludesfile attributesfile quotepath abbrev usereplacerefs warnambiguousrefs
  sparsecheckout sparsecheckoutcone splitindex untrackedcache preloadindex trustctime checkstat
  commitgraph multipackindex`.split(/\s+/u),
);
const branchNames = new Set(['remote', 'merge']);
const remoteNames = new Set(['url', 'fetch', 'promisor', 'partialclonefilter']);

function isKept(key: string): boolean {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const name = key.slice(last + 1);
  if (name === '') return false;
  const isOfOne = last > first + 1;
  switch (key.slice(0, first)) {
    case 'core':
      return first === last && coreNames.has(name);
    case 'extensions':
      // What is another in each work tree is among the entries already.
      return first === last && name !== 'worktreeconfig';
    case 'index':
    case 'feature':
      return first === last;
    case 'branch':
      return isOfOne && branchNames.has(name);
    case 'remote':
      return isOfOne && remoteNames.has(name);
    default:
      return false;
  }
}

function textOf({ key, value }: Entry): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const middle = first === last ? '' : ` "${quoted(key.slice(first + 1, last))}"`;
  const set = value === undefined ? '' : ` = "${quoted(value).replaceAll('\n', '\\n')}"`;
  return `[${key.slice(0, first)}${middle}]\n\t${key.slice(last + 1)}${set}\n`;
}

function quoted(text: string): string {
  return text.replaceAll(/["\\]/gu, String.raw`\$&`);
}

const folders = ['objects', 'refs', 'logs', 'info', 'worktrees', 'reftable'];
const files = ['packed-refs', 'shallow'];

/** Makes a folder that stands for the one of git that all work trees share, with a config of its own. */
async function makeView(
  scratch: string | undefined,
  common: string,
  text: string,
): Promise<string> {
  const view = await emptyView(scratch);
  const isWindows = process.platform === 'win32';
  try {
    await writeFile(path.join(view, 'config'), text, { mode: 0o600 });
    for (const name of folders)
      await symlink(path.join(common, name), path.join(view, name), 'junction');
    for (const name of files) {
      const [from, to] = [path.join(common, name), path.join(view, name)];
      // Windows lets not everybody make links to files.
      if (isWindows) await copyFile(from, to).catch(() => undefined);
      else await symlink(from, to);
    }
    return view;
  } catch (error) {
    await rm(view, { recursive: true, force: true });
    throw error;
  }
}

/** Rejects where the folder that it is to be made in is gone. */
async function emptyView(scratch: string | undefined): Promise<string> {
  if (scratch === undefined) return mkdtemp(path.join(os.tmpdir(), 'mission-control-git-'));
  const parent = path.join(scratch, 'git');
  const isNew = await mkdir(parent, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (!isNew) await sweep(parent);
  return mkdtemp(path.join(parent, 'view-'));
}

const swept = new Set<string>();

/** Deletes once what another hub left behind when it crashed. */
async function sweep(parent: string): Promise<void> {
  if (swept.has(parent)) return;
  swept.add(parent);
  for (const name of await readdir(parent).catch(() => [])) {
    const view = path.join(parent, name);
    const made = (await stat(view).catch(() => undefined))?.mtimeMs ?? 0;
    if (Date.now() - made > viewMs) await rm(view, { recursive: true, force: true });
  }
}
