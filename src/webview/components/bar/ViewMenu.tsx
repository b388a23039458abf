import { SlidersHorizontal } from 'lucide-react';
import { densities, groupings, type Grouping } from '../../../shared/board/arrangement';
import { sortOrders, type SortOrder } from '../../../shared/board/boardOrder';
import { t } from '../../../shared/words/l10n';
import { densityNames } from '../../layout/layouts';
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

/** Menu of the density, and of the orders and groupings of cards. */
export function ViewMenu() {
  const sort = useView((state) => state.sort);
  const grouping = useView((state) => state.grouping);
  const density = useView((state) => state.density);
  const { view } = usePage();
  const items = (): readonly MenuItem[] => [
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
  return <MenuButton name={t('Sort, Group and Density')} Icon={SlidersHorizontal} items={items} />;
}
