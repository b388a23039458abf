import type { LiveSession } from '../../../shared/protocol/protocol';
import { systemClock, type Clock } from '../../util/clock';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import { callWindow } from '../attention/windowCalls';
import type { SessionLocator } from '../attention/places';
import type { Windows } from '../attention/windows';
import type { KeptCollisions, Taken } from './keptCollisions';
import type { FileAfterSweep } from './sweeps';

/** A loss is reported only if it persists for this long, in ms: stashes are often popped at once. */
const settleMs = 3_000;
/** Delay, in ms, before windows are asked again after none has shown the warning. */
const againMs = 5_000;
/** A loss older than this, in ms, is shown on its card only. */
const newsMs = 2 * 60_000;

export interface WarningsParts {
  readonly windows: Pick<Windows, 'present' | 'ask'>;
  readonly places: Pick<SessionLocator, 'find'>;
  readonly isMuted: (session: LiveSession) => boolean;
  readonly session: (sessionId: string) => LiveSession | undefined;
  readonly kept: Pick<KeptCollisions, 'taken' | 'put'>;
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
  /** A timer for each loss: the rate of calls to phones has to count one before the next is found. */
  private readonly timers = new Map<string, Disposable>();
  private readonly found = new Set<string>();
  private readonly finds = new Emitter<{
    readonly sessionId: string;
    readonly collision: string;
  }>();
  /** Fires once for each loss that persists, whether or not a window reports it. */
  readonly onDidFind = this.finds.event;
  private isOver = false;

  constructor(private readonly parts: WarningsParts) {
    this.clock = parts.clock ?? systemClock;
    this.startedAt = this.clock.now();
  }

  /** Called when work was discarded, or when a loss was extended. */
  readonly add = (taken: Taken): void => {
    if (taken.told || taken.dismissed || this.timers.has(taken.id)) return;
    if (taken.at < this.startedAt || this.isOld(taken)) return;
    this.wait(taken.id, settleMs);
  };

  dispose(): void {
    this.isOver = true;
    for (const timer of this.timers.values()) timer.dispose();
    this.finds.dispose();
  }

  /** False if the loss was dismissed or all files are restored: no card shows it then. */
  async stands(id: string): Promise<boolean> {
    const taken = this.parts.kept.taken(id);
    if (taken === undefined || taken.dismissed) return false;
    if (!(await this.isBack(taken))) return true;
    await this.parts.kept.put({ ...taken, dismissed: true });
    this.parts.onDidChange([taken.taker, taken.owner]);
    return false;
  }

  private wait(id: string, ms: number): void {
    if (this.isOver) return;
    const timer = this.clock.after(ms, () => {
      this.handle(id).catch(this.parts.onError);
    });
    this.timers.set(id, timer);
  }

  private async handle(id: string): Promise<void> {
    const taken = this.parts.kept.taken(id);
    const isDealtWith = taken === undefined || taken.told || taken.dismissed || this.isOld(taken);
    if (!isDealtWith && (await this.stands(id))) {
      this.find(taken);
      if (!(await this.warn(taken))) return this.wait(id, againMs);
    }
    this.timers.delete(id);
  }

  private find({ id, owner }: Taken): void {
    if (this.found.has(id)) return;
    this.found.add(id);
    this.finds.fire({ sessionId: owner, collision: id });
  }

  private isOld({ at }: Taken): boolean {
    return this.clock.now() - at > newsMs;
  }

  /** True if all files are restored, as after `git stash pop`. */
  private async isBack({ top, sweeps, files }: Taken): Promise<boolean> {
    const mayCome = sweeps.every(
      ({ act }) => act === 'stash' || act === 'reset' || act === 'clean',
    );
    if (!mayCome) return false;
    const paths = files.map(({ path }) => path);
    const evidence = await this.parts.evidence(top, paths);
    return evidence !== undefined && paths.every((path) => evidence.get(path)?.status === 'other');
  }

  /** False if no window answered. */
  private async warn(taken: Taken): Promise<boolean> {
    const session = this.parts.session(taken.owner);
    if (session === undefined || this.parts.isMuted(session)) return this.markTold(taken.id);
    const fate = await callWindow(this.parts, {
      incident: { kind: 'blocked', startedAt: taken.at },
      session,
      order: () => ({ type: 'warn', sessionId: taken.owner, collision: taken.id }),
      commit: () => this.markTold(taken.id),
    });
    return fate === 'inFront' ? this.markTold(taken.id) : fate === 'answered';
  }

  /** Records that the loss was handled before it is shown, so that the next hub does not repeat it. */
  private async markTold(id: string): Promise<true> {
    const taken = this.parts.kept.taken(id);
    if (taken !== undefined) await this.parts.kept.put({ ...taken, told: true });
    return true;
  }
}
