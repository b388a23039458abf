import {
  CircleHelp,
  Ellipsis,
  FileJson,
  LayoutDashboard,
  MessageCircleQuestion,
  Pin,
  TextQuote,
  Type,
} from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import type { MenuItem } from '../../components/Menu';
import { MenuButton } from '../../components/MenuButton';
import { useStore } from '../../store';
import { useReader } from '../reader';

/** Menu of the less frequent tools. */
export function MoreMenu({ onBoard }: { readonly onBoard: boolean }) {
  const reader = useReader();
  const { host, page } = reader;
  const kept = useStore(reader.kept, (value) => value);
  const items = (): readonly MenuItem[] => [
    {
      id: 'lastPrompt',
      name: t('Last prompt'),
      Icon: TextQuote,
      run: () => reader.jump('prompt', 'end'),
    },
    {
      id: 'lastQuestion',
      name: t('Last question'),
      Icon: MessageCircleQuestion,
      run: () => reader.jump('question', 'end'),
    },
    ...(onBoard
      ? [
          {
            id: 'showInBoard',
            name: t('Show on board'),
            Icon: LayoutDashboard,
            part: '',
            run: () => host.post({ type: 'showInBoard' }),
          },
        ]
      : []),
    {
      id: 'openAsText',
      name: t('Open as text'),
      Icon: Type,
      part: '',
      run: () => host.post({ type: 'openAsText' }),
    },
    {
      id: 'openRaw',
      name: t('Open raw transcript file'),
      Icon: FileJson,
      run: () => host.post({ type: 'openRaw' }),
    },
    {
      id: 'keep',
      name: t('Keep this tab'),
      Icon: Pin,
      choice: 'many',
      checked: kept,
      part: '',
      run: () => reader.setKept(!kept),
    },
    {
      id: 'keys',
      name: t('Keyboard shortcuts'),
      Icon: CircleHelp,
      shortcut: '?',
      part: '',
      run: () => page.view.change({ helpOpen: true }),
    },
  ];
  return <MenuButton name={t('More actions')} Icon={Ellipsis} items={items} />;
}
