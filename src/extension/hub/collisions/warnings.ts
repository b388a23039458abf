import type { LiveSession } from '../../../shared/protocol/protocol';
import { systemClock, type Clock } from '../../util/clock';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import { notifyInWindow } from '../attention/windowCalls';
import type { SessionLocator } from '../attention/places';
import type { Windows } from '../attention/windows';
import type { KeptCollisions, WorkLoss } from './keptCollisions';
import type { FileAfterSweep } from './sweeps';

/**
 * A loss is reported only if it persists for this long, in ms, because stashes are often popped at
 * once.
 */
const settleMs = 3_000;
/** Delay, in ms, before windows are asked again after none has shown the warning. */
const retryMs = 5_000;
/** A loss older than this, in ms, is shown on its card only. */
const maxAgeMs = 2 * 60_000;

export interface WarningsParts {
  readonly windows: Pick<Windows, 'present' | 'sendOrder'>;
  readonly places: Pick<SessionLocator, 'find'>;
  readonly isMuted: (session: LiveSession) => boolean;
  readonly session: (sessionId: string) => LiveSession | undefined;
  readonly kept: Pick<KeptCollisions, 'lossWithId' | 'put'>;
  readonly evidence: (
    top: string,
    paths: readonly string[],
  ) => Promise<ReadonlyMap<string, FileAfterSweep> | undefined>;
  /** Called with the sessions whose cards change. */
  readonly onDidChange: (sessionIds: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
  readonly clock?: Clock;
}

/** Warns the person whose session lost uncommitted work: once per loss, through one window. */
export class Warnings implements Disposable {
  private readonly clock: Clock;
  /** Losses from before the hub started are not reported. */
  private readonly startedAt: number;
  /**
   * A separate timer for each loss, so that the rate limit of phones counts one loss before the
   * next one is found.
   */
  private readonly timers = new Map<string, Disposable>();
  private readonly announced = new Set<string>();
  private readonly finds = new Emitter<{
    readonly sessionId: string;
    readonly collision: string;
  }>();
  /** Fires once for each loss that persists, whether or not a window reports it. */
  readonly onDidFind = this.finds.event;
  private isDisposed = false;

  constructor(private readonly parts: WarningsParts) {
    this.clock = parts.clock ?? systemClock;
    this.startedAt = this.clock.now();
  }

  /** Schedules a warning; called for a new loss, and for one that was extended. */
  readonly add = (taken: WorkLoss): void => {
    if (taken.told || taken.dismissed || this.timers.has(taken.id)) return;
    if (taken.at < this.startedAt || this.isOld(taken)) return;
    this.scheduleWarning(taken.id, settleMs);
  };

  dispose(): void {
    this.isDisposed = true;
    for (const timer of this.timers.values()) timer.dispose();
    this.finds.dispose();
  }

  /**
   * Returns whether a loss still exists; false if it was dismissed or all files are restored, so
   * that no card shows it.
   */
  async stands(id: string): Promise<boolean> {
    const taken = this.parts.kept.lossWithId(id);
    if (taken === undefined || taken.dismissed) return false;
    if (!(await this.isRestored(taken))) return true;
    await this.parts.kept.put({ ...taken, dismissed: true });
    this.parts.onDidChange([taken.taker, taken.owner]);
    return false;
  }

  private scheduleWarning(id: string, ms: number): void {
    if (this.isDisposed) return;
    const timer = this.clock.after(ms, () => {
      this.handle(id).catch(this.parts.onError);
    });
    this.timers.set(id, timer);
  }

  private async handle(id: string): Promise<void> {
    const taken = this.parts.kept.lossWithId(id);
    const isHandled = taken === undefined || taken.told || taken.dismissed || this.isOld(taken);
    if (!isHandled && (await this.stands(id))) {
      this.announce(taken);
      if (!(await this.warn(taken))) return this.scheduleWarning(id, retryMs);
    }
    this.timers.delete(id);
  }

  private announce({ id, owner }: WorkLoss): void {
    if (this.announced.has(id)) return;
    this.announced.add(id);
    this.finds.fire({ sessionId: owner, collision: id });
  }

  private isOld({ at }: WorkLoss): boolean {
    return this.clock.now() - at > maxAgeMs;
  }

  /** True if all files are restored, for example by `git stash pop`. */
  private async isRestored({ top, sweeps, files }: WorkLoss): Promise<boolean> {
    const canBeRestored = sweeps.every(
      ({ act }) => act === 'stash' || act === 'reset' || act === 'clean',
    );
    if (!canBeRestored) return false;
    const paths = files.map(({ path }) => path);
    const evidence = await this.parts.evidence(top, paths);
    return evidence !== undefined && paths.every((path) => evidence.get(path)?.status === 'other');
  }

  /** Shows the warning in one window, unless that is unnecessary; false if no window answered. */
  private async warn(taken: WorkLoss): Promise<boolean> {
    const session = this.parts.session(taken.owner);
    if (session === undefined || this.parts.isMuted(session)) return this.markTold(taken.id);
    const outcome = await notifyInWindow(this.parts, {
      incident: { kind: 'blocked', startedAt: taken.at },
      session,
      order: () => ({ type: 'warn', sessionId: taken.owner, collision: taken.id }),
      commit: () => this.markTold(taken.id),
    });
    return outcome === 'inFront' ? this.markTold(taken.id) : outcome === 'answered';
  }

  /**
   * Records that the loss was handled; called before it is shown, so that the next hub does not
   * show it again.
   */
  private async markTold(id: string): Promise<true> {
    const taken = this.parts.kept.lossWithId(id);
    if (taken !== undefined) await this.parts.kept.put({ ...taken, told: true });
    return true;
  }
}
