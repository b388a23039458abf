import type { SortOrder } from './boardOrder';
import type { AgentStateGroup } from '../protocol/protocol';

/** How the board is laid out. */
export const layouts = ['columns', 'list', 'grid', 'day'] as const;
export type Layout = (typeof layouts)[number];

/** By what the cards are put together. */
export const groupings = ['state', 'project'] as const;
export type Grouping = (typeof groupings)[number];

/** Where a page is shown; each keeps an arrangement of its own. */
export type PagePlace = 'panel' | 'side';

/** What the user arranged on a page, kept by its window. */
export interface Arrangement {
  readonly layout?: Layout | undefined;
  readonly grouping?: Grouping | undefined;
  readonly sort?: SortOrder | undefined;
  /** The group that shows where there is room for one alone. */
  readonly tab?: AgentStateGroup | undefined;
  readonly hintHidden?: boolean | undefined;
  /** False where single letters must do nothing. */
  readonly singleKeys?: boolean | undefined;
}
