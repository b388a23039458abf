import * as vscode from 'vscode';
import type { BoardModel } from '../../link/boardModel';
import type { HubClient } from '../../link/hubClient';
import type { CallRepeater } from '../../link/repeatedCalls';
import type { WindowKeys } from '../../link/windowKeys';
import { commandIds, settingIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { warnOnError } from '../warnOnError';
import type { Settings } from '../settings/budgetSetting';
import { readAccounts } from './accounts/accountsSetting';
import { promptForAccount } from './accounts/promptForAccount';
import { addMachine } from './addMachine';
import { MachineActions } from './machineActions';
import type { MachineLines } from './machineLines';
import { MachineNotices } from './machineNotices';
import { followMachines } from './machinesSetting';
import { manageMachines } from './manageMachines';

export interface MachineViewParts {
  readonly board: BoardModel;
  readonly hub: HubClient<'window'>;
  readonly repeatedCalls: CallRepeater<'setMachines'>;
  readonly keys: WindowKeys;
  readonly settings: Settings;
  readonly lines: MachineLines;
  /** This window's own config home. */
  readonly configHome: string;
  readonly say: (problem: string) => void;
  /** Name of this computer for people at the other machines. */
  readonly label: string;
  /** State that all windows of this editor share. */
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
}

/** Registers the commands and notices for machines. */
export function registerMachines(parts: MachineViewParts): Disposable {
  const { board, hub, repeatedCalls, keys, settings, lines, configHome, say, label, memory } =
    parts;
  const lifetime = new DisposableStore();
  lifetime.add(followMachines({ settings, repeatedCalls, say, label }));
  const actions = new MachineActions({ hub, keys, lines });
  const notices = lifetime.add(new MachineNotices({ board, lines, actions, memory }));
  const onTold = (key: string, fault: string): void => notices.markKnown(key, fault);
  const listed = (): readonly string[] => readAccounts(settings.get(settingIds.configHomes)).homes;
  const addAccount = (): Promise<void> => promptForAccount({ configHome, listed });
  const handlers: Readonly<Record<string, () => Promise<void> | void>> = {
    [commandIds.manageMachines]: () => manageMachines({ board, lines, actions, addAccount }),
    [commandIds.addMachine]: () => addMachine({ hub, lines, actions, onTold, addAccount }),
  };
  for (const [id, handle] of Object.entries(handlers)) {
    lifetime.add(vscode.commands.registerCommand(id, () => warnOnError(handle)));
  }
  return lifetime;
}
