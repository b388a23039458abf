import { sessionAction } from '../../src/shared/actions/sessionActions';
import { isSubmenu, sessionMenu } from '../../src/shared/actions/sessionMenu';

/**
 * Title of the submenu that contains an entry of a session's menu; undefined for the first level.
 */
export function submenuOf(entry: string): string | undefined {
  const submenus = sessionMenu.flat().filter((one) => isSubmenu(one));
  return submenus.find(({ parts }) =>
    parts.flat().some((id) => {
      const { title, command } = sessionAction(id);
      return title === entry || command?.title === entry;
    }),
  )?.title;
}
