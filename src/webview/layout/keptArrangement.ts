import {
  densities,
  groupings,
  layouts,
  type Arrangement,
  type Density,
  type Grouping,
  type Layout,
} from '../../shared/board/arrangement';
import { sortOrders, type SortOrder } from '../../shared/board/boardOrder';
import { groupOrder } from '../../shared/presentation';
import type { AgentStateGroup } from '../../shared/protocol/protocol';
import { fieldsOf } from '../../shared/text/fields';

/** The part of the view's state that is stored across reloads. */
export interface KeptView {
  readonly layout: Layout;
  readonly grouping: Grouping;
  readonly density: Density;
  readonly sort: SortOrder;
  readonly tab: AgentStateGroup;
  /** The groups whose columns are collapsed to a strip. */
  readonly folded: readonly AgentStateGroup[];
  readonly hintHidden: boolean;
  readonly singleKeys: boolean;
  /** True while the section of ready sessions is expanded; undefined until the person chose. */
  readonly readyOpen: boolean | undefined;
  /** Width of the pane beside the lists in pixels; undefined until the person resized it. */
  readonly paneWidth: number | undefined;
}

/** The part of the view's state to store. */
export function arrangementOf(view: KeptView): Arrangement {
  const { layout, grouping, density, sort, tab, folded } = view;
  const { hintHidden, singleKeys, readyOpen, paneWidth } = view;
  return {
    layout,
    grouping,
    density,
    sort,
    tab,
    folded,
    hintHidden,
    singleKeys,
    readyOpen,
    paneWidth,
  };
}

/** Parses a stored arrangement; unknown parts are ignored. */
export function parseArrangement(kept: unknown): Partial<KeptView> {
  const fields = fieldsOf(kept);
  const layout = layouts.find((one) => fields['layout'] === one);
  const grouping = groupings.find((one) => fields['grouping'] === one);
  const density = densities.find((one) => fields['density'] === one);
  const sort = sortOrders.find((one) => fields['sort'] === one);
  const tab = groupOrder.find((one) => fields['tab'] === one);
  const { folded, hintHidden, singleKeys, readyOpen, paneWidth } = fields;
  return {
    ...(layout && { layout }),
    ...(grouping && { grouping }),
    ...(density && { density }),
    ...(sort && { sort }),
    ...(tab && { tab }),
    ...(Array.isArray(folded) && { folded: groupOrder.filter((one) => folded.includes(one)) }),
    ...(typeof hintHidden === 'boolean' && { hintHidden }),
    ...(typeof singleKeys === 'boolean' && { singleKeys }),
    ...(typeof readyOpen === 'boolean' && { readyOpen }),
    ...(typeof paneWidth === 'number' && { paneWidth }),
  };
}
