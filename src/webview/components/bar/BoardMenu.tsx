import { CircleHelp, Ellipsis, Smartphone, Timer } from 'lucide-react';
import { livingGrants } from '../../../shared/board/texts/grantTexts';
import { t } from '../../../shared/words/l10n';
import { helpKey } from '../../keys/keys';
import { useBoard, useIsLost, usePage, useView } from '../../page';
import type { MenuItem } from '../Menu';
import { MenuButton } from '../MenuButton';

/** Menu of the board's less frequent actions. */
export function BoardMenu() {
  const isLost = useIsLost();
  const singleKeys = useView((state) => state.singleKeys);
  const granted = useBoard(({ summary }) => livingGrants(summary.grants).length);
  const { board, view } = usePage();
  const grants: MenuItem = {
    id: 'showGrants',
    name: t('Allowed for a While ({0})…', granted),
    Icon: Timer,
    run: () => board.post({ type: 'showGrants' }),
  };
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
    run: () => view.change({ isHelpOpen: true }),
  };
  return (
    <MenuButton
      name={t('More')}
      Icon={Ellipsis}
      className="more-button"
      items={() => (isLost ? [keys] : [...(granted > 0 ? [grants] : []), phone, keys])}
    />
  );
}
