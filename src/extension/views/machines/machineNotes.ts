import { t } from '../../../shared/words/l10n';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import {
  settingKey,
  settingName,
  type MachineSetting,
} from '../../../shared/protocol/machines/setting';
import { plainTitle } from '../../../shared/text/plainText';

/** Note on a machine of a setting that is not on the board: why, and where it belongs. */
export interface MachineNote {
  readonly label: string;
  readonly detail: string;
  /** True where a machine of a known setting is not on the board; else it is merely a hint. */
  readonly isMissing: boolean;
}

export interface NotedSettings {
  /** The machines of the board. */
  readonly cards: readonly Pick<MachineCard, 'key'>[];
  /** The machines that this window reads in its settings. */
  readonly lines: readonly MachineSetting[];
  /** Files of the workspace that name machines, for people: the editor does not read the setting there. */
  readonly ignored: readonly string[];
  /** True where the window reads the settings of another host than the person's own. */
  readonly isRemote: boolean;
}

export function machineNotes(settings: NotedSettings): readonly MachineNote[] {
  const { cards, lines, ignored, isRemote } = settings;
  const known = new Set(cards.map(({ key }) => key));
  const outdone = lines.filter((line) => !known.has(settingKey(line)));
  return [
    ...outdone.map((line) => ({
      isMissing: true,
      label: t('{0} is not on the board', plainTitle(settingName(line), 60)),
      detail: t(
        'It is in the settings of this window, but the machines of another window count. Set the same list there.',
      ),
    })),
    ...ignored.map((file) => ({
      isMissing: true,
      label: t('The machines in {0} are not read', plainTitle(file, 120)),
      detail: isRemote
        ? t(
            'This setting belongs in the remote settings of this window, not in those of a workspace.',
          )
        : t('This setting belongs in your user settings, not in those of a workspace.'),
    })),
    ...(isRemote && lines.length === 0
      ? [
          {
            isMissing: false,
            label: t('Machines in the settings of your own computer are not read here'),
            detail: t(
              'They are on the board of a local window. For this window the setting belongs in its remote settings.',
            ),
          },
        ]
      : []),
  ];
}
