import { runGit } from '../repositories/runGit';

/** Number of cached paths. */
const keptPaths = 2_000;
/** Lifetime of a cached answer, in ms: `.gitignore` changes rarely. */
const keptMs = 5 * 60_000;
const timeoutMs = 5_000;
/** Far more than all paths of one query. */
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

/** Finds out which files git ignores; only asked for files that are about to be reported. */
export class IgnoredFiles {
  private readonly known = new Map<string, Answer>();

  constructor(private readonly parts: IgnoredFilesParts) {}

  /** The ignored ones among real paths in a work tree. Without an answer from git, none counts as ignored. */
  async among(top: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
    const now = this.parts.now();
    const isUnknown = (path: string): boolean => (this.known.get(path)?.until ?? 0) <= now;
    const unknown = [...new Set(paths)].filter(isUnknown);
    if (unknown.length > 0) await this.ask(top, unknown, now);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= keptPaths + paths.length) break;
      this.known.delete(oldest);
    }
    return new Set(paths.filter((path) => this.known.get(path)?.isIgnored));
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
      this.known.delete(path);
      this.known.set(path, { isIgnored: ignored.has(path), until: now + keptMs });
    }
  }
}
