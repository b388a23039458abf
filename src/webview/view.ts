import type { AgentStateGroup } from '../shared/protocol';
import { groupOrder } from '../shared/presentation';
import { groupOf, type Columns } from './arrange';
import type { Host } from './host';
import { createStore } from './store';

/** So many cards of a group are drawn at first, and at each wish for more; the most urgent come first. */
export const pageSizes: Readonly<Record<AgentStateGroup, number>> = {
  needs_you: 100,
  autonomous: 100,
  delivered: 50,
};

/** What the user arranged, and where the user is. */
export interface ViewState {
  readonly tab: AgentStateGroup;
  /** The card of each column that Tab goes to; the first one where none is named. */
  readonly stops: Readonly<Partial<Record<AgentStateGroup, string>>>;
  readonly shown: Readonly<Record<AgentStateGroup, number>>;
  readonly hintHidden: boolean;
  /** The card to bring into view; a new object for each wish. */
  readonly wanted: { readonly sessionId: string } | undefined;
}

const initial: ViewState = {
  tab: 'needs_you',
  stops: {},
  shown: pageSizes,
  hintHidden: false,
  wanted: undefined,
};

export class View {
  readonly state;

  constructor(private readonly host: Host) {
    this.state = createStore<ViewState>({ ...initial, ...readKept(host.readArrangement()) });
  }

  selectTab(tab: AgentStateGroup): void {
    this.change({ tab });
    this.keep();
  }

  hideHint(): void {
    this.change({ hintHidden: true });
    this.keep();
  }

  showMore(group: AgentStateGroup): void {
    const { shown } = this.state.get();
    this.change({ shown: { ...shown, [group]: shown[group] + pageSizes[group] } });
  }

  /** The card becomes the one that Tab comes back to in its column. */
  stopAt(group: AgentStateGroup, sessionId: string): void {
    const { stops } = this.state.get();
    if (stops[group] !== sessionId) this.change({ stops: { ...stops, [group]: sessionId } });
  }

  /** Makes sure that the card is drawn, and asks for focus on it. */
  reveal(sessionId: string, columns: Columns): void {
    const group = groupOf(columns, sessionId);
    if (group === undefined) return;
    const { shown } = this.state.get();
    const place = columns[group].indexOf(sessionId) + 1;
    const pages = Math.ceil(place / pageSizes[group]) * pageSizes[group];
    this.change({
      tab: group,
      shown: { ...shown, [group]: Math.max(shown[group], pages) },
      wanted: { sessionId },
    });
  }

  private change(part: Partial<ViewState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }

  private keep(): void {
    const { tab, hintHidden } = this.state.get();
    this.host.writeArrangement({ tab, hintHidden });
  }
}

/** An older or foreign arrangement counts as far as it is understood. */
function readKept(kept: unknown): Partial<Pick<ViewState, 'tab' | 'hintHidden'>> {
  if (typeof kept !== 'object' || kept === null) return {};
  const tab = groupOrder.find((group) => 'tab' in kept && kept.tab === group);
  const hintHidden = 'hintHidden' in kept && kept.hintHidden === true;
  return tab ? { tab, hintHidden } : { hintHidden };
}
