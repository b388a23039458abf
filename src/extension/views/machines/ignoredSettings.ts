import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { fieldsOf } from '../../../shared/text/fields';
import { settingIds } from '../../manifest';

/** Maximum size of a settings file, in bytes. */
const maxBytes = 1024 * 1024;

/** Settings that are not read from a workspace. */
const machineSettings = [settingIds.machines, settingIds.configHomes] as const;

/** A workspace settings file, as a path for people, with a setting that is ignored there. */
export interface IgnoredSetting {
  readonly file: string;
  readonly setting: (typeof machineSettings)[number];
}

/** The settings files of this window's workspace that contain machines or config homes. */
export async function ignoredMachineSettings(): Promise<readonly IgnoredSetting[]> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const folders = workspaceFolders.map(({ uri }) =>
    vscode.Uri.joinPath(uri, '.vscode/settings.json'),
  );
  // An untitled workspace was never saved, so it has no settings file.
  const isSaved = workspaceFile !== undefined && workspaceFile.scheme !== 'untitled';
  const files = isSaved ? [...folders, workspaceFile] : folders;
  const found = await Promise.all(
    files.map(async (uri) => {
      const file = vscode.workspace.asRelativePath(uri, folders.length > 1);
      return (await settingsIn(uri)).map((setting) => ({ file, setting }));
    }),
  );
  return found.flat();
}

/** Empty for a file that is missing or unreadable. */
async function settingsIn(file: vscode.Uri): Promise<readonly IgnoredSetting['setting'][]> {
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > maxBytes) return [];
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    return machineSettings.filter((id) => hasList(text, id));
  } catch {
    return [];
  }
}

/** True if settings contain the list; in a workspace file the settings are one level deeper. */
function hasList(text: string, id: string): boolean {
  const fields = fieldsOf(parse(text));
  return [fields, fieldsOf(fields['settings'])].some((one) => {
    const list = one[id];
    return Array.isArray(list) && list.length > 0;
  });
}
