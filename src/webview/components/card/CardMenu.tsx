import { SquareCheck } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { cardActions, isOffered } from '../../actions';
import { keyLabel, selectKey } from '../../keys/keys';
import { useBoard, usePage, useView } from '../../page';
import { useStore } from '../../store';
import { Menu, type MenuItem } from '../Menu';

/** Menu of all actions on a card; the page has only one. */
export function CardMenu() {
  const menu = useView((state) => state.menu);
  const session = useBoard((state) => menu && state.sessions.get(menu.sessionId));
  const circumstances = useBoard((state) => state);
  const singleKeys = useView((state) => state.singleKeys);
  const page = usePage();
  const { selection } = page;
  const selected = useStore(selection.state, ({ ids }) => menu && ids.has(menu.sessionId));
  if (!menu || !session) return null;
  const actions: readonly MenuItem[] = cardActions
    .filter((action) => action.decides !== true && isOffered(action, session, circumstances))
    .map((action, index, shown) => ({
      id: action.id,
      name: action.nameFor(session),
      Icon: action.Icon,
      ...((singleKeys || action.key.length > 1) && { shortcut: keyLabel(action.key) }),
      ...(action.part !== (index === 0 ? undefined : shown[index - 1]?.part) && { part: '' }),
      run: () => action.run(page, session),
    }));
  const { view } = page;
  const select: MenuItem = {
    id: 'select',
    name: selected === true ? t('Deselect') : t('Select'),
    Icon: SquareCheck,
    ...(singleKeys && { shortcut: selectKey }),
    part: '',
    run: () => selection.toggle(session.sessionId),
  };
  const items = [...actions, select];
  return (
    <Menu name={t('Actions')} items={items} at={menu.at} onClose={(back) => view.closeMenu(back)} />
  );
}
