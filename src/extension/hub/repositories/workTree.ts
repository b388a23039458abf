import type { RepositoryState } from '../../../shared/protocol/layers/display';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { GitCounts } from './gitStatus';
import { noHead, readHead, type Head } from './head';
import { gitStamp } from './stamp';

/**
 * Minimum time in ms between two runs of git in a work tree. `soon` applies after a change,
 * `working` while a working session may have changed files.
 */
const gapMs = { soon: 5_000, working: 10_000 } as const;
/** Maximum share of time for which git runs in a work tree; a long run delays the next one. */
const maxGitShare = 1 / 20;
/** Minimum time in ms from the start of a run that timed out to the next one. */
const lateGapMs = 5 * 60_000;
/** Time in ms without activity after which a work tree is polled rarely. */
const quietMs = 60_000;

/** A work tree of sessions on the board: its state, and when git must run next. */
export class WorkTree {
  /** Ids of the sessions in the work tree; true for those that are not done. */
  readonly sessions = new Map<string, boolean>();
  /** Time of the next poll of the work tree's files, in ms since 1970. */
  pollAt = 0;
  /** Time of the last activity or of the last new session, in ms since 1970. */
  private activeAt = 0;
  private head: Head = noHead;
  private stamp: string | undefined;
  private counts: GitCounts | undefined;
  /** Set while git must run; selects the minimum gap. */
  private urgency: keyof typeof gapMs | undefined;
  private gitStartedAt = 0;
  private minGapMs = 0;

  constructor(readonly place: RepositoryPlace) {}

  follow(sessionId: string, isLive: boolean, now: number): void {
    this.sessions.set(sessionId, isLive);
    if (isLive) this.noteActivity(now);
  }

  /** True if there was recent activity, and a session in it is not done. */
  isBusy(now: number): boolean {
    return now - this.activeAt < quietMs && [...this.sessions.values()].includes(true);
  }

  get state(): RepositoryState {
    const { worktree } = this.place;
    const { upstream, ahead, behind, uncommitted } = this.counts ?? {};
    const branch = this.head.isInReftable ? this.counts?.branch : this.head.branch;
    const all = { branch, worktree, upstream, ahead, behind, uncommitted };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }

  /** Reads HEAD and the stamp; returns false if the work tree has been removed. */
  async readStamp(now: number): Promise<boolean> {
    const head = await readHead(this.place.folder);
    if (head === undefined) return false;
    const isSwitched = head.branch !== this.head.branch;
    this.head = head;
    // The upstream's counts belong to the previous branch; uncommitted files survive a switch.
    if (isSwitched && this.counts !== undefined) this.counts = { ...noCounts, ...this.uncommitted };
    const stamp = await gitStamp(this.place, head, this.counts?.upstream);
    if (stamp !== this.stamp) {
      this.urgency = 'soon';
      this.noteActivity(now);
    }
    this.stamp = stamp;
    return true;
  }

  /** Notes that files may have changed; git runs later while the session is still working. */
  touch(isWorking: boolean, now: number): void {
    this.noteActivity(now);
    if (!isWorking) this.urgency = 'soon';
    else this.urgency ??= 'working';
  }

  /** Time at which git must run, in ms since 1970; undefined if nothing has changed. */
  get gitDueAt(): number | undefined {
    if (this.urgency === undefined) return undefined;
    return this.gitStartedAt + Math.max(gapMs[this.urgency], this.minGapMs);
  }

  /** Must be called when git starts; changes from then on require another run. */
  markGitStarted(now: number): void {
    this.urgency = undefined;
    this.gitStartedAt = now;
  }

  /** Applies the result of a run of git; `counts` is undefined if there is none. */
  async applyCounts(counts: GitCounts | undefined, tookMs: number, isLate: boolean): Promise<void> {
    const previous = this.counts?.upstream;
    this.counts = counts;
    this.minGapMs = isLate ? lateGapMs : tookMs / maxGitShare;
    if (this.stamp === undefined || previous === counts?.upstream) return;
    // The stamp now includes the new upstream branch, which must not count as a change.
    this.stamp = await gitStamp(this.place, this.head, counts?.upstream);
  }

  /** Notes activity, which makes polls frequent. */
  private noteActivity(now: number): void {
    if (!this.isBusy(now)) this.pollAt = 0;
    this.activeAt = now;
  }

  private get uncommitted(): Pick<GitCounts, 'uncommitted'> {
    return { uncommitted: this.counts?.uncommitted ?? 0 };
  }
}

const noCounts = { branch: undefined, upstream: undefined, ahead: undefined, behind: undefined };
