import type { SessionLabel, SessionView } from '../../../shared/api/missionControl';
import type { LabelOffer, OfferedCollection } from '../../../shared/protocol/layers/labels';
import { WindowStreams } from '../../util/windowStreams';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { LabelSource, SourcedLabel } from './layerSources';

interface Pushed {
  readonly label: SessionLabel;
  /** The label as JSON, for comparison. */
  readonly text: string;
  /** Sequence number; increases with each new or changed label. */
  readonly stamp: number;
}

/** The labels of one window, by collection and session id. */
type Offered = ReadonlyMap<string, ReadonlyMap<string, Pushed>>;

/**
 * Stores the labels that extensions push from each window. An extension runs in every window and
 * usually pushes the same labels everywhere. If several windows push the same collection, the most
 * recently changed label of a session applies. A window's labels are removed when its last stream
 * closes.
 */
export class PushedLabels implements LabelSource, Disposable {
  private readonly connections = new WindowStreams();
  private readonly offers = new Map<string, Offered>();
  private readonly changes = new Emitter<string>();
  /** Fires with the id of a session whose labels changed. */
  readonly onDidChange = this.changes.event;
  private stamp = 0;

  connect(window: string): void {
    this.connections.add(window);
  }

  disconnect(window: string): void {
    if (!this.connections.remove(window)) return;
    this.replace(window, undefined);
  }

  /** Replaces a window's labels; returns false if the window has no stream. */
  set({ window, collections }: LabelOffer): boolean {
    if (!this.connections.has(window)) return false;
    this.replace(window, collections);
    return true;
  }

  labelsFor({ sessionId }: Pick<SessionView, 'sessionId'>): readonly SourcedLabel[] {
    return [...this.labelsOf(sessionId)].map(([layer, { label }]) => ({ layer, label }));
  }

  dispose(): void {
    this.changes.dispose();
    this.offers.clear();
  }

  private replace(window: string, collections: readonly OfferedCollection[] | undefined): void {
    const before = this.offers.get(window);
    const touched = new Set<string>([...sessionsOf(before), ...sessionsIn(collections ?? [])]);
    const textsBefore = new Map(
      [...touched].map((sessionId) => [sessionId, this.textOf(sessionId)]),
    );
    // `Map.set` keeps the position of a known window, and so the order of collections.
    if (collections === undefined || collections.length === 0) this.offers.delete(window);
    else this.offers.set(window, this.offered(collections, before));
    for (const [sessionId, text] of textsBefore) {
      if (this.textOf(sessionId) !== text) this.changes.fire(sessionId);
    }
  }

  private offered(collections: readonly OfferedCollection[], before: Offered | undefined): Offered {
    return new Map(
      collections.map(({ id, labels }) => {
        const known = before?.get(id);
        const pushed = labels.map(({ sessionId, label }): [string, Pushed] => {
          const text = JSON.stringify(label);
          const same = known?.get(sessionId);
          if (same?.text === text) return [sessionId, same];
          return [sessionId, { label: label as SessionLabel, text, stamp: (this.stamp += 1) }];
        });
        return [id, new Map(pushed)];
      }),
    );
  }

  /** The current label of the session in each collection. */
  private labelsOf(sessionId: string): ReadonlyMap<string, Pushed> {
    const labels = new Map<string, Pushed>();
    for (const offered of this.offers.values()) {
      for (const [id, pushed] of offered) {
        const one = pushed.get(sessionId);
        if (one !== undefined && one.stamp > (labels.get(id)?.stamp ?? 0)) labels.set(id, one);
      }
    }
    return labels;
  }

  private textOf(sessionId: string): string {
    return [...this.labelsOf(sessionId)].map(([id, { text }]) => `${id}\n${text}`).join('\n');
  }
}

function sessionsOf(offered: Offered | undefined): readonly string[] {
  return [...(offered?.values() ?? [])].flatMap((labels) => [...labels.keys()]);
}

function sessionsIn(collections: readonly OfferedCollection[]): readonly string[] {
  return collections.flatMap(({ labels }) => labels.map(({ sessionId }) => sessionId));
}
