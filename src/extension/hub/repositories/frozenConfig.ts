import { copyFile, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { commonFolderOf, repositoryPlace } from '../../util/files/gitPlace';
import { runGit, type GitOutput, type GitRun } from './runGit';

const maxConfigBytes = 4 * 1024 * 1024;
/** Maximum number of filters and of hooks; git does not run in a repository with more of either. */
const maxFilters = 50;
/** Age in ms after which a view counts as left behind by a crashed hub. */
const staleViewMs = 60 * 60_000;

/**
 * A snapshot of a repository's config without settings that start programs. Git reads the config in
 * each process: a filter that is added after the names were listed would otherwise run.
 */
export interface FrozenConfig {
  /** Content of a config file with the repository's settings that are allowed (see `isAllowed`). */
  readonly text: string;
  readonly gitDir: string;
  /** Git's folder that all work trees of the repository share. */
  readonly common: string;
  /** Top folder of the work tree. */
  readonly top: string;
  /** Storage format of refs, such as `files` or `reftable`. */
  readonly refStorage: string;
  /** Names of the filters in all configs, including the user's and the system's. */
  readonly drivers: readonly string[];
  /** Settings for `-c` that disable filters and hooks of the user's config, which is not frozen. */
  readonly settings: readonly string[];
}

/**
 * Reads the config of a repository. Returns `late` on timeout; undefined if git fails, does not
 * trust the repository, or has a filter or hook that cannot be disabled.
 */
export async function freezeConfig(run: GitRun): Promise<FrozenConfig | 'late' | undefined> {
  const place = await placeOf(run);
  const list = ['config', '-z', '--show-scope', '--list'];
  const { output, end } = await runGit(run, [], list, maxConfigBytes);
  if (end === 'late') return 'late';
  if (end !== 'done') return undefined;
  const all = entriesIn(output.toString('utf8'));
  const own = all.filter(({ scope }) => scope === 'local' || scope === 'worktree');
  // Git lists no settings of a repository whose owner it does not trust (`safe.directory`).
  if (own.length === 0) return undefined;
  const [drivers, hooks] = [namesIn(all, 'filter'), namesIn(all, 'hook')];
  // `-c` splits a setting at its first `=`, and a name that is not UTF-8 cannot be passed.
  const hasUnusableName = [...drivers, ...hooks].some((name) => /[=\uFFFD]/u.test(name));
  if (drivers.length > maxFilters || hooks.length > maxFilters || hasUnusableName) return undefined;
  const text = own.filter(({ key }) => isAllowed(key)).map(textOf);
  const valueOf = (name: string): string | undefined =>
    own.findLast(({ key }) => key === name)?.value;
  const configuredTop = valueOf('core.worktree');
  const usesCoreWorktree = configuredTop !== undefined && place.common === place.gitDir;
  return {
    ...place,
    top: usesCoreWorktree ? path.resolve(place.gitDir, configuredTop) : place.top,
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
      // Since git 2.54 a config can define hooks, which `core.hooksPath` does not disable.
      ...hooks.map((name) => `hook.${name}.enabled=false`),
    ],
  };
}

/**
 * Runs a read-only git command with the frozen config instead of the repository's, in a temporary
 * view of git's shared folder. The result is `failed` if the view cannot be created, for instance
 * on a full disk.
 */
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
  // A folder outside any work tree is treated as a bare repository, which is its own git folder.
  if (place === undefined) return { gitDir: top, common: top, top };
  return { gitDir: place.folder, common: place.common, top: place.top };
}

interface Entry {
  readonly scope: string;
  /**
   * `section.subsection.name`: git makes section and name lower case, the subsection is verbatim.
   */
  readonly key: string;
  /** Undefined for a setting without `=`, which means true. */
  readonly value: string | undefined;
}

/** Parses `git config -z --show-scope --list`, in which scopes and settings alternate. */
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

/** Returns the distinct subsections of a section. */
function namesIn(entries: readonly Entry[], section: string): readonly string[] {
  const start = `${section}.`;
  const keys = entries.map(({ key }) => key);
  const own = keys.filter((key) => key.startsWith(start) && key.lastIndexOf('.') >= start.length);
  return [...new Set(own.map((key) => key.slice(start.length, key.lastIndexOf('.'))))];
}

/** Allowed settings of `core`: those that only affect how git treats files, objects and refs. */
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

function isAllowed(key: string): boolean {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const name = key.slice(last + 1);
  if (name === '') return false;
  const hasSubsection = last > first + 1;
  switch (key.slice(0, first)) {
    case 'core':
      return first === last && coreNames.has(name);
    case 'extensions':
      // `git config --list` includes the entries of `config.worktree`; the view has no such file.
      return first === last && name !== 'worktreeconfig';
    case 'index':
    case 'feature':
      return first === last;
    case 'branch':
      return hasSubsection && branchNames.has(name);
    case 'remote':
      return hasSubsection && remoteNames.has(name);
    default:
      return false;
  }
}

function textOf({ key, value }: Entry): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const middle = first === last ? '' : ` "${quoteValue(key.slice(first + 1, last))}"`;
  const set = value === undefined ? '' : ` = "${quoteValue(value).replaceAll('\n', '\\n')}"`;
  return `[${key.slice(0, first)}${middle}]\n\t${key.slice(last + 1)}${set}\n`;
}

function quoteValue(text: string): string {
  return text.replaceAll(/["\\]/gu, String.raw`\$&`);
}

const folders = ['objects', 'refs', 'logs', 'info', 'worktrees', 'reftable'];
const files = ['packed-refs', 'shallow'];

/**
 * Creates a view that replaces git's shared folder: links to its content, and a separate config.
 */
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
      // On Windows, links to files need a privilege that most users lack.
      if (isWindows) await copyFile(from, to).catch(() => undefined);
      else await symlink(from, to);
    }
    return view;
  } catch (error) {
    await rm(view, { recursive: true, force: true });
    throw error;
  }
}

/** Rejects if `scratch` does not exist. */
async function emptyView(scratch: string | undefined): Promise<string> {
  if (scratch === undefined) return mkdtemp(path.join(os.tmpdir(), 'mission-control-git-'));
  const parent = path.join(scratch, 'git');
  const isNew = await mkdir(parent, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (!isNew) await deleteStaleViews(parent);
  return mkdtemp(path.join(parent, 'view-'));
}

const cleaned = new Set<string>();

/** Deletes the views that crashed hubs have left behind; runs once per folder. */
async function deleteStaleViews(parent: string): Promise<void> {
  if (cleaned.has(parent)) return;
  cleaned.add(parent);
  for (const name of await readdir(parent).catch(() => [])) {
    const view = path.join(parent, name);
    const createdAt = (await stat(view).catch(() => undefined))?.mtimeMs ?? 0;
    if (Date.now() - createdAt > staleViewMs) await rm(view, { recursive: true, force: true });
  }
}
