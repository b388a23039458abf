import { SlidersHorizontal } from 'lucide-react';
import { densities, groupings, layouts, type Grouping } from '../../../shared/board/arrangement';
import { sortOrders, type SortOrder } from '../../../shared/board/boardOrder';
import { t } from '../../../shared/words/l10n';
import { layoutKey } from '../../keys/keys';
import { densityNames, layoutAfter, layoutLooks } from '../../layout/layouts';
import { usePage, useView } from '../../page';
import type { MenuItem } from '../Menu';
import { MenuButton } from '../MenuButton';

const sortNames: Readonly<Record<SortOrder, () => string>> = {
  urgency: () => t('Urgency'),
  activity: () => t('Latest Activity'),
  cost: () => t('Cost'),
  waiting: () => t('Longest in State'),
};

const groupingNames: Readonly<Record<Grouping, () => string>> = {
  state: () => t('State'),
  project: () => t('Project'),
};

/**
 * Menu of layouts, density, orders and groupings; the day view has no cards, so only layouts apply.
 */
export function ViewMenu() {
  const layout = useView((state) => state.layout);
  const sort = useView((state) => state.sort);
  const grouping = useView((state) => state.grouping);
  const density = useView((state) => state.density);
  const singleKeys = useView((state) => state.singleKeys);
  const { view } = usePage();
  const layoutItems = layouts.map((one, index) => ({
    id: one,
    name: layoutLooks[one].name(),
    Icon: layoutLooks[one].Icon,
    choice: 'one' as const,
    checked: one === layout,
    ...(singleKeys && one === layoutAfter(layout) && { shortcut: layoutKey }),
    ...(index === 0 && { part: t('Layout') }),
    run: () => view.arrange({ layout: one }),
  }));
  const cardItems = [
    ...sortOrders.map((one, index) => ({
      id: one,
      name: sortNames[one](),
      choice: 'one' as const,
      checked: one === sort,
      ...(index === 0 && { part: t('Sort by') }),
      run: () => view.arrange({ sort: one }),
    })),
    ...groupings.map((one, index) => ({
      id: one,
      name: groupingNames[one](),
      choice: 'one' as const,
      checked: one === grouping,
      ...(index === 0 && { part: t('Group by') }),
      run: () => view.arrange({ grouping: one }),
    })),
    ...densities.map((one, index) => ({
      id: one,
      name: densityNames[one](),
      choice: 'one' as const,
      checked: one === density,
      ...(index === 0 && { part: t('Density') }),
      run: () => view.arrange({ density: one }),
    })),
  ];
  const items = (): readonly MenuItem[] =>
    layout === 'day' ? layoutItems : [...layoutItems, ...cardItems];
  return <MenuButton name={t('View')} Icon={SlidersHorizontal} items={items} />;
}
