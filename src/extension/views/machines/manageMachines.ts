import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import { commandIds, settingIds } from '../../manifest';
import { LivePick, type Picked, type RowItem } from '../livePick';
import { escapeIcons } from '../markdown';
import { warnOnError } from '../warnOnError';
import { run } from '../typedCommands';
import type { MachineActions } from './machineActions';
import type { MachineLines } from './machineLines';
import { ignoredMachineSettings, type IgnoredSetting } from './ignoredSettings';
import { machineNotes, type MachineNote } from './machineNotes';
import { actName, machineRow, type MachineAct, type MachineRow } from './machineRows';

/**
 * A row of the list: a machine (with `key`), a note or command (with `opens`), or a separator
 * (without an icon).
 */
type Row = Pick<MachineRow, 'label'> &
  Partial<MachineRow> & { readonly opens?: 'add' | 'addAccount' | 'settings' };

const icons = {
  copy: 'cloud-upload',
  terminal: 'terminal',
  ask: 'key',
  retry: 'refresh',
  remove: 'trash',
} as const satisfies Record<MachineAct, string>;

class ActButton implements vscode.QuickInputButton {
  readonly iconPath: vscode.ThemeIcon;
  readonly tooltip: string;

  constructor(readonly act: MachineAct) {
    this.iconPath = new vscode.ThemeIcon(icons[act]);
    this.tooltip = actName(act);
  }
}

export interface ManageMachinesParts {
  readonly board: BoardModel;
  readonly lines: MachineLines;
  readonly actions: MachineActions;
  readonly addAccount: () => Promise<void>;
}

/** Lists the machines on the board with their states and actions while it is open. */
export async function manageMachines({
  board,
  lines,
  actions,
  addAccount,
}: ManageMachinesParts): Promise<void> {
  const pick = vscode.window.createQuickPick<RowItem<Row>>();
  pick.title = t('Machines');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const act = (chosen: MachineAct, key: string): void => {
    const card = lines.cards.find((one) => one.key === key);
    if (card !== undefined) void warnOnError(() => actions.act(chosen, card));
  };
  const list = new LivePick<Row>(pick, {
    itemOf,
    keyOf: ({ key, label }) => key ?? label,
    onPick(picked) {
      // The list stays open for a retry, because a retry opens no other dialog.
      if (picked.row?.key === undefined || actOf(picked) !== 'retry') return false;
      act('retry', picked.row.key);
      return true;
    },
  });
  let ignored: readonly IgnoredSetting[] = [];
  const draw = (): void => {
    const seen = { now: Date.now(), sessions: board.sessions };
    const rows = lines.cards.map((card) => machineRow(card, lines.withKey(card.key), seen));
    const notes = machineNotes({
      cards: lines.cards,
      lines: lines.all,
      ignored,
      isRemote: vscode.env.remoteName !== undefined,
    });
    pick.placeholder =
      rows.length === 0
        ? notes.some(({ isMissing }) => isMissing)
          ? t('No machine of a setting is on this board')
          : t('No other machine is on this board yet')
        : t('Select a machine to do what helps it most');
    list.draw([...rows, ...notes.map(noteRow), ...more(rows.length + notes.length > 0)]);
  };
  list.disposeWithList(board.onDidChange(draw));
  draw();
  void ignoredMachineSettings().then((found) => {
    ignored = found;
    draw();
  });
  const picked = await list.show();
  if (picked?.row === undefined) return;
  const { key, opens } = picked.row;
  const chosen = actOf(picked);
  if (key !== undefined && chosen !== undefined) act(chosen, key);
  else if (key !== undefined) run(commandIds.openBoard);
  else if (opens === 'add') run(commandIds.addMachine);
  else if (opens === 'addAccount') void warnOnError(addAccount);
  else if (opens === 'settings') openSettings();
}

/**
 * The action of the pressed button; Enter runs the most helpful action, but never removes a
 * machine.
 */
function actOf({ row, button }: Picked<Row>): MachineAct | undefined {
  if (button instanceof ActButton) return button.act;
  const best = row?.acts?.[0];
  return best === 'remove' ? undefined : best;
}

function noteRow({ label, detail, isMissing }: MachineNote): Row {
  return { codicon: isMissing ? 'warning' : 'info', label, detail, opens: 'settings' };
}

function itemOf({ label, description = '', detail = '', codicon, acts, opens }: Row) {
  return {
    label: escapeIcons(label),
    description: escapeIcons(description),
    ...(detail !== '' && { detail: escapeIcons(detail) }),
    ...(codicon === undefined
      ? { kind: vscode.QuickPickItemKind.Separator }
      : { iconPath: new vscode.ThemeIcon(codicon) }),
    ...(acts !== undefined && { buttons: acts.map((act) => new ActButton(act)) }),
    alwaysShow: opens !== undefined,
  };
}

function more(hasRows: boolean): readonly Row[] {
  return [
    ...(hasRows ? [{ label: '' }] : []),
    { codicon: 'add', label: t('Add Machine…'), opens: 'add' },
    { codicon: 'account', label: t('Add Account…'), opens: 'addAccount' },
    { codicon: 'gear', label: t('Open Settings'), opens: 'settings' },
  ];
}

function openSettings(): void {
  void vscode.commands.executeCommand('workbench.action.openSettings', settingIds.machines);
}
