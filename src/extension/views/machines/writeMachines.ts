import * as vscode from 'vscode';
import {
  machineSettingSchema,
  settingKey,
  type MachineSetting,
} from '../../../shared/protocol/machines/setting';
import { settingIds } from '../../manifest';
import { accountHomeIn } from './accounts/accountsSetting';

type ListSetting = typeof settingIds.machines | typeof settingIds.configHomes;

/** Adds an entry to the setting, or replaces the entry with the same connection. */
export async function writeMachine(added: MachineSetting): Promise<void> {
  const key = settingKey(added);
  const lines = entriesOf(settingIds.machines);
  const at = lines.findIndex((line) => keyOf(line) === key);
  await write(settingIds.machines, at < 0 ? [...lines, added] : lines.with(at, added));
}

/** Removes an entry; false if none has the key. */
export async function removeMachine(key: string): Promise<boolean> {
  const lines = entriesOf(settingIds.machines);
  const remaining = lines.filter((line) => keyOf(line) !== key);
  if (remaining.length === lines.length) return false;
  await write(settingIds.machines, remaining);
  return true;
}

/** Adds a config home to its setting, as a path in which `~` is the home folder. */
export async function writeAccount(home: string): Promise<void> {
  await write(settingIds.configHomes, [...entriesOf(settingIds.configHomes), home]);
}

/** Removes a config home from its setting; false if none of the entries means it. */
export async function removeAccount(home: string): Promise<boolean> {
  const entries = entriesOf(settingIds.configHomes);
  const remaining = entries.filter((entry) => accountHomeIn(entry) !== home);
  if (remaining.length === entries.length) return false;
  await write(settingIds.configHomes, remaining);
  return true;
}

/**
 * The list in the settings. It includes invalid entries, so that they are written back unchanged.
 */
function entriesOf(id: ListSetting): readonly unknown[] {
  const value = vscode.workspace.getConfiguration().get<unknown>(id);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function keyOf(line: unknown): string | undefined {
  const { data } = machineSettingSchema.safeParse(line);
  return data && settingKey(data);
}

async function write(id: ListSetting, entries: readonly unknown[]): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update(id, entries.length === 0 ? undefined : entries, vscode.ConfigurationTarget.Global);
}
