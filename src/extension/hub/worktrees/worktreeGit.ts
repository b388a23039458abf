import type { Log } from '../../util/log';
import { knownFilters } from '../repositories/gitStatus';
import { runGit } from '../repositories/runGit';

/** A look asks git several things, each of which may take so long, in ms. */
const lookMs = 20_000;
/** Removing deletes installed packages, too; ended in the middle it would leave half a folder. */
const changeMs = 10 * 60_000;
const maxComplaint = 4_000;

/** Bytes of an answer that are kept; the names of all files of a very large repository are more. */
const maxBytes = 64 * 1024 * 1024;

/** Git failed or did not answer in time: what it was asked is unknown. */
export class GitFailure extends Error {}

export interface WorktreeGitParts {
  readonly program: string;
  /** Folder that git is run in. */
  readonly at: string;
  readonly log: Log;
}

/** Runs git for one work tree or its repository, without programs that its config names. */
export class WorktreeGit {
  private filters: Promise<readonly string[]> | undefined;

  constructor(private readonly parts: WorktreeGitParts) {}

  /** The answer's text. Rejects with a `GitFailure`. */
  async ask(...args: readonly string[]): Promise<string> {
    const { output, isDone } = await this.run(lookMs, args, await this.settings());
    if (!isDone) throw new GitFailure(`git ${args[0] ?? ''}`);
    return output;
  }

  /** Undefined where git says no, as for a ref that is not there. */
  async find(...args: readonly string[]): Promise<string | undefined> {
    const { output, isDone } = await this.run(lookMs, args, await this.settings(), false);
    return isDone ? output.trim() : undefined;
  }

  /** True where git did it; else the log has its words. */
  async change(...args: readonly string[]): Promise<boolean> {
    return (await this.run(changeMs, args, await this.settings())).isDone;
  }

  /** As `change`, with the filters of the config: without them, files would come back as what a filter keeps. */
  async checkOut(...args: readonly string[]): Promise<boolean> {
    const hooks = (await this.settings()).filter((one) => one.startsWith('hook.'));
    return (await this.run(changeMs, args, hooks)).isDone;
  }

  private settings(): Promise<readonly string[]> {
    const { program, at: top } = this.parts;
    this.filters ??= knownFilters({ program, top, timeoutMs: lookMs }).then((filters) => {
      if (filters === undefined) throw new GitFailure('its filters');
      return filters;
    });
    return this.filters;
  }

  private async run(
    timeoutMs: number,
    args: readonly string[],
    settings: readonly string[],
    isTold = true,
  ): Promise<{ readonly output: string; readonly isDone: boolean }> {
    const { program, at: top, log } = this.parts;
    let complaint = '';
    const onComplaint = (part: Buffer): void => {
      complaint = (complaint + part.toString('utf8')).slice(0, maxComplaint);
    };
    const run = { program, top, timeoutMs, onComplaint };
    const { output, end } = await runGit(run, settings, args, maxBytes);
    const isDone = end === 'done';
    if (!isDone && isTold) log.warn(`git ${args.join(' ')} (${end}): ${complaint.trim()}`);
    return { output: output.toString('utf8'), isDone };
  }
}
