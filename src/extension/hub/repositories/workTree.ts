import type { RepositoryState } from '../../../shared/protocol/layers/display';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { GitCounts } from './gitStatus';
import { noHead, readHead, type Head } from './head';
import { gitStamp } from './stamp';

/** Minimum times in ms between runs of git in a work tree, and that while a session works there. */
const gapMs = { soon: 5_000, working: 10_000 } as const;
/** Maximum share of time for which git runs in a work tree: long runs delay the next one. */
const shareOfTime = 1 / 20;
/** Delay in ms after a timeout of git. */
const lateGapMs = 5 * 60_000;
/** Time in ms without activity after which a work tree is polled rarely. */
const quietMs = 60_000;

/** A work tree of sessions on the board: its state, and when git must run next. */
export class WorkTree {
  /** Ids of the sessions in the work tree; true for those that are not done. */
  readonly sessions = new Map<string, boolean>();
  /** Time of the next poll of its files, in ms since 1970. */
  lookAt = 0;
  /** Time of the last activity or of the last new session, in ms since 1970. */
  private newsAt = 0;
  private head: Head = noHead;
  private stamp: string | undefined;
  private counts: GitCounts | undefined;
  private wish: keyof typeof gapMs | undefined;
  private askedAt = 0;
  private restMs = 0;

  constructor(readonly place: RepositoryPlace) {}

  follow(sessionId: string, isLive: boolean, now: number): void {
    this.sessions.set(sessionId, isLive);
    if (isLive) this.expect(now);
  }

  /** True if there was recent activity, and a session in it is not done. */
  isBusy(now: number): boolean {
    return now - this.newsAt < quietMs && [...this.sessions.values()].includes(true);
  }

  get state(): RepositoryState {
    const { worktree } = this.place;
    const { upstream, ahead, behind, uncommitted } = this.counts ?? {};
    const branch = this.head.isElsewhere ? this.counts?.branch : this.head.branch;
    const all = { branch, worktree, upstream, ahead, behind, uncommitted };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }

  /** Reads HEAD and the stamp; returns false if the work tree has been removed. */
  async readStamp(now: number): Promise<boolean> {
    const head = await readHead(this.place.folder);
    if (head === undefined) return false;
    const isOther = head.branch !== this.head.branch;
    this.head = head;
    // The upstream's counts belong to the previous branch; uncommitted files survive a switch.
    if (isOther && this.counts !== undefined) this.counts = { ...noCounts, ...this.uncommitted };
    const stamp = await gitStamp(this.place, head, this.counts?.upstream);
    if (stamp !== this.stamp) {
      this.wish = 'soon';
      this.expect(now);
    }
    this.stamp = stamp;
    return true;
  }

  /** Notes that files may have changed; git runs later while the session is still working. */
  touch(isWorking: boolean, now: number): void {
    this.expect(now);
    if (!isWorking) this.wish = 'soon';
    else this.wish ??= 'working';
  }

  /** Time at which git must run, in ms since 1970; undefined if nothing has changed. */
  get askAt(): number | undefined {
    if (this.wish === undefined) return undefined;
    return this.askedAt + Math.max(gapMs[this.wish], this.restMs);
  }

  /** Called when git starts: changes from now on require another run. */
  markGitStarted(now: number): void {
    this.wish = undefined;
    this.askedAt = now;
  }

  /** Applies git's answer, or undefined if there was none. */
  async applyCounts(counts: GitCounts | undefined, tookMs: number, isLate: boolean): Promise<void> {
    const before = this.counts?.upstream;
    this.counts = counts;
    this.restMs = isLate ? lateGapMs : tookMs / shareOfTime;
    if (this.stamp === undefined || before === counts?.upstream) return;
    // The stamp now includes the new upstream branch, which must not count as a change.
    this.stamp = await gitStamp(this.place, this.head, counts?.upstream);
  }

  /** Notes activity, which makes polls frequent. */
  private expect(now: number): void {
    if (!this.isBusy(now)) this.lookAt = 0;
    this.newsAt = now;
  }

  private get uncommitted(): Pick<GitCounts, 'uncommitted'> {
    return { uncommitted: this.counts?.uncommitted ?? 0 };
  }
}

const noCounts = { branch: undefined, upstream: undefined, ahead: undefined, behind: undefined };
