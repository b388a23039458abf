import { isInFolder } from '../../../shared/board/folders';
import type { RuleSet, RulesOffer } from '../../../shared/protocol/layers/rules';
import { WindowStreams } from '../../util/windowStreams';
import { Emitter } from '../../util/emitter';
import { SharedSetting } from '../../util/sharedSetting';

/** Rules of one origin, for all sessions or those in some folders. */
export interface AppliedSet {
  /** `user`, `workspace`, or the id of an extension. */
  readonly origin: string;
  readonly folders?: readonly string[] | undefined;
  readonly rules: RuleSet;
}

const none: RuleSet = { signals: [], labels: [] };

/**
 * Stores the rules that windows offer. The user's rules, which are the same in all windows, remain
 * when a window closes; all others are removed with their window.
 */
export class OfferedRules {
  private readonly user = new SharedSetting(none, isEmpty);
  private readonly offers = new Map<string, RulesOffer>();
  private readonly connections = new WindowStreams();
  private current: readonly AppliedSet[] = [];
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;

  connect(window: string): void {
    this.connections.add(window);
  }

  disconnect(window: string): void {
    if (!this.connections.remove(window)) return;
    this.user.removeWindow(window);
    if (this.offers.delete(window)) this.update();
  }

  /** Replaces a window's offer; returns false if the window has no stream. */
  set(offer: RulesOffer): boolean {
    if (!this.connections.has(offer.window)) return false;
    // The newest offer comes last, because it applies if two windows have the same extension.
    this.offers.delete(offer.window);
    this.offers.set(offer.window, offer);
    this.user.apply(offer.window, offer.user);
    this.update();
    return true;
  }

  /**
   * The sets in descending precedence: the user's, the workspaces', then those of extensions by id.
   */
  get sets(): readonly AppliedSet[] {
    return this.current;
  }

  dispose(): void {
    this.changes.dispose();
  }

  private update(): void {
    const sets = this.all();
    if (JSON.stringify(sets) === JSON.stringify(this.current)) return;
    this.current = sets;
    this.changes.fire();
  }

  private all(): readonly AppliedSet[] {
    const offers = [...this.offers.values()];
    const workspace = offers.flatMap((offer) =>
      offer.workspace.map(({ folders, rules }) => ({ origin: 'workspace', folders, rules })),
    );
    const extensions = new Map(
      offers.flatMap((offer) => offer.extensions.map(({ id, rules }) => [id, rules] as const)),
    );
    const ids = [...extensions.keys()].sort();
    return [
      { origin: 'user', rules: this.user.value },
      // Two windows of the same workspace offer equal sets.
      ...distinct(workspace).sort((a, b) => (String(a.folders) < String(b.folders) ? -1 : 1)),
      ...ids.map((id) => ({ origin: id, rules: extensions.get(id) ?? none })),
    ].filter(({ rules }) => !isEmpty(rules));
  }
}

function isEmpty({ signals, labels }: RuleSet): boolean {
  return signals.length + labels.length === 0;
}

/** True if the set applies to sessions in the folder. */
export function appliesTo({ folders }: AppliedSet, projectPath: string): boolean {
  return folders === undefined || folders.some((folder) => isInFolder(folder, projectPath));
}

function distinct<One>(all: readonly One[]): One[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
