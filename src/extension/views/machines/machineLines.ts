import { addressIn } from '../../../shared/protocol/machines/address';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import { settingKey, type MachineSetting } from '../../../shared/protocol/machines/setting';
import type { BoardModel } from '../../link/boardModel';
import { settingIds } from '../../manifest';
import type { Settings } from '../settings/budgetSetting';
import { readMachines } from './machinesSetting';

/** The lines of the setting, with their machines on the board. */
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

  /** Undefined for a machine that another editor put on the board. */
  withKey(key: string): MachineSetting | undefined {
    return this.all.find((line) => settingKey(line) === key);
  }

  /** The connection to a session's machine; undefined for this computer, and as in `withKey`. */
  lineOf(sessionId: string): MachineSetting | undefined {
    const card = this.cardOf(sessionId);
    return card && this.withKey(card.key);
  }

  /** The machine of a session by its address; undefined for this computer. */
  cardOf(sessionId: string): MachineCard | undefined {
    const machineId = addressIn(sessionId)?.machineId;
    return machineId === undefined
      ? undefined
      : this.cards.find((card) => card.machineId === machineId);
  }
}
