import { t } from '../../../shared/words/l10n';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import {
  settingKey,
  settingName,
  type MachineTarget,
} from '../../../shared/protocol/machines/setting';
import { plainTitle } from '../../../shared/text/plainText';
import { settingIds } from '../../manifest';
import type { IgnoredSetting } from './ignoredSettings';

/**
 * A note that explains why a machine in a setting is not on the board, and in which settings it
 * belongs.
 */
export interface MachineNote {
  readonly label: string;
  readonly detail: string;
  /** True if a machine in the settings is missing on the board; false for a hint. */
  readonly isMissing: boolean;
}

export interface NotedSettings {
  /** The machines on the board. */
  readonly cards: readonly Pick<MachineCard, 'key'>[];
  /** The machines in this window's settings. */
  readonly lines: readonly MachineTarget[];
  /**
   * Workspace settings files that contain machines or config homes, although the editor ignores
   * these settings there.
   */
  readonly ignored: readonly IgnoredSetting[];
  /** True if the window reads the settings of a remote host. */
  readonly isRemote: boolean;
}

export function machineNotes(settings: NotedSettings): readonly MachineNote[] {
  const { cards, lines, ignored, isRemote } = settings;
  const known = new Set(cards.map(({ key }) => key));
  const missing = lines.filter((line) => !known.has(settingKey(line)));
  return [
    ...missing.map((line) => ({
      isMissing: true,
      label: t('{0} is not on the board', plainTitle(settingName(line), 60)),
      detail: t(
        'It is in the settings of this window, but the machines of another window count. Set the same list there.',
      ),
    })),
    ...ignored.map(({ file, setting }) => ({
      isMissing: true,
      label:
        setting === settingIds.machines
          ? t('The machines in {0} are not read', plainTitle(file, 120))
          : t('The config homes in {0} are not read', plainTitle(file, 120)),
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
