import { randomBytes } from 'node:crypto';
import { freezeConfig, runFrozen, type FrozenConfig } from '../repositories/frozenConfig';
import { runGit, type GitRun } from '../repositories/runGit';

/** Maximum size of an answer; git is killed beyond it. */
const maxAnswerBytes = 256 * 1024 * 1024;

/** Maximum number of paths in one command line, whose length the system limits. */
const maxNames = 200;

/** Git detects renames by similarity only among at most this many files (its `-l`). */
const maxRenameFiles = 400;

export interface GitObject {
  readonly id: string;
  /** `blob`, `tree`, `commit` or `tag`. */
  readonly type: string;
  /** In bytes, before git converts it for the work tree. */
  readonly size: number;
}

/** A blob, and the path whose git attributes determine how it is converted for the work tree. */
export interface WantedBlob {
  readonly id: string;
  readonly path: string;
}

/**
 * Reads objects of a repository, many with each git process, without running filters of its config.
 */
export class GitObjects {
  private frozen: Promise<FrozenConfig | undefined> | undefined;

  constructor(private readonly run: GitRun) {}

  /**
   * Returns the objects of these names, such as `HEAD:file`, in the same order; undefined for each
   * that does not exist. Returns undefined if git fails.
   */
  async find(names: readonly string[]): Promise<readonly (GitObject | undefined)[] | undefined> {
    const valid = names.filter(fitsOneLine);
    if (valid.length === 0) return names.map(() => undefined);
    const answer = await this.outputOf(['cat-file', '--batch-check'], valid);
    if (answer === undefined) return undefined;
    const lines = answer.toString('utf8').split('\n');
    const found = new Map(valid.map((name, index) => [name, objectOf(lines[index])]));
    return names.map((name) => found.get(name));
  }

  /** Starts to read the config early; `contents` needs it. */
  prepare(): void {
    void this.config();
  }

  /**
   * Returns contents as git writes them to the work tree, with line ends and encodings converted.
   */
  async contents(wanted: readonly WantedBlob[]): Promise<readonly (Buffer | undefined)[]> {
    const frozen = await this.config();
    const valid = wanted.filter(({ path }) => fitsOneLine(path));
    if (frozen === undefined || valid.length === 0) return wanted.map(() => undefined);
    // Git reports sizes before the conversion, so a random token separates the contents.
    const token = randomBytes(16).toString('hex');
    const batch = ['cat-file', `--batch=${token} %(objectname)`, '--filters'];
    const lines = valid.map(({ id, path }) => `${id} ${path}`);
    const answer = await this.outputOf(batch, lines, frozen);
    const found = answer === undefined ? [] : contentsIn(answer, token, valid);
    const byBlob = new Map(valid.map((one, index) => [one, found[index]]));
    return wanted.map((one) => byBlob.get(one));
  }

  /** Returns files whose path in the index differs from that in a commit, as old and new path. */
  async renames(commit: string): Promise<readonly (readonly [from: string, to: string])[]> {
    const flags = [
      '-z',
      '--name-status',
      '--no-ext-diff',
      '--diff-filter=R',
      `-l${maxRenameFiles}`,
    ];
    const args = ['diff-index', '--cached', '--find-renames', ...flags, commit, '--'];
    const parts = (await this.outputOf(args, []))?.toString('utf8').split('\0') ?? [];
    return parts.flatMap((status, index) => {
      const [from, to] = [parts[index + 1], parts[index + 2]];
      const isPair = index % 3 === 0 && status.startsWith('R');
      return isPair && from !== undefined && to !== undefined ? [[from, to] as const] : [];
    });
  }

  /** Returns modes such as `100755` of files in a commit, by path; unknown ones are left out. */
  async modes(commit: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const modes = new Map<string, string>();
    for (let from = 0; from < names.length; from += maxNames) {
      const some = names.slice(from, from + maxNames);
      const list = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', ...some];
      const answer = await this.outputOf(list, []);
      for (const entry of answer?.toString('utf8').split('\0') ?? []) {
        const [, mode, name] = /^(\d{6}) [^\t]*\t(.*)$/su.exec(entry) ?? [];
        if (mode !== undefined && name !== undefined) modes.set(name, mode);
      }
    }
    return modes;
  }

  /**
   * Returns the paths whose content a filter of the config produces, so that it differs from the
   * blob's. Returns all paths if git fails.
   */
  async pathsWithFilter(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const frozen = await this.config();
    if (frozen?.drivers.length === 0 || paths.length === 0) return new Set();
    const drivers = new Set(frozen?.drivers);
    const input = paths.map((path) => `${path}\0`).join('');
    const args = ['check-attr', '-z', '--stdin', 'filter'];
    const { output, end } = await runGit({ ...this.run, input }, [], args, maxAnswerBytes);
    if (frozen === undefined || end !== 'done') return new Set(paths);
    const parts = output.toString('utf8').split('\0');
    return new Set(paths.filter((_, index) => drivers.has(parts[3 * index + 2] ?? '')));
  }

  private config(): Promise<FrozenConfig | undefined> {
    this.frozen ??= freezeConfig(this.run).then((frozen) =>
      frozen === 'late' ? undefined : frozen,
    );
    return this.frozen;
  }

  private async outputOf(
    args: readonly string[],
    lines: readonly string[],
    frozen?: FrozenConfig,
  ): Promise<Buffer | undefined> {
    const input = lines.map((line) => `${line}\n`).join('');
    const run = { ...this.run, input };
    const { output, end } =
      frozen === undefined
        ? await runGit(run, [], args, maxAnswerBytes)
        : await runFrozen(run, frozen, args, maxAnswerBytes);
    return end === 'done' ? output : undefined;
  }
}

/** False for names that git's line-based input cannot have: git strips a CR before a line end. */
export function fitsOneLine(name: string): boolean {
  return !/[\n\0]|\r$/u.test(name);
}

/** Parses a line of `--batch-check`; undefined for a missing object. */
function objectOf(line = ''): GitObject | undefined {
  const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/u.exec(line) ?? [];
  return id === undefined || type === undefined ? undefined : { id, type, size: Number(size) };
}

/** Splits the answer at its headers; an object that was deleted meanwhile has none. */
function contentsIn(
  answer: Buffer,
  token: string,
  wanted: readonly WantedBlob[],
): readonly (Buffer | undefined)[] {
  let next = 0;
  return wanted.map(({ id }) => {
    const header = `${token} ${id}\n`;
    if (answer.toString('latin1', next, next + header.length) !== header) return undefined;
    const from = next + header.length;
    const end = answer.indexOf(`\n${token} `, from);
    next = end < 0 ? answer.length : end + 1;
    return answer.subarray(from, end < 0 ? answer.length - 1 : end);
  });
}
