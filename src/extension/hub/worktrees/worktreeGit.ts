import type { Log } from '../../util/log';
import { freezeConfig, runFrozen, type FrozenConfig } from '../repositories/frozenConfig';
import { runGit, type GitRun } from '../repositories/runGit';

/** A look asks git several things, each of which may take so long, in ms. */
const lookMs = 20_000;
/** Removing deletes installed packages, too; ended in the middle it would leave half a folder. */
const changeMs = 10 * 60_000;
const maxComplaint = 4_000;

/** Bytes of an answer that are kept; the names of all files of a very large repository are more. */
const maxBytes = 64 * 1024 * 1024;

/** Git failed or did not answer in time: what it was asked is unknown. */
export class GitFailure extends Error {}

const unreadable = /^warning: could not open directory/mu;

interface RunOptions {
  /** True for what compares files: they go through no filter that is in the config by then. */
  readonly isFrozen?: boolean;
  /** Without it, no filter is run that was in the config at first. */
  readonly settings?: readonly string[];
  readonly input?: string;
  /** True where the log has git's own words of a failure. */
  readonly isTold?: boolean;
}

interface Ran {
  readonly output: Buffer;
  readonly isDone: boolean;
  readonly complaint: string;
}

export interface WorktreeGitParts {
  readonly program: string;
  /** Folder that git is run in. */
  readonly at: string;
  /** Git's folder of the work tree; without it, git finds it by the folder. */
  readonly gitDir?: string;
  /** Our folder, in which git is given views of the repository. */
  readonly scratch?: string | undefined;
  readonly log: Log;
}

/** Runs git for one work tree or its repository, without programs that its config names. */
export class WorktreeGit {
  private frozen: Promise<FrozenConfig> | undefined;

  constructor(private readonly parts: WorktreeGitParts) {}

  /** Asks about the same work tree, by the same config, where its files are by now. */
  movedTo(at: string): WorktreeGit {
    const moved = new WorktreeGit({ ...this.parts, at });
    moved.frozen = this.config().then((frozen) => ({ ...frozen, top: at }));
    return moved;
  }

  /** True where refs and reflogs of the repository may be kept otherwise than in a file each. */
  async hasTableOfRefs(): Promise<boolean> {
    return (await this.config()).refStorage !== 'files';
  }

  /** The answer's text. Rejects with a `GitFailure`. */
  async ask(...args: readonly string[]): Promise<string> {
    return (await this.answer(args, {})).toString('utf8');
  }

  /** As `ask`, for what compares the files of the work tree with what git holds. */
  async compare(...args: readonly string[]): Promise<Buffer> {
    return this.answer(args, { isFrozen: true });
  }

  private async answer(args: readonly string[], options: RunOptions): Promise<Buffer> {
    const { output, isDone, complaint } = await this.run(lookMs, args, options);
    // Git passes over a folder that it cannot read, and calls that success.
    if (!isDone || unreadable.test(complaint)) throw new GitFailure(`git ${args[0] ?? ''}`);
    return output;
  }

  /** As `ask`, of what git reads from its standard input. */
  async tell(input: string, ...args: readonly string[]): Promise<string> {
    const { output, isDone } = await this.run(lookMs, args, { input });
    if (!isDone) throw new GitFailure(`git ${args[0] ?? ''}`);
    return output.toString('utf8');
  }

  /** Undefined where git says no, as for a ref that is not there. */
  async find(...args: readonly string[]): Promise<string | undefined> {
    const { output, isDone } = await this.run(lookMs, args, { isTold: false });
    return isDone ? output.toString('utf8').trim() : undefined;
  }

  /** True where git did it; else the log has its words. */
  async change(...args: readonly string[]): Promise<boolean> {
    return (await this.run(changeMs, args)).isDone;
  }

  /** As `change`, with the filters of the config: without them, files would come back as what a filter keeps. */
  async checkOut(...args: readonly string[]): Promise<boolean> {
    const settings = (await this.config()).settings.filter((one) => one.startsWith('hook.'));
    return (await this.run(changeMs, args, { settings })).isDone;
  }

  private config(): Promise<FrozenConfig> {
    this.frozen ??= freezeConfig({ ...this.place, timeoutMs: lookMs }).then((frozen) => {
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
    { isFrozen = false, settings, input, isTold = true }: RunOptions = {},
  ): Promise<Ran> {
    let complaint = '';
    const onComplaint = (part: Buffer): void => {
      complaint = (complaint + part.toString('utf8')).slice(0, maxComplaint);
    };
    const fed = input === undefined ? {} : { input };
    const run = { ...this.place, timeoutMs, onComplaint, ...fed };
    const config = await this.config();
    const { output, end } = isFrozen
      ? await runFrozen(run, config, args, maxBytes)
      : await runGit(run, settings ?? config.settings, args, maxBytes);
    const isDone = end === 'done';
    const said = `git ${args.join(' ')} (${end}): ${complaint.trim()}`;
    if (!isDone && isTold) this.parts.log.warn(said);
    return { output, isDone, complaint };
  }
}
