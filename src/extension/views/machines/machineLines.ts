import { addressIn } from '../../../shared/protocol/machines/address';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import { settingKey, type MachineSetting } from '../../../shared/protocol/machines/setting';
import type { BoardModel } from '../../link/boardModel';
import { settingIds } from '../../manifest';
import type { Settings } from '../settings/budgetSetting';
import { readMachines } from './machinesSetting';

/** The entries ("lines") of the machines setting, with the cards of their machines on the board. */
export class MachineLines {
  constructor(
    private readonly settings: Pick<Settings, 'get'>,
    private readonly board: Pick<BoardModel, 'summary'>,
  ) {}

  get cards(): readonly MachineCard[] {
    return this.board.summary.machines ?? [];
  }

  get all(): readonly MachineSetting[] {
    return readMachines(this.settings.get(settingIds.machines)).machines;
  }

  /** The entry of a machine; undefined if the machine is only in the settings of another editor. */
  withKey(key: string): MachineSetting | undefined {
    return this.all.find((line) => settingKey(line) === key);
  }

  /** The entry of a session's machine; undefined for this computer, and if `withKey` finds none. */
  lineOf(sessionId: string): MachineSetting | undefined {
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
