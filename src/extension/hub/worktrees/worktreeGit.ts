import type { Log } from '../../util/log';
import { freezeConfig, runFrozen, type FrozenConfig } from '../repositories/frozenConfig';
import { runGit, type GitRun } from '../repositories/runGit';

/** Timeout in ms of each git command that only reads. */
const readTimeoutMs = 20_000;
/** Timeout in ms of a command that writes; long, as a kill leaves a half-written work tree. */
const writeTimeoutMs = 10 * 60_000;
const maxComplaint = 4_000;

/** Maximum size of an answer; the file names of a very large repository exceed it. */
const maxBytes = 64 * 1024 * 1024;

/** Thrown if git failed or timed out, so that the answer is unknown. */
export class GitFailure extends Error {}

const unreadable = /^warning: could not open directory/mu;

interface RunOptions {
  /**
   * True for commands that compare files, so that filters added to the config meanwhile do not run.
   */
  readonly isFrozen?: boolean;
  /** Settings for `-c`; by default those that disable the filters and hooks of the config. */
  readonly settings?: readonly string[];
  readonly input?: string;
  /** False if failures are expected and not logged. */
  readonly logsFailure?: boolean;
}

interface RunResult {
  readonly output: Buffer;
  readonly isDone: boolean;
  readonly complaint: string;
}

export interface WorktreeGitParts {
  readonly program: string;
  /** Folder in which git runs. */
  readonly at: string;
  /** Git's folder of the work tree; by default git finds it. */
  readonly gitDir?: string;
  /** Our folder, in which views of the repository are created for git. */
  readonly scratch?: string | undefined;
  readonly log: Log;
}

/** Runs git for one work tree or its repository, without programs that its config names. */
export class WorktreeGit {
  private frozen: Promise<FrozenConfig> | undefined;

  constructor(private readonly parts: WorktreeGitParts) {}

  /** Returns a git for the same work tree and config, whose files have moved to `at`. */
  movedTo(at: string): WorktreeGit {
    const moved = new WorktreeGit({ ...this.parts, at });
    moved.frozen = this.config().then((frozen) => ({ ...frozen, top: at }));
    return moved;
  }

  /** True if refs and reflogs are not stored in files, but for instance in reftables. */
  async hasTableOfRefs(): Promise<boolean> {
    return (await this.config()).refStorage !== 'files';
  }

  /** Returns the output of a reading command; rejects with `GitFailure`. */
  async query(...args: readonly string[]): Promise<string> {
    return (await this.answer(args, {})).toString('utf8');
  }

  /** Like `query`, for commands that compare the work tree's files with git's objects. */
  async compare(...args: readonly string[]): Promise<Buffer> {
    return this.answer(args, { isFrozen: true });
  }

  private async answer(args: readonly string[], options: RunOptions): Promise<Buffer> {
    const { output, isDone, complaint } = await this.run(readTimeoutMs, args, options);
    // Git skips unreadable folders and still exits with 0.
    if (!isDone || unreadable.test(complaint)) throw new GitFailure(`git ${args[0] ?? ''}`);
    return output;
  }

  /** Like `query`, with standard input. */
  async queryWithInput(input: string, ...args: readonly string[]): Promise<string> {
    const { output, isDone } = await this.run(readTimeoutMs, args, { input });
    if (!isDone) throw new GitFailure(`git ${args[0] ?? ''}`);
    return output.toString('utf8');
  }

  /** Returns the trimmed output; undefined if git fails, for instance for a missing ref. */
  async tryQuery(...args: readonly string[]): Promise<string | undefined> {
    const { output, isDone } = await this.run(readTimeoutMs, args, { logsFailure: false });
    return isDone ? output.toString('utf8').trim() : undefined;
  }

  /** Runs a writing command; returns false if git failed, which is logged. */
  async change(...args: readonly string[]): Promise<boolean> {
    return (await this.run(writeTimeoutMs, args)).isDone;
  }

  /**
   * Like `change`, with filters enabled: without them, files would get the blobs' unfiltered
   * content.
   */
  async checkOut(...args: readonly string[]): Promise<boolean> {
    const settings = (await this.config()).settings.filter((one) => one.startsWith('hook.'));
    return (await this.run(writeTimeoutMs, args, { settings })).isDone;
  }

  private config(): Promise<FrozenConfig> {
    this.frozen ??= freezeConfig({ ...this.place, timeoutMs: readTimeoutMs }).then((frozen) => {
      if (frozen === undefined || frozen === 'late') throw new GitFailure('its config');
      return frozen;
    });
    return this.frozen;
  }

  private get place(): Pick<GitRun, 'program' | 'top' | 'gitDir' | 'scratch'> {
    const { program, at: top, gitDir, scratch } = this.parts;
    return { program, top, scratch, ...(gitDir !== undefined && { gitDir }) };
  }

  private async run(
    timeoutMs: number,
    args: readonly string[],
    { isFrozen = false, settings, input, logsFailure = true }: RunOptions = {},
  ): Promise<RunResult> {
    let complaint = '';
    const onStderr = (part: Buffer): void => {
      complaint = (complaint + part.toString('utf8')).slice(0, maxComplaint);
    };
    const inputPart = input === undefined ? {} : { input };
    const run: GitRun = { ...this.place, timeoutMs, onStderr, ...inputPart };
    const config = await this.config();
    const { output, end } = isFrozen
      ? await runFrozen(run, config, args, maxBytes)
      : await runGit(run, settings ?? config.settings, args, maxBytes);
    const isDone = end === 'done';
    const text = `git ${args.join(' ')} (${end}): ${complaint.trim()}`;
    if (!isDone && logsFailure) this.parts.log.warn(text);
    return { output, isDone, complaint };
  }
}
