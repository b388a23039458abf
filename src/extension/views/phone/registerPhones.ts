import * as vscode from 'vscode';
import type { WindowPhones } from '../../link/windowPhones';
import { commandIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import { AskingPhone } from './askingPhone';
import { warnOfChangedPhones } from './changedPhone';
import { deskEditor } from './deskEditor';
import { PhoneDesk } from './phoneDesk';
import { PhonePanel } from './phonePanel';

export interface PhoneViewParts {
  readonly extensionUri: vscode.Uri;
  readonly phones: WindowPhones;
}

/** Registers the user interface for phones: the panel, its commands, and notifications. */
export function registerPhones({ extensionUri, phones }: PhoneViewParts): Disposable {
  const lifetime = new DisposableStore();
  const desk = lifetime.add(new PhoneDesk({ phones, editor: deskEditor }));
  const panel = lifetime.add(new PhonePanel({ extensionUri, desk }));
  lifetime.add(new AskingPhone({ phones, panel }));
  lifetime.add(warnOfChangedPhones({ phones, panel }));
  const { registerCommand } = vscode.commands;
  lifetime.add(registerCommand(commandIds.connectPhone, () => panel.show('connect')));
  lifetime.add(registerCommand(commandIds.managePhones, () => panel.show('manage')));
  return lifetime;
}
