import type { LabelCollection, Layer, SessionView } from '../../shared/api/missionControl';
import { t } from '../../shared/words/l10n';
import { type Disposable, DisposableStore } from '../util/lifetime';
import type { Log } from '../util/log';
import { Slices } from '../util/thread/slices';
import type { ViewFeed } from './viewFeed';

/** Number of failures, or of slow calls, after which a layer is disabled. */
const maxStrikes = 3;
/** Maximum duration of one call, in ms. */
const maxCallMs = 20;
/**
 * Number of consecutive calls within the limit after which earlier slow calls no longer count,
 * because the machine may have been busy.
 */
const forgiveSlowAfter = 200;

export interface LayerRunParts {
  readonly collection: LabelCollection;
  readonly views: Pick<ViewFeed, 'watch'>;
  readonly log: Log;
  /** Tells the person that a layer was disabled, and why. */
  readonly say: (problem: string) => void;
  readonly clock?: () => number;
}

/** Runs a registered layer for each session whose view changed, and sets its labels. */
export class LayerRun implements Disposable {
  private readonly lifetime = new DisposableStore();
  private readonly due = new Map<string, SessionView>();
  private readonly slices = new Slices();
  private readonly clock: () => number;
  private running = false;
  private throws = 0;
  private slow = 0;
  private callsInTime = 0;

  constructor(
    private readonly layer: Layer,
    private readonly parts: LayerRunParts,
  ) {
    this.clock = parts.clock ?? (() => performance.now());
    this.lifetime.add(parts.collection);
    this.lifetime.add(
      parts.views.watch(({ changed, removed }) => {
        for (const sessionId of removed) {
          this.due.delete(sessionId);
          if (!this.lifetime.isDisposed) parts.collection.delete(sessionId);
        }
        for (const view of changed) this.due.set(view.sessionId, view);
        void this.run();
      }),
    );
  }

  dispose(): void {
    this.due.clear();
    this.lifetime.dispose();
  }

  /** Runs in slices, so that many sessions do not block the extension host. */
  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (;;) {
      await this.slices.pause();
      const [next] = this.due;
      if (next === undefined) break;
      this.due.delete(next[0]);
      this.interpret(next[1]);
    }
    this.running = false;
  }

  private interpret(view: SessionView): void {
    const { collection } = this.parts;
    const { sessionId } = view;
    const startedAt = this.clock();
    try {
      const label: unknown = this.layer.interpret(view);
      this.recordDuration(this.clock() - startedAt);
      if (this.lifetime.isDisposed) return;
      if (isPromise(label)) return this.refusePromise(label);
      if (label === undefined || label === null) collection.delete(sessionId);
      else collection.set(sessionId, label);
    } catch (error) {
      if (this.lifetime.isDisposed) return;
      collection.delete(sessionId);
      this.recordFailure(error);
    }
  }

  private recordDuration(ms: number): void {
    if (ms <= maxCallMs) {
      this.callsInTime += 1;
      if (this.callsInTime >= forgiveSlowAfter) this.slow = 0;
      return;
    }
    this.callsInTime = 0;
    this.slow += 1;
    this.parts.log.warn(
      `The layer ${this.parts.collection.id} took ${Math.round(ms)} ms for a session, and has ${maxCallMs} (${this.slow} of ${maxStrikes})`,
    );
    if (this.slow >= maxStrikes) {
      this.switchOff(t('it was too slow {0} times', maxStrikes));
    }
  }

  private recordFailure(error: unknown): void {
    this.throws += 1;
    const { id } = this.parts.collection;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.parts.log.warn(`The layer ${id} failed (${this.throws} of ${maxStrikes}): ${detail}`);
    if (this.throws >= maxStrikes) this.switchOff(t('it failed {0} times', maxStrikes));
  }

  private refusePromise(promise: PromiseLike<unknown>): void {
    // Prevents an unhandled rejection.
    promise.then(undefined, () => undefined);
    this.parts.log.warn(
      `The layer ${this.parts.collection.id} gave a promise. interpret has to be synchronous: for what has to be awaited, use createLabelCollection and set the label when it is there.`,
    );
    this.switchOff(t('it answers later, where it has to answer at once'));
  }

  private switchOff(reason: string): void {
    if (this.lifetime.isDisposed) return;
    const { id } = this.parts.collection;
    this.dispose();
    this.parts.say(
      t('The labels of {0} are switched off until this window is reloaded: {1}.', id, reason),
    );
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
