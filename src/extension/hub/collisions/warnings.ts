import type { LiveSession } from '../../../shared/protocol/protocol';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import { callWindow } from '../attention/windowCalls';
import type { SessionLocator } from '../attention/places';
import type { Windows } from '../attention/windows';
import type { KeptCollisions, Taken } from './keptCollisions';
import type { FileAfterSweep } from './sweeps';

/** A loss is told only if it still stands after this, in ms: many stash work for a moment alone. */
const settleMs = 3_000;
/** Windows are asked again after this, in ms, where none has shown the warning. */
const againMs = 5_000;
/** A loss that is older than this, in ms, is no news any more: its card alone tells it. */
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
  /** Cards of these sessions tell something else. */
  readonly onDidChange: (sessionIds: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
  readonly clock?: () => number;
  readonly settleMs?: number;
}

/** Warns the person whose session lost work that was in no commit: once for each loss, by one window. */
export class Warnings implements Disposable {
  private readonly clock: () => number;
  /** Nobody is told of what happened before the hub watched. */
  private readonly startedAt: number;
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly found = new Set<string>();
  private readonly finds = new Emitter<{
    readonly sessionId: string;
    readonly collision: string;
  }>();
  /** Runs once for each loss that lasts, whether or not a window tells it. */
  readonly onDidFind = this.finds.event;
  private isOver = false;

  constructor(private readonly parts: WarningsParts) {
    this.clock = parts.clock ?? Date.now;
    this.startedAt = this.clock();
  }

  /** Work was taken, or more of it than was known. */
  readonly add = (taken: Taken): void => {
    if (taken.told || taken.dismissed || this.timers.has(taken.id)) return;
    if (taken.at < this.startedAt || this.isOld(taken)) return;
    this.wait(taken.id, this.parts.settleMs ?? settleMs);
  };

  dispose(): void {
    this.isOver = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.finds.dispose();
  }

  /** False where it was dismissed, or all that was taken is there again: then no card tells it any more. */
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
    const timer = setTimeout(() => {
      this.deal(id).catch(this.parts.onError);
    }, ms).unref();
    this.timers.set(id, timer);
  }

  private async deal(id: string): Promise<void> {
    const taken = this.parts.kept.taken(id);
    const isDealtWith = taken === undefined || taken.told || taken.dismissed || this.isOld(taken);
    if (!isDealtWith && (await this.stands(id))) {
      this.find(taken);
      if (!(await this.tell(taken))) return this.wait(id, againMs);
    }
    this.timers.delete(id);
  }

  private find({ id, owner }: Taken): void {
    if (this.found.has(id)) return;
    this.found.add(id);
    this.finds.fire({ sessionId: owner, collision: id });
  }

  private isOld({ at }: Taken): boolean {
    return this.clock() - at > newsMs;
  }

  /** True where all that was taken is there again, as after `git stash pop`. */
  private async isBack({ top, sweeps, files }: Taken): Promise<boolean> {
    const mayCome = sweeps.every(
      ({ act }) => act === 'stash' || act === 'reset' || act === 'clean',
    );
    if (!mayCome) return false;
    const paths = files.map(({ path }) => path);
    const evidence = await this.parts.evidence(top, paths);
    return evidence !== undefined && paths.every((path) => evidence.get(path)?.status === 'other');
  }

  /** False where nobody answered. */
  private async tell(taken: Taken): Promise<boolean> {
    const session = this.parts.session(taken.owner);
    if (session === undefined || this.parts.isMuted(session)) return this.told(taken.id);
    const fate = await callWindow(this.parts, {
      incident: { kind: 'blocked', startedAt: taken.at },
      session,
      order: () => ({ type: 'warn', sessionId: taken.owner, collision: taken.id }),
      commit: () => this.told(taken.id),
    });
    return fate === 'inFront' ? this.told(taken.id) : fate === 'answered';
  }

  /** Notes that it is dealt with, before it is shown: the next hub is not to tell it again. */
  private async told(id: string): Promise<true> {
    const taken = this.parts.kept.taken(id);
    if (taken !== undefined) await this.parts.kept.put({ ...taken, told: true });
    return true;
  }
}
