import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import type { BoardModel } from '../../link/boardModel';
import { commandIds, settingIds } from '../../manifest';
import { DisposableStore } from '../../util/lifetime';
import { escapeIcons } from '../markdown';
import { orSay } from '../orSay';
import { run } from '../typedCommands';
import type { MachineActions } from './machineActions';
import type { MachineLines } from './machineLines';
import { filesWithMachines } from './ignoredSettings';
import { machineNotes, type MachineNote } from './machineNotes';
import { actName, machineRow, type MachineAct, type MachineRow } from './machineRows';

interface Item extends vscode.QuickPickItem {
  readonly row?: MachineRow;
  readonly run?: () => void;
}

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
}

/** Lists the machines on the board with their states and actions while it is open. */
export function manageMachines({ board, lines, actions }: ManageMachinesParts): void {
  const lifetime = new DisposableStore();
  const pick = lifetime.add(vscode.window.createQuickPick<Item>());
  pick.title = t('Machines');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  let drawn = '';
  let ignored: readonly string[] = [];
  const draw = (): void => {
    const seen = { now: Date.now(), sessions: board.sessions };
    const rows = lines.cards.map((card) => machineRow(card, lines.withKey(card.key), seen));
    const notes = machineNotes({
      cards: lines.cards,
      lines: lines.all,
      ignored,
      isRemote: vscode.env.remoteName !== undefined,
    });
    const shown = JSON.stringify([rows, notes]);
    if (shown === drawn) return;
    drawn = shown;
    const [active] = pick.activeItems;
    pick.placeholder =
      rows.length === 0
        ? notes.some(({ isMissing }) => isMissing)
          ? t('No machine of a setting is on this board')
          : t('No other machine is on this board yet')
        : t('Select a machine to do what helps it most');
    const listed = [...rows.map(itemOf), ...notes.map(noteItem)];
    pick.items = [...listed, ...more(listed.length > 0)];
    // Keeps the active row when machines are added or removed.
    const same = active && pick.items.find((item) => isSame(item, active));
    if (same !== undefined) pick.activeItems = [same];
  };
  const act = (chosen: MachineAct, { key }: MachineRow): void => {
    const card = lines.cards.find((one) => one.key === key);
    // The list stays open for actions that show nothing else.
    if (chosen !== 'retry') pick.hide();
    if (card !== undefined) void orSay(() => actions.act(chosen, card));
  };
  lifetime.add(board.onDidChange(draw));
  lifetime.add(
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      const best = item?.row?.acts[0];
      if (item?.row !== undefined && best !== undefined && best !== 'remove') {
        return act(best, item.row);
      }
      pick.hide();
      return item?.row === undefined ? item?.run?.() : run(commandIds.openBoard);
    }),
  );
  lifetime.add(
    pick.onDidTriggerItemButton(({ item: { row }, button }) => {
      if (row !== undefined && button instanceof ActButton) act(button.act, row);
    }),
  );
  lifetime.add(pick.onDidHide(() => lifetime.dispose()));
  draw();
  pick.show();
  void filesWithMachines().then((files) => {
    ignored = files;
    draw();
  });
}

function noteItem({ label, detail, isMissing }: MachineNote): Item {
  return {
    label: escapeIcons(label),
    detail: escapeIcons(detail),
    iconPath: new vscode.ThemeIcon(isMissing ? 'warning' : 'info'),
    alwaysShow: true,
    run: openSettings,
  };
}

function itemOf(row: MachineRow): Item {
  return {
    row,
    label: escapeIcons(row.label),
    description: escapeIcons(row.description),
    ...(row.detail !== '' && { detail: escapeIcons(row.detail) }),
    iconPath: new vscode.ThemeIcon(row.codicon),
    buttons: row.acts.map((act) => new ActButton(act)),
  };
}

function more(hasRows: boolean): readonly Item[] {
  return [
    ...(hasRows ? [{ label: '', kind: vscode.QuickPickItemKind.Separator }] : []),
    {
      label: `$(add) ${t('Add Machine…')}`,
      alwaysShow: true,
      run: () => run(commandIds.addMachine),
    },
    { label: `$(gear) ${t('Open Settings')}`, alwaysShow: true, run: openSettings },
  ];
}

function openSettings(): void {
  void vscode.commands.executeCommand('workbench.action.openSettings', settingIds.machines);
}

function isSame(one: Item, other: Item): boolean {
  return one.row === undefined ? one.label === other.label : one.row.key === other.row?.key;
}
