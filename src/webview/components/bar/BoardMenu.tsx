import { CircleHelp, Ellipsis, Smartphone } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { helpKey } from '../../keys/keys';
import { useIsLost, usePage, useView } from '../../page';
import type { MenuItem } from '../Menu';
import { MenuButton } from '../MenuButton';

/** Menu of the board's less frequent actions. */
export function BoardMenu() {
  const isLost = useIsLost();
  const singleKeys = useView((state) => state.singleKeys);
  const { board, view } = usePage();
  const phone: MenuItem = {
    id: 'connectPhone',
    name: t('Connect Phone'),
    Icon: Smartphone,
    run: () => board.post({ type: 'connectPhone' }),
  };
  const keys: MenuItem = {
    id: 'keys',
    name: t('Keyboard Shortcuts'),
    Icon: CircleHelp,
    ...(singleKeys && { shortcut: helpKey }),
    run: () => view.change({ helpOpen: true }),
  };
  return (
    <MenuButton
      name={t('More')}
      Icon={Ellipsis}
      className="more-button"
      items={() => (isLost ? [keys] : [phone, keys])}
    />
  );
}
