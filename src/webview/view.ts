import { projectKey, type ProjectGroupData } from './layout/projects';
import type { Arrangement } from '../shared/board/arrangement';
import { groupOf, sections, type Section } from '../shared/board/boardOrder';
import type { RevealMode } from '../shared/messages/pageMessages';
import type { AgentStateGroup, LiveSession } from '../shared/protocol/protocol';
import { groupOrder, openReadyCount } from '../shared/presentation';
import { fieldsOf, textOf } from '../shared/text/fields';
import {
  isEmptyFilter,
  noFilter,
  parseFilter,
  isSameToken,
  type FilterToken,
  type SessionFilter,
} from '../shared/board/filter/filterTokens';
import { sectionHolding, type Columns } from './layout/arrange';
import { arrangementOf, parseArrangement, type KeptView } from './layout/keptArrangement';
import type { Host } from './host';
import type { LastAnswer } from './pane/pane';
import { createStore } from './store';

/**
 * Number of cards of a list that are rendered at first and added by each "Show more". In Done these
 * are the newest; older ones can be found by searching.
 */
export function pageSizeOf(list: string): number {
  return groupOrder.some((group) => group === list) ? 100 : 50;
}

/** Parts that are collapsed until the user expands them; those of a session contain its id. */
export type Disclosure =
  'ready' | 'dismissed' | `${'details' | 'why' | 'prompt' | 'subagents' | 'ended'}/${string}`;

/** A card's menu, opened below its button or at the pointer. */
export interface CardMenuState {
  readonly sessionId: string;
  readonly at: MenuPlace;
  /** True if the menu was opened in the session's pane. */
  readonly isInPane?: boolean | undefined;
}

/** The element to focus on a card or in the session's pane, by its `data-action`. */
interface FocusTarget {
  readonly sessionId: string;
  readonly action: string;
  readonly isInPane?: boolean | undefined;
}

/** Box in pixels; a menu opens below `bottom`, or above `top` if there is no room. */
export interface MenuPlace {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Input of the filter: completed tokens and the text after them. */
export interface FilterInput {
  readonly tokens: readonly FilterToken[];
  readonly text: string;
}

/** Arrangement and current state of the view. */
export interface ViewState extends KeptView {
  readonly filterInput: FilterInput;
  /** Filter parsed from `filterInput`. */
  readonly filter: SessionFilter;
  /** Session id of each group's tab stop, by group; defaults to the group's first card. */
  readonly stops: ReadonlyMap<string, string>;
  /** Number of rendered cards by list; defaults to one page. */
  readonly shown: ReadonlyMap<string, number>;
  /** The parts that are expanded. */
  readonly disclosed: ReadonlySet<Disclosure>;
  /** The chosen day; undefined for today. */
  readonly day: string | undefined;
  /** False while the day view hides names, for sharing a picture. */
  readonly hasNames: boolean;
  readonly menu: CardMenuState | undefined;
  readonly isHelpOpen: boolean;
  /**
   * Position of the pane: beside the lists or, on a narrow page, in place of them; undefined if the
   * page has no pane.
   */
  readonly paneAt: 'beside' | 'inPlace' | undefined;
  /** True while the pane is shown in place of the lists, or would be on a narrow page. */
  readonly isPaneOpen: boolean;
  /** Session in the pane, even while the pane is hidden. */
  readonly chosen: string | undefined;
  /** The last answer, while the next session is shown. */
  readonly answered: LastAnswer | undefined;
  /** Element to focus; a new object for each request. */
  readonly focusTarget: FocusTarget | undefined;
}

const initial: ViewState = {
  layout: 'columns',
  grouping: 'state',
  density: 'comfortable',
  sort: 'urgency',
  filterInput: { tokens: [], text: '' },
  filter: noFilter,
  tab: 'needs_you',
  folded: [],
  hintHidden: false,
  singleKeys: true,
  readyOpen: undefined,
  paneWidth: undefined,
  stops: new Map(),
  shown: new Map(),
  disclosed: new Set(),
  day: undefined,
  hasNames: true,
  menu: undefined,
  isHelpOpen: false,
  paneAt: undefined,
  isPaneOpen: false,
  chosen: undefined,
  answered: undefined,
  focusTarget: undefined,
};

export class View {
  readonly state;

  constructor(private readonly host: Host) {
    // A side bar is only wide enough for rows.
    const layout = host.place === 'side' ? 'list' : 'columns';
    const kept = parseArrangement(host.readArrangement());
    this.state = createStore<ViewState>({ ...initial, layout, ...kept });
  }

  /** Changes state that is not stored; `arrange` changes stored state. */
  change(part: Partial<ViewState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }

  arrange(part: Arrangement): void {
    this.change(parseArrangement(part));
    if (arrangesLists(part)) this.closePane();
    this.host.writeArrangement(arrangementOf(this.state.get()));
  }

  /** Applies typed text. A space completes a token; `done` completes the last one as well. */
  typeFilter(text: string, isDone = false): void {
    const { tokens } = this.state.get().filterInput;
    const end = isDone ? text.length : text.lastIndexOf(' ') + 1;
    const before = parseFilter(text.slice(0, end));
    // A space within quotes does not complete a token.
    const endsInQuotes = (text.slice(0, end).match(/"/g) ?? []).length % 2 === 1;
    if (before.tokens.length === 0 || (endsInQuotes && !isDone))
      return this.setFilter({ tokens, text });
    const newTokens = before.tokens.filter(
      (one) => !tokens.some((other) => isSameToken(one, other)),
    );
    const rest = [...before.words, text.slice(end)].join(' ').trimStart();
    this.setFilter({ tokens: [...tokens, ...newTokens], text: rest });
  }

  /** Restores a stored filter; unknown parts are ignored. */
  restoreFilter(kept: unknown): void {
    const { tokens, text } = fieldsOf(kept);
    const input = { tokens: parseFilter(textOf(tokens)).tokens, text: textOf(text) };
    if (input.tokens.length > 0 || input.text !== '') this.setFilter(input);
  }

  /** Adds a token, or removes it if present. */
  toggleToken(token: FilterToken): void {
    const { tokens, text } = this.state.get().filterInput;
    const others = tokens.filter((one) => !isSameToken(one, token));
    const next = others.length < tokens.length ? others : [...tokens, token];
    this.setFilter({ tokens: next, text });
  }

  /** Replaces the typed start of a token by the token; `text` is the remaining text. */
  completeFilter(token: FilterToken, text: string): void {
    const { tokens } = this.state.get().filterInput;
    const others = tokens.filter((one) => !isSameToken(one, token));
    this.setFilter({ tokens: [...others, token], text });
  }

  /** Clears the filter; false if it was empty. */
  clearFilter(): boolean {
    const { tokens, text } = this.state.get().filterInput;
    if (tokens.length === 0 && text === '') return false;
    this.setFilter(initial.filterInput);
    return true;
  }

  showMore(list: string): void {
    const { shown } = this.state.get();
    const more = renderedCount(this.state.get(), list) + pageSizeOf(list);
    this.change({ shown: new Map(shown).set(list, more) });
  }

  /** Expands or collapses a part; returns its new state. */
  toggle(disclosure: Disclosure): 'opened' | 'closed' {
    const disclosed = new Set(this.state.get().disclosed);
    const closed = disclosed.delete(disclosure);
    if (!closed) disclosed.add(disclosure);
    this.change({ disclosed });
    if (disclosure === 'ready') this.arrange({ readyOpen: !closed });
    return closed ? 'closed' : 'opened';
  }

  /** Collapses the column of a group to a strip, or expands it. */
  fold(group: AgentStateGroup): void {
    const { folded } = this.state.get();
    const others = folded.filter((one) => one !== group);
    this.arrange({ folded: others.length < folded.length ? others : [...others, group] });
  }

  /** Expands the ready sessions, unless there are many or the person has collapsed them. */
  expandReady({ ready }: Columns): void {
    if (!(this.state.get().readyOpen ?? ready.length <= openReadyCount)) return;
    this.change({ disclosed: new Set(this.state.get().disclosed).add('ready') });
  }

  /** Shows a session in the pane; if the pane replaces the lists, it receives the focus. */
  choose(sessionId: string): void {
    const state = this.state.get();
    if (state.chosen === sessionId && state.isPaneOpen) return;
    const title = { sessionId, action: 'title', isInPane: true };
    this.change({
      ...chosenState(sessionId),
      ...(state.paneAt === 'inPlace' && { focusTarget: title }),
    });
  }

  /**
   * Shows the lists again if the pane replaces them, and returns the focus to the card; otherwise
   * returns false.
   */
  closePane(): boolean {
    const state = this.state.get();
    if (!isPaneInPlace(state)) return false;
    const focusTarget = { sessionId: state.chosen ?? '', action: 'open' };
    this.change({ isPaneOpen: false, answered: undefined, focusTarget });
    return true;
  }

  /** Makes a card the element of its group that the Tab key reaches. */
  stopAt(group: string, sessionId: string): void {
    const { stops } = this.state.get();
    if (stops.get(group) === sessionId) return;
    this.change({ stops: new Map(stops).set(group, sessionId) });
  }

  /** Closes the menu of a card; with `focusBack` the focus returns to the button. */
  closeMenu(focusBack: boolean): void {
    const { menu, focusTarget } = this.state.get();
    if (menu === undefined) return;
    const back = { sessionId: menu.sessionId, action: 'menu', isInPane: menu.isInPane };
    this.change({ menu: undefined, focusTarget: focusBack ? back : focusTarget });
  }

  /**
   * Shows a session in the pane without changing the lists; for an answer the pane receives the
   * focus.
   */
  show(sessionId: string, how: RevealMode): void {
    this.change({ ...chosenState(sessionId), ...this.focusChangeFor(sessionId, how) });
  }

  /**
   * Shows a session in the pane and ensures that its card is rendered, with Why expanded if
   * requested.
   */
  reveal(session: LiveSession, columns: Columns, how: RevealMode): void {
    const { sessionId } = session;
    const section = sectionHolding(columns, sessionId);
    const { layout } = this.state.get();
    // The day view has no cards.
    if (section === undefined || (how === 'show' && layout === 'day')) return;
    const disclosed = new Set(this.state.get().disclosed);
    if (section === 'ready' || section === 'dismissed') disclosed.add(section);
    if (how === 'explain') disclosed.add(`why/${sessionId}`);
    const shown = new Map(this.state.get().shown);
    const needed = columns[section].indexOf(sessionId) + 1;
    for (const list of [section, projectList({ key: projectKey(session) })]) {
      const pages = Math.ceil(needed / pageSizeOf(list)) * pageSizeOf(list);
      shown.set(list, Math.max(pages, renderedCount(this.state.get(), list)));
    }
    const tab = groupOf(section);
    const newLayout = layout === 'day' ? 'columns' : layout;
    const { folded } = this.state.get();
    if (newLayout === 'columns' && folded.includes(tab)) this.fold(tab);
    const focusTarget = this.focusChangeFor(sessionId, how);
    this.change({
      layout: newLayout,
      tab,
      shown,
      disclosed,
      ...focusTarget,
      ...chosenState(sessionId),
    });
  }

  /**
   * Focuses the card or the pane, or the first field of an answer if the pane already shows the
   * session.
   */
  private focusChangeFor(
    sessionId: string,
    how: RevealMode,
  ): Partial<Pick<ViewState, 'focusTarget'>> {
    if (how === 'show') return {};
    if (how === 'followUp') return { focusTarget: { sessionId, action: 'prompt', isInPane: true } };
    const state = this.state.get();
    const isShown = hasPane(state) && state.chosen === sessionId;
    const isInPane = state.paneAt === 'inPlace' || (how === 'answer' && state.paneAt === 'beside');
    const isAnswer = how === 'answer' && (isShown || !isInPane);
    const action = isAnswer ? 'answer' : isInPane ? 'title' : 'open';
    return { focusTarget: { sessionId, action, isInPane } };
  }

  private setFilter(filterInput: FilterInput): void {
    if (isPaneInPlace(this.state.get())) this.change({ isPaneOpen: false });
    const typed = parseFilter(filterInput.text);
    const filter = { tokens: [...filterInput.tokens, ...typed.tokens], words: typed.words };
    this.change({ filterInput, filter: isEmptyFilter(filter) ? noFilter : filter });
  }
}

function chosenState(sessionId: string): Pick<ViewState, 'chosen' | 'answered' | 'isPaneOpen'> {
  return { chosen: sessionId, answered: undefined, isPaneOpen: true };
}

/** True if a change of the arrangement affects the lists themselves. */
function arrangesLists({ layout, grouping, density, sort }: Arrangement): boolean {
  return [layout, grouping, density, sort].some((value) => value !== undefined);
}

/** True while the pane is visible; the day view has no pane. */
export function hasPane({ paneAt, isPaneOpen, layout }: ViewState): boolean {
  return layout !== 'day' && (paneAt === 'beside' || (paneAt === 'inPlace' && isPaneOpen));
}

/** True while the pane replaces the lists. */
export function isPaneInPlace(state: ViewState): boolean {
  return state.paneAt === 'inPlace' && hasPane(state);
}

/** Number of cards of a list to render. */
export function renderedCount({ shown }: ViewState, list: string): number {
  return shown.get(list) ?? pageSizeOf(list);
}

/** List name of a project, for grouping by project. */
export function projectList({ key }: Pick<ProjectGroupData, 'key'>): string {
  return `project:${key}`;
}

/** The sections whose cards are rendered; with `tabbed` only those of the selected tab. */
export function openSections(view: ViewState, tabbed: boolean): readonly Section[] {
  const { layout, grouping, tab, folded, disclosed } = view;
  const isInColumns = layout === 'columns' && !tabbed;
  return sections.filter((section) => {
    const group = groupOf(section);
    if (tabbed ? group !== tab : isInColumns && folded.includes(group)) return false;
    if (section !== 'ready' && section !== 'dismissed') return true;
    const isWithOthers = section === 'ready' && grouping === 'project' && layout !== 'columns';
    return isWithOthers || disclosed.has(section);
  });
}
