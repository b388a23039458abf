import {
  Copy,
  Eye,
  FolderOpen,
  Plus,
  ScrollText,
  SquareCheck,
  type LucideIcon,
} from 'lucide-react';
import { flushSync } from 'react-dom';
import { isMet } from '../../../shared/actions/facts';
import { isOfferedOnPage } from '../../../shared/actions/pageActions';
import type { ActionId } from '../../../shared/actions/sessionActions';
import {
  isSubmenu,
  menuCondition,
  sessionMenu,
  type Submenu,
} from '../../../shared/actions/sessionMenu';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { t } from '../../../shared/words/l10n';
import { actionById, shortcutFor } from '../../actions';
import { selectKey } from '../../keys/keys';
import { useBoard, usePage, useView } from '../../page';
import { useStore } from '../../store';
import { Menu, type MenuItem } from '../Menu';

const submenuIcons: Readonly<Record<Submenu['id'], LucideIcon>> = {
  review: Eye,
  transcript: ScrollText,
  new: Plus,
  organize: FolderOpen,
  copy: Copy,
};

/** Menu of all actions on a card, in the order of the editor's menu; a page has only one. */
export function CardMenu() {
  const menu = useView((state) => state.menu);
  const session = useBoard((state) => menu && state.sessions.get(menu.sessionId));
  const page = usePage();
  const { view } = page;
  const itemOf = useItemFactory();
  const select = useSelectItem(session);
  if (!menu || !session) return null;
  const listOf = (parts: readonly (readonly ActionId[])[]) =>
    joinParts(parts.map((ids) => ids.flatMap((id) => itemOf(id, session) ?? [])));
  const items = sessionMenu.map((entries) =>
    entries.flatMap((entry): readonly MenuItem[] => {
      if (!isSubmenu(entry)) return [itemOf(entry, session)].filter((item) => item !== undefined);
      const { id, title, parts } = entry;
      const own = listOf(parts);
      // The native menus have no multi-selection, so this item exists only here.
      const all = id === 'organize' ? joinParts([own, [select]]) : own;
      if (all.length === 0) return [];
      return [{ id: `menu.${id}`, name: t(title), Icon: submenuIcons[id], items: all }];
    }),
  );
  return (
    <Menu
      name={t('Actions')}
      items={joinParts(items)}
      at={menu.at}
      // Returns the focus synchronously, before the item runs, because the item may move it.
      onClose={(back) => flushSync(() => view.closeMenu(back))}
    />
  );
}

/** Creates the menu item of an action if the page offers the action for the session. */
function useItemFactory(): (id: ActionId, session: LiveSession) => MenuItem | undefined {
  const boardState = useBoard((state) => state);
  const singleKeys = useView((state) => state.singleKeys);
  const page = usePage();
  return (id, session) => {
    const action = actionById(id);
    if (action === undefined || action.board?.decides === true) return undefined;
    if (!isOfferedOnPage(action, session, boardState)) return undefined;
    const { mutes } = boardState;
    if (!isMet(menuCondition(action), session, { now: Date.now(), mutes })) return undefined;
    const shortcut = shortcutFor(action, session, boardState);
    const isShortcutActive = singleKeys || (shortcut?.length ?? 0) > 1;
    return {
      id,
      name: action.nameFor(session),
      Icon: action.Icon,
      ...(isShortcutActive && { shortcut }),
      run: () => action.run(page, session),
    };
  };
}

function useSelectItem(session: LiveSession | undefined): MenuItem {
  const { selection } = usePage();
  const singleKeys = useView((state) => state.singleKeys);
  const { sessionId = '' } = session ?? {};
  const isSelected = useStore(selection.state, ({ ids }) => ids.has(sessionId));
  return {
    id: 'select',
    name: isSelected ? t('Deselect') : t('Select'),
    Icon: SquareCheck,
    ...(singleKeys && { shortcut: selectKey }),
    run: () => selection.toggle(sessionId),
  };
}

/** Joins all parts into one list, with a line above each but the first. */
function joinParts(parts: readonly (readonly MenuItem[])[]): readonly MenuItem[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) =>
      part.map((item, place) => (index > 0 && place === 0 ? { ...item, part: '' } : item)),
    );
}
