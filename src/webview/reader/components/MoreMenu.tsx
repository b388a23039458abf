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
      name: t('Last Prompt'),
      Icon: TextQuote,
      run: () => reader.jump('prompt', 'end'),
    },
    {
      id: 'lastQuestion',
      name: t('Last Question'),
      Icon: MessageCircleQuestion,
      run: () => reader.jump('question', 'end'),
    },
    ...(onBoard
      ? [
          {
            id: 'showInBoard',
            name: t('Show on Board'),
            Icon: LayoutDashboard,
            part: '',
            run: () => host.post({ type: 'showInBoard' }),
          },
        ]
      : []),
    {
      id: 'openAsText',
      name: t('Open as Text'),
      Icon: Type,
      part: '',
      run: () => host.post({ type: 'openAsText' }),
    },
    {
      id: 'openRaw',
      name: t('Open Raw Transcript File'),
      Icon: FileJson,
      run: () => host.post({ type: 'openRaw' }),
    },
    {
      id: 'keep',
      name: t('Keep This Tab'),
      Icon: Pin,
      choice: 'many',
      checked: kept,
      part: '',
      run: () => reader.setKept(!kept),
    },
    {
      id: 'keys',
      name: t('Keyboard Shortcuts'),
      Icon: CircleHelp,
      shortcut: '?',
      part: '',
      run: () => page.view.change({ isHelpOpen: true }),
    },
  ];
  return <MenuButton name={t('More Actions')} Icon={Ellipsis} items={items} />;
}
