import { Ellipsis, Pin, PinOff, Tag } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import type { ProjectGroupData } from '../../layout/projects';
import { usePage } from '../../page';
import { PinMark, Tags } from '../card/Marks';
import type { MenuItem } from '../Menu';
import { MachineIcon } from '../MachineIcon';
import { MenuButton } from '../MenuButton';

/** The machine or account of a project, unless it is that of this board. */
export function PartMachine({
  part: { machineName: machine, isAccount },
}: {
  readonly part: ProjectGroupData;
}) {
  if (machine === '') return null;
  return (
    <span
      className="fact machine across-inline gap-4 rigid shrinks text one-line"
      title={isAccount ? t('Account {0}', machine) : t('Runs on {0}', machine)}
    >
      <MachineIcon isAccount={isAccount} />
      <bdi className="ellipsis">{machine}</bdi>
    </span>
  );
}

/** Pin and tags of a project after its name, and the menu that sets them. */
export function ProjectMarks({ part }: { readonly part: ProjectGroupData }) {
  const { board } = usePage();
  const { path, machine, ids, name, pinned, tags } = part;
  const [sessionId] = ids;
  const items = (): readonly MenuItem[] => [
    {
      id: 'pin',
      name: pinned ? t('Unpin Project') : t('Pin Project'),
      Icon: pinned ? PinOff : Pin,
      run: () => {
        const target = { scope: 'project', path, ...(machine && { machine }) } as const;
        board.post({ type: 'act', name: 'pin', request: { target, on: !pinned } });
        board.announcer.announce(pinned ? t('Unpinned.') : t('Pinned.'));
      },
    },
    {
      id: 'tag',
      name: t('Set Project Tag…'),
      Icon: Tag,
      run: () => {
        if (sessionId === undefined) return;
        board.post({ type: 'sessionCommand', command: 'tagProject', sessionId });
      },
    },
  ];
  return (
    <>
      {pinned && <PinMark name={t('Project pinned')} />}
      {tags.length > 0 && <Tags tags={tags} />}
      {path !== '' && (
        <span className="project-menu">
          <MenuButton name={t('Actions on Project {0}', name)} Icon={Ellipsis} items={items} />
        </span>
      )}
    </>
  );
}
