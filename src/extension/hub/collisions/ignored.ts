import { runGit } from '../repositories/runGit';

/** Maximum number of cached paths. */
const maxCachedPaths = 2_000;
/** Lifetime of a cached answer, in ms: `.gitignore` changes rarely. */
const cacheMs = 5 * 60_000;
const timeoutMs = 5_000;
/** Maximum output of git, in bytes; far more than all paths of one query. */
const maxBytes = 4 * 1024 * 1024;

interface Answer {
  readonly isIgnored: boolean;
  readonly until: number;
}

export interface IgnoredFilesParts {
  /** Full path of git; undefined if it is not installed. */
  readonly program: () => Promise<string | undefined>;
  readonly now: () => number;
}

/** Determines which files git ignores; called only for files that are about to be reported. */
export class IgnoredFiles {
  private readonly answers = new Map<string, Answer>();

  constructor(private readonly parts: IgnoredFilesParts) {}

  /** Returns the ignored ones among real paths in a work tree; none if git cannot answer. */
  async among(top: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
    const now = this.parts.now();
    const isUnknown = (path: string): boolean => (this.answers.get(path)?.until ?? 0) <= now;
    const unknown = [...new Set(paths)].filter(isUnknown);
    if (unknown.length > 0) await this.ask(top, unknown, now);
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= maxCachedPaths + paths.length) break;
      this.answers.delete(oldest);
    }
    return new Set(paths.filter((path) => this.answers.get(path)?.isIgnored));
  }

  private async ask(top: string, paths: readonly string[], now: number): Promise<void> {
    const program = await this.parts.program();
    if (program === undefined) return;
    // Git exits with 1 if it ignores none of the paths. Tracked files never count as ignored.
    const input = paths.map((path) => `${path}\0`).join('');
    const args = ['check-ignore', '-z', '--stdin'];
    const { output, end } = await runGit({ program, top, timeoutMs, input }, [], args, maxBytes);
    if (end === 'late' || end === 'cut') return;
    const ignored = new Set(output.toString('utf8').split('\0'));
    for (const path of paths) {
      this.answers.delete(path);
      this.answers.set(path, { isIgnored: ignored.has(path), until: now + cacheMs });
    }
  }
}
