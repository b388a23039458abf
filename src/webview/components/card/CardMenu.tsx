import { SquareCheck } from 'lucide-react';
import { flushSync } from 'react-dom';
import { t } from '../../../shared/words/l10n';
import { isOfferedOnPage } from '../../../shared/actions/sessionActions';
import { cardActions, shortcutFor } from '../../actions';
import { selectKey } from '../../keys/keys';
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
    .filter(
      (action) => action.board?.decides !== true && isOfferedOnPage(action, session, circumstances),
    )
    .map((action, index, shown) => {
      const shortcut = shortcutFor(action, session, circumstances);
      const isHeard = singleKeys || (shortcut?.length ?? 0) > 1;
      return {
        id: action.id,
        name: action.nameFor(session),
        Icon: action.Icon,
        ...(isHeard && { shortcut }),
        ...(action.board?.part !== shown[index - 1]?.board?.part && { part: '' }),
        run: () => action.run(page, session),
      };
    });
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
    <Menu
      name={t('Actions')}
      items={items}
      at={menu.at}
      // The focus is back before the item runs, which may open a menu that takes it.
      onClose={(back) => flushSync(() => view.closeMenu(back))}
    />
  );
}
