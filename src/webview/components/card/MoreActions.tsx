import { Ellipsis } from 'lucide-react';
import type { MouseEvent } from 'react';
import { t } from '../../../shared/words/l10n';
import { menuKey } from '../../keys/keys';
import { usePage, useView } from '../../page';
import { IconButton } from '../IconButton';

interface Props {
  readonly sessionId: string;
  /** True for the button in the pane; the lists have a menu button for the same session. */
  readonly isInPane?: boolean;
}

/** Button that opens the menu of all actions on a session. */
export function MoreActions({ sessionId, isInPane = false }: Props) {
  const { view } = usePage();
  const isOpen = useView(
    ({ menu }) => menu?.sessionId === sessionId && (menu.isInPane ?? false) === isInPane,
  );
  return (
    <IconButton
      name={t('More Actions')}
      shortcut={menuKey}
      Icon={Ellipsis}
      data-action="menu"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={({ currentTarget }: MouseEvent) =>
        view.change({
          menu: { sessionId, at: currentTarget.getBoundingClientRect(), isInPane },
        })
      }
    />
  );
}
