import * as vscode from 'vscode';
import {
  machineSettingSchema,
  settingKey,
  type MachineSetting,
} from '../../../shared/protocol/machines/setting';
import { settingIds } from '../../manifest';

/** Adds an entry to the setting, or replaces the entry with the same connection. */
export async function writeMachine(added: MachineSetting): Promise<void> {
  const key = settingKey(added);
  const lines = written();
  const at = lines.findIndex((line) => keyOf(line) === key);
  await write(at < 0 ? [...lines, added] : lines.with(at, added));
}

/** Removes an entry; false if none has the key. */
export async function removeMachine(key: string): Promise<boolean> {
  const lines = written();
  const remaining = lines.filter((line) => keyOf(line) !== key);
  if (remaining.length === lines.length) return false;
  await write(remaining);
  return true;
}

/**
 * The list in the settings. It includes invalid entries, so that they are written back unchanged.
 */
function written(): readonly unknown[] {
  const value = vscode.workspace.getConfiguration().get<unknown>(settingIds.machines);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function keyOf(line: unknown): string | undefined {
  const { data } = machineSettingSchema.safeParse(line);
  return data && settingKey(data);
}

async function write(lines: readonly unknown[]): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update(
      settingIds.machines,
      lines.length === 0 ? undefined : lines,
      vscode.ConfigurationTarget.Global,
    );
}
