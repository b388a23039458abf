import * as vscode from 'vscode';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import { settingName, type MachineSetting } from '../../../shared/protocol/machines/setting';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import type { Calls } from '../../link/hubClient';
import type { WindowKeys } from '../../link/windowKeys';
import { escapeForNotification } from '../markdown';
import type { MachineLines } from './machineLines';
import type { MachineAct } from './machineRows';
import { typeInLocalTerminal } from './openRemoteTerminal';
import { removeAccount, removeMachine } from './writeMachines';

/** Timeout for copying in ms; connections may be slow. */
const copyMs = 5 * 60_000;

export interface MachineActionsParts {
  readonly hub: Calls<'retryMachine' | 'copyToMachine'>;
  readonly keys: Pick<WindowKeys, 'requestTrustOfMachine'>;
  readonly lines: Pick<MachineLines, 'withKey'>;
}

/** Performs a person's action on one machine. */
export class MachineActions {
  constructor(private readonly parts: MachineActionsParts) {}

  /** Performs the action. Rejects with a sentence for the person. */
  async act(act: MachineAct, card: MachineCard): Promise<void> {
    const { hub, lines } = this.parts;
    const line = lines.withKey(card.key);
    switch (act) {
      case 'retry':
        return hub.call('retryMachine', { key: card.key });
      case 'copy':
        if (line !== undefined && (await this.copy(line))) {
          await hub.call('retryMachine', { key: card.key });
        }
        return undefined;
      case 'terminal':
        if (line?.ssh !== undefined) await typeInLocalTerminal(card.name, `ssh ${line.ssh}`);
        return undefined;
      case 'ask':
        return this.requestAcceptance(card);
      case 'remove':
        return this.remove(card);
    }
  }

  /** Copies Mission Control to the machine after a confirmation; false if the person declines. */
  async copy(line: MachineSetting): Promise<boolean> {
    const name = plainTitle(settingName(line), 60);
    const copy = t('Copy');
    const answer = await vscode.window.showInformationMessage(
      t('Copy Mission Control to {0}?', name),
      {
        modal: true,
        detail: t(
          'Less than 1 MB goes into the folder mission-control beside Claude Code’s sessions there. Nothing else is changed, and no port is opened.',
        ),
      },
      copy,
    );
    if (answer !== copy) return false;
    const title = t('Copying Mission Control to {0}…', name);
    const location = vscode.ProgressLocation.Notification;
    await vscode.window.withProgress({ location, title }, () =>
      this.parts.hub.call('copyToMachine', line, AbortSignal.timeout(copyMs)),
    );
    return true;
  }

  /**
   * Requests acceptance by the machine's hub, and shows the code that a person types in a window on
   * the machine.
   */
  private async requestAcceptance({ key, name, account }: MachineCard): Promise<void> {
    const { appName } = vscode.env;
    const code = await this.parts.keys.requestTrustOfMachine(key, appName);
    const shown = escapeForNotification(plainTitle(name, 60));
    void vscode.window.showInformationMessage(
      account === undefined
        ? t('Code {1}: open a window on {0} and type it there.', shown, code)
        : t('Code {1}: type it in the editor that uses the account {0}.', shown, code),
      {
        modal: true,
        detail: t(
          'The window that answers there asks for it. From then on, decisions made here count there, too.',
        ),
      },
    );
  }

  private async remove({ key, name, account }: MachineCard): Promise<void> {
    const remove = t('Remove');
    const shown = plainTitle(name, 60);
    const answer = await vscode.window.showWarningMessage(
      t('Remove {0} from the board?', shown),
      {
        modal: true,
        detail:
          account === undefined
            ? t('Its sessions go on. What was copied there stays, and it can be added again.')
            : t(
                'Its sessions go on, and it can be added again. Hooks that are installed in {0} stay; Remove Hooks removes them before.',
                plainTitle(account, 120),
              ),
      },
      remove,
    );
    if (answer !== remove) return;
    if (await (account === undefined ? removeMachine(key) : removeAccount(account))) return;
    throw new Error(t('{0} is in the settings of another editor. Remove it there.', shown));
  }
}
