import { ChartNoAxesGantt, Columns3, LayoutGrid, Rows3, type LucideIcon } from 'lucide-react';
import type { Density, Layout } from '../../shared/board/arrangement';
import { t } from '../../shared/words/l10n';

interface LayoutLook {
  readonly name: () => string;
  readonly Icon: LucideIcon;
  /** Shortcut of the layout. */
  readonly key: string;
}

export const layoutLooks: Readonly<Record<Layout, LayoutLook>> = {
  columns: { name: () => t('Columns'), Icon: Columns3, key: '1' },
  list: { name: () => t('List'), Icon: Rows3, key: '2' },
  grid: { name: () => t('Grid'), Icon: LayoutGrid, key: '3' },
  day: { name: () => t('Day'), Icon: ChartNoAxesGantt, key: '4' },
};

export const densityNames: Readonly<Record<Density, () => string>> = {
  comfortable: () => t('Comfortable'),
  compact: () => t('Compact'),
};
