import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { fieldsOf } from '../../../shared/text/fields';
import { settingIds } from '../../manifest';

/** A file of settings is not larger, in bytes. */
const maxBytes = 1024 * 1024;

/** The files of this window's workspace that have machines, as a person calls them. */
export async function filesWithMachines(): Promise<readonly string[]> {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const files = workspaceFolders.map(({ uri }) =>
    vscode.Uri.joinPath(uri, '.vscode/settings.json'),
  );
  const found = await Promise.all([
    ...files.map(async (file) => ((await hasMachines(file)) ? [file] : [])),
    // An untitled workspace file was never saved, so it has no settings.
    ...(workspaceFile === undefined || workspaceFile.scheme === 'untitled'
      ? []
      : [workspaceFile].map(async (file) => ((await hasMachines(file)) ? [file] : []))),
  ]);
  return found.flat().map((file) => vscode.workspace.asRelativePath(file, files.length > 1));
}

/** A file that is not there, or not to be read, has none. */
async function hasMachines(file: vscode.Uri): Promise<boolean> {
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > maxBytes) return false;
    return namesMachines(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  } catch {
    return false;
  }
}

/** True where settings name machines; a workspace file has its settings one level deeper. */
function namesMachines(text: string): boolean {
  const fields = fieldsOf(parse(text));
  return [fields, fieldsOf(fields['settings'])].some((one) => {
    const machines = one[settingIds.machines];
    return Array.isArray(machines) && machines.length > 0;
  });
}
