import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { fieldsOf } from '../../../shared/text/fields';
import { settingIds } from '../../manifest';

/** Maximum size of a settings file, in bytes. */
const maxBytes = 1024 * 1024;

/** The settings files of this window's workspace that contain machines, as paths for people. */
export async function filesWithMachines(): Promise<readonly string[]> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const files = workspaceFolders.map(({ uri }) =>
    vscode.Uri.joinPath(uri, '.vscode/settings.json'),
  );
  const found = await Promise.all([
    ...files.map(async (file) => ((await hasMachines(file)) ? [file] : [])),
    // An untitled workspace was never saved, so it has no settings file.
    ...(workspaceFile === undefined || workspaceFile.scheme === 'untitled'
      ? []
      : [workspaceFile].map(async (file) => ((await hasMachines(file)) ? [file] : []))),
  ]);
  return found.flat().map((file) => vscode.workspace.asRelativePath(file, files.length > 1));
}

/** False for a file that is missing or unreadable. */
async function hasMachines(file: vscode.Uri): Promise<boolean> {
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > maxBytes) return false;
    return namesMachines(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  } catch {
    return false;
  }
}

/** True if settings contain machines; in a workspace file the settings are one level deeper. */
function namesMachines(text: string): boolean {
  const fields = fieldsOf(parse(text));
  return [fields, fieldsOf(fields['settings'])].some((one) => {
    const machines = one[settingIds.machines];
    return Array.isArray(machines) && machines.length > 0;
  });
}
