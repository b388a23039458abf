import type { SortOrder } from './boardOrder';
import type { AgentStateGroup } from '../protocol/protocol';

/** The layouts of the board. */
export const layouts = ['columns', 'list', 'grid', 'day'] as const;
export type Layout = (typeof layouts)[number];

/** The properties that cards can be grouped by. */
export const groupings = ['state', 'project'] as const;
export type Grouping = (typeof groupings)[number];

/** How much room a card takes: all its parts, or one line for a session that asks for nothing. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** The place of a page; a `transcript` has the card of its session alone, a `phone` no editor around it. */
export type PagePlace = BoardPlace | 'transcript' | 'phone';

/** The places of the board; each keeps an arrangement of its own. */
export type BoardPlace = 'panel' | 'side';

/** The arrangement of a page, kept by its window. */
export interface Arrangement {
  readonly layout?: Layout | undefined;
  readonly grouping?: Grouping | undefined;
  readonly density?: Density | undefined;
  readonly sort?: SortOrder | undefined;
  /** The group of the selected tab, on a page too narrow for columns. */
  readonly tab?: AgentStateGroup | undefined;
  readonly hintHidden?: boolean | undefined;
  /** False where the user switched shortcuts of a single key off. */
  readonly singleKeys?: boolean | undefined;
  /** The groups whose columns are folded to a strip. */
  readonly folded?: readonly AgentStateGroup[] | undefined;
  /** Whether the sessions that are ready for a prompt are shown; undefined until the person chose. */
  readonly readyOpen?: boolean | undefined;
  /** Width in pixels of the session beside the lists; undefined until the person changed it. */
  readonly paneWidth?: number | undefined;
}
