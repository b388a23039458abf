import { ChartNoAxesGantt, Columns3, LayoutGrid, Rows3, type LucideIcon } from 'lucide-react';
import { layouts, type Density, type Layout } from '../../shared/board/arrangement';
import { t } from '../../shared/words/l10n';

interface LayoutLook {
  readonly name: () => string;
  readonly Icon: LucideIcon;
}

export const layoutLooks: Readonly<Record<Layout, LayoutLook>> = {
  columns: { name: () => t('Columns'), Icon: Columns3 },
  list: { name: () => t('List'), Icon: Rows3 },
  grid: { name: () => t('Grid'), Icon: LayoutGrid },
  day: { name: () => t('Day'), Icon: ChartNoAxesGantt },
};

export const densityNames: Readonly<Record<Density, () => string>> = {
  comfortable: () => t('Comfortable'),
  compact: () => t('Compact'),
};

/** The layout that the layout key switches to. */
export function layoutAfter(layout: Layout): Layout {
  return layouts[(layouts.indexOf(layout) + 1) % layouts.length] ?? layouts[0];
}
