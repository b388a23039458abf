import type { SessionLabel, SessionView } from '../../../shared/api/missionControl';
import type { LabelOffer, OfferedCollection } from '../../../shared/protocol/layers/labels';
import { Connections } from '../../util/connections';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { LabelSource, Saying } from './layerSources';

interface Pushed {
  readonly label: SessionLabel;
  /** The label as JSON, to tell whether the next one differs. */
  readonly text: string;
  /** Rises with each label that is new or different. */
  readonly stamp: number;
}

/** The labels of one window: by collection, by session. */
type Offered = ReadonlyMap<string, ReadonlyMap<string, Pushed>>;

/**
 * Labels that extensions set in the windows. An extension runs in each window, mostly to say the
 * same: of a collection that several windows hold, the label that was set last counts. Labels go
 * with the last stream of their window.
 */
export class PushedLabels implements LabelSource, Disposable {
  private readonly connections = new Connections();
  private readonly offers = new Map<string, Offered>();
  private readonly changes = new Emitter<string>();
  /** Tells the session whose labels are others. */
  readonly onDidChange = this.changes.event;
  private stamp = 0;

  connect(window: string): void {
    this.connections.add(window);
  }

  disconnect(window: string): void {
    if (!this.connections.remove(window)) return;
    this.replace(window, undefined);
  }

  /** False for a window that has no stream. */
  set({ window, collections }: LabelOffer): boolean {
    if (!this.connections.has(window)) return false;
    this.replace(window, collections);
    return true;
  }

  sayingsOf({ sessionId }: Pick<SessionView, 'sessionId'>): readonly Saying[] {
    return [...this.labelsOf(sessionId)].map(([layer, { label }]) => ({ layer, label }));
  }

  dispose(): void {
    this.changes.dispose();
    this.offers.clear();
  }

  private replace(window: string, collections: readonly OfferedCollection[] | undefined): void {
    const before = this.offers.get(window);
    const touched = new Set<string>([...sessionsOf(before), ...namedIn(collections ?? [])]);
    const said = new Map([...touched].map((sessionId) => [sessionId, this.textOf(sessionId)]));
    // A window that is there already keeps its place among the others.
    if (collections === undefined || collections.length === 0) this.offers.delete(window);
    else this.offers.set(window, this.offered(collections, before));
    for (const [sessionId, text] of said) {
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

  /** The label of each collection that has one of the session. */
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

function namedIn(collections: readonly OfferedCollection[]): readonly string[] {
  return collections.flatMap(({ labels }) => labels.map(({ sessionId }) => sessionId));
}
