import type { SortOrder } from './boardOrder';
import type { AgentStateGroup } from '../protocol/protocol';

/** The layouts of the board. */
export const layouts = ['columns', 'list', 'grid', 'day'] as const;
export type Layout = (typeof layouts)[number];

/** The properties that cards can be grouped by. */
export const groupings = ['state', 'project'] as const;
export type Grouping = (typeof groupings)[number];

/**
 * Density of cards: `comfortable` shows all parts, `compact` one line for each session without a
 * request.
 */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/**
 * The place of a page. A `transcript` shows only the card of its own session; a `phone` has no
 * editor around the page.
 */
export type PagePlace = BoardPlace | 'transcript' | 'phone';

/**
 * The place of the board: an editor panel, or a view beside the editor. Each place has its
 * own arrangement.
 */
export type BoardPlace = 'panel' | 'side';

/** The arrangement of a page, stored by its window. */
export interface Arrangement {
  readonly layout?: Layout | undefined;
  readonly grouping?: Grouping | undefined;
  readonly density?: Density | undefined;
  readonly sort?: SortOrder | undefined;
  /** The group of the selected tab, on a page too narrow for columns. */
  readonly tab?: AgentStateGroup | undefined;
  readonly hintHidden?: boolean | undefined;
  /** False if the user switched off shortcuts of a single key. */
  readonly singleKeys?: boolean | undefined;
  /** Groups whose columns are collapsed to a strip. */
  readonly folded?: readonly AgentStateGroup[] | undefined;
  /** True while the section of ready sessions is expanded; undefined until the user chose. */
  readonly readyOpen?: boolean | undefined;
  /** Width of the detail pane beside the lists, in pixels; undefined until the user resized it. */
  readonly paneWidth?: number | undefined;
}
