import type { RepositoryState } from '../../../shared/protocol/layers/display';
import type { RepositoryPlace } from '../../util/files/gitPlace';
import type { GitCounts } from './gitStatus';
import { noHead, readHead, type Head } from './head';
import { gitStamp } from './stamp';

/** Git is not asked again for the same work tree before this, in ms: at once, or while it is worked in. */
const gapMs = { soon: 5_000, working: 10_000 } as const;
/** A work tree for which git took long is asked rarely: it spends at most this part of the time. */
const shareOfTime = 1 / 20;
/** One for which git took too long, in ms. */
const lateGapMs = 5 * 60_000;
/** A work tree in which nothing happened for so long, in ms, is looked at as rarely as one where all rest. */
const quietMs = 60_000;

/** One work tree of sessions on the board: what is known of it, and when git is to be asked. */
export class WorkTree {
  /** The sessions in it, and whether each lives. */
  readonly sessions = new Map<string, boolean>();
  /** When its files are to be looked at next, ms since 1970. */
  lookAt = 0;
  /** When something happened in it last, or a session came, ms since 1970. */
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

  /** True where a session lives and something happens. */
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

  /** Looks at the files; false where the work tree is gone. */
  async look(now: number): Promise<boolean> {
    const head = await readHead(this.place.folder);
    if (head === undefined) return false;
    const isOther = head.branch !== this.head.branch;
    this.head = head;
    // Counts against the upstream were of the other branch; a switch leaves uncommitted files as they are.
    if (isOther && this.counts !== undefined) this.counts = { ...noCounts, ...this.uncommitted };
    const stamp = await gitStamp(this.place, head, this.counts?.upstream);
    if (stamp !== this.stamp) {
      this.wish = 'soon';
      this.expect(now);
    }
    this.stamp = stamp;
    return true;
  }

  /** Somebody may have worked in it; git is asked later while the work goes on. */
  touch(isWorking: boolean, now: number): void {
    this.expect(now);
    if (!isWorking) this.wish = 'soon';
    else this.wish ??= 'working';
  }

  /** When git is to be asked, ms since 1970; undefined where nothing is new. */
  get askAt(): number | undefined {
    if (this.wish === undefined) return undefined;
    return this.askedAt + Math.max(gapMs[this.wish], this.restMs);
  }

  /** Git is asked now: what comes from here on is news. */
  asked(now: number): void {
    this.wish = undefined;
    this.askedAt = now;
  }

  /** Takes git's answer; undefined where there was none. */
  async take(counts: GitCounts | undefined, tookMs: number, isLate: boolean): Promise<void> {
    const before = this.counts?.upstream;
    this.counts = counts;
    this.restMs = isLate ? lateGapMs : tookMs / shareOfTime;
    if (this.stamp === undefined || before === counts?.upstream) return;
    // The upstream branch is looked at from now on; that is no change.
    this.stamp = await gitStamp(this.place, this.head, counts?.upstream);
  }

  /** Something happens: more may follow. */
  private expect(now: number): void {
    if (!this.isBusy(now)) this.lookAt = 0;
    this.newsAt = now;
  }

  private get uncommitted(): Pick<GitCounts, 'uncommitted'> {
    return { uncommitted: this.counts?.uncommitted ?? 0 };
  }
}

const noCounts = { branch: undefined, upstream: undefined, ahead: undefined, behind: undefined };
