import type { AgentStateGroup } from '../shared/protocol';
import { groupOrder } from '../shared/presentation';
import { sectionOf, type Columns, type Section } from './arrange';
import type { Host } from './host';
import { createStore } from './store';

/** So many cards of a list are drawn at first, and at each wish for more; the most urgent come first. */
export const pageSizes: Readonly<Record<Section, number>> = {
  needs_you: 100,
  autonomous: 100,
  delivered: 50,
  dismissed: 50,
};

/** What is closed until the user opens it; those of a card by its session. */
export type Disclosure = 'dismissed' | `${'why' | 'subagents' | 'ended'}/${string}`;

/** What the user arranged, and where the user is. */
export interface ViewState {
  readonly tab: AgentStateGroup;
  /** The card of each column that Tab goes to; the first one where none is named. */
  readonly stops: Readonly<Partial<Record<AgentStateGroup, string>>>;
  readonly shown: Readonly<Record<Section, number>>;
  readonly disclosed: ReadonlySet<Disclosure>;
  readonly hintHidden: boolean;
  /** The card to bring into view; a new object for each wish. */
  readonly wanted: { readonly sessionId: string } | undefined;
}

const initial: ViewState = {
  tab: 'needs_you',
  stops: {},
  shown: pageSizes,
  disclosed: new Set(),
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

  showMore(section: Section): void {
    const { shown } = this.state.get();
    this.change({ shown: { ...shown, [section]: shown[section] + pageSizes[section] } });
  }

  /** Opens what is closed and closes what is open; tells which of the two. */
  toggle(disclosure: Disclosure): 'opened' | 'closed' {
    const disclosed = new Set(this.state.get().disclosed);
    const closed = disclosed.delete(disclosure);
    if (!closed) disclosed.add(disclosure);
    this.change({ disclosed });
    return closed ? 'closed' : 'opened';
  }

  /** The card becomes the one that Tab comes back to in its column. */
  stopAt(group: AgentStateGroup, sessionId: string): void {
    const { stops } = this.state.get();
    if (stops[group] !== sessionId) this.change({ stops: { ...stops, [group]: sessionId } });
  }

  /** Makes sure that the card is drawn, and its explanation if wanted, and asks for focus on it. */
  reveal(sessionId: string, columns: Columns, explain: boolean): void {
    const section = sectionOf(columns, sessionId);
    if (section === undefined) return;
    const { shown } = this.state.get();
    const disclosed = new Set(this.state.get().disclosed);
    if (section === 'dismissed') disclosed.add('dismissed');
    if (explain) disclosed.add(`why/${sessionId}`);
    const place = columns[section].indexOf(sessionId) + 1;
    const pages = Math.ceil(place / pageSizes[section]) * pageSizes[section];
    this.change({
      tab: section === 'dismissed' ? 'delivered' : section,
      shown: { ...shown, [section]: Math.max(shown[section], pages) },
      disclosed,
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
