import { addressIn } from '../../../shared/protocol/machines/address';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import { settingKey, type MachineTarget } from '../../../shared/protocol/machines/setting';
import type { BoardModel } from '../../link/boardModel';
import { settingIds } from '../../manifest';
import type { Settings } from '../settings/budgetSetting';
import { readAccounts } from './accounts/accountsSetting';
import { readMachines } from './machinesSetting';

/** The entries ("lines") of the settings for machines and accounts, with their cards on the board. */
export class MachineLines {
  constructor(
    private readonly settings: Pick<Settings, 'get'>,
    private readonly board: Pick<BoardModel, 'summary'>,
    /** This window's own config home. */
    private readonly configHome: string,
  ) {}

  get cards(): readonly MachineCard[] {
    return this.board.summary.machines ?? [];
  }

  get all(): readonly MachineTarget[] {
    const { homes } = readAccounts(this.settings.get(settingIds.configHomes));
    const accounts = homes.filter((home) => home !== this.configHome);
    return [
      ...accounts.map((account) => ({ account })),
      ...readMachines(this.settings.get(settingIds.machines)).machines,
    ];
  }

  /** The entry of a machine; undefined if the machine is only in the settings of another editor. */
  withKey(key: string): MachineTarget | undefined {
    return this.all.find((line) => settingKey(line) === key);
  }

  /** The entry of a session's machine; undefined for this computer, and if `withKey` finds none. */
  lineOf(sessionId: string): MachineTarget | undefined {
    const card = this.cardOf(sessionId);
    return card && this.withKey(card.key);
  }

  /** The card of a session's machine; undefined for this computer. */
  cardOf(sessionId: string): MachineCard | undefined {
    const machineId = addressIn(sessionId)?.machineId;
    return machineId === undefined
      ? undefined
      : this.cards.find((card) => card.machineId === machineId);
  }
}
