import * as vscode from 'vscode';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { machineFaultText } from '../../../shared/words/machineFaultText';
import type { BoardModel } from '../../link/boardModel';
import { commandIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { escapeForNotification } from '../markdown';
import { warnOnError } from '../warnOnError';
import { run } from '../typedCommands';
import type { MachineActions } from './machineActions';
import type { MachineLines } from './machineLines';
import { actName, machineActs } from './machineRows';
import { updateReportedFaults, unknownFaults, type ReportedFaults } from './reportedFaults';

/** Key of the reported faults in the state that all windows of this editor share. */
const reportedFaultsKey = 'missionControl.toldMachineFaults';

export interface MachineNoticesParts {
  readonly board: BoardModel;
  readonly lines: MachineLines;
  readonly actions: MachineActions;
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
}

/** Reports faults that only a person can fix, once for each machine, in the focused window. */
export class MachineNotices implements Disposable {
  private readonly lifetime = new DisposableStore();

  constructor(private readonly parts: MachineNoticesParts) {
    this.lifetime.add(parts.board.onDidChange(() => this.checkMachines()));
    this.lifetime.add(vscode.window.onDidChangeWindowState(() => this.checkMachines()));
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** Records that the fault was already shown to the person. */
  markKnown(key: string, fault: string): void {
    this.remember({ ...this.memory, [key]: fault });
  }

  private get memory(): ReportedFaults {
    return this.parts.memory.get<ReportedFaults>(reportedFaultsKey) ?? {};
  }

  private checkMachines(): void {
    if (!vscode.window.state.focused) return;
    const { cards } = this.parts.lines;
    const before = this.memory;
    const news = unknownFaults(before, cards);
    const after = updateReportedFaults(before, cards);
    if (JSON.stringify(after) !== JSON.stringify(before)) this.remember(after);
    for (const card of news) void warnOnError(() => this.showNotice(card));
  }

  private remember(told: ReportedFaults): void {
    void this.parts.memory.update(reportedFaultsKey, told);
  }

  private async showNotice(card: MachineCard): Promise<void> {
    const { lines, actions } = this.parts;
    const { says, todo = '' } = machineFaultText(card);
    const [best] = machineActs(card, lines.withKey(card.key));
    const manage = t('Manage Machines…');
    const buttons = [...(best === undefined ? [] : [actName(best)]), manage];
    const message = t('{0}: {1}', plainTitle(card.name, 60), `${says} ${todo}`.trim());
    const answer = await vscode.window.showWarningMessage(
      escapeForNotification(message),
      ...buttons,
    );
    if (answer === manage) return run(commandIds.manageMachines);
    if (answer !== undefined && best !== undefined) await actions.act(best, card);
  }
}
