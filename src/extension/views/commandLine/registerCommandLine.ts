import * as os from 'node:os';
import * as vscode from 'vscode';
import { t } from '../../../shared/words/l10n';
import { commandIds } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import { escapeForNotification, escapeIcons } from '../markdown';
import { registerHandlers } from '../registerHandlers';
import { installCommandLine, type InstallDialogs } from './installCommandLine';

export interface CommandLineParts {
  readonly extensionUri: vscode.Uri;
  readonly configHome: string;
}

/** Registers the command that installs the command line tool. */
export function registerCommandLine({ extensionUri, configHome }: CommandLineParts): Disposable {
  const place = {
    configHome,
    script: vscode.Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath,
    home: os.homedir(),
    env: process.env,
    platform: process.platform,
    node: process.execPath,
  };
  return registerHandlers({
    [commandIds.installCommandLine]: () => installCommandLine(place, dialogs),
  });
}

const dialogs: InstallDialogs = {
  async chooseFolder(suggested) {
    if (suggested.length === 0) return pickFolder();
    const items = suggested.map(({ folder, isInstalled }) => ({
      label: escapeIcons(folder),
      description: isInstalled ? t('installed: bring it up to date') : t('on your PATH'),
      folder,
    }));
    const other = { label: t('Another Folder…'), description: '', folder: undefined };
    const title = t('Install Command Line Tool');
    const placeHolder = t('The folder for the program “mission-control”');
    const chosen = await vscode.window.showQuickPick([...items, other], { title, placeHolder });
    if (chosen === undefined) return undefined;
    return chosen.folder ?? pickFolder();
  },
  async confirmReplace(file) {
    const replace = t('Replace');
    const question = t('{0} already exists and is not from Mission Control. Replace it?', file);
    return (await vscode.window.showWarningMessage(question, { modal: true }, replace)) === replace;
  },
  report: (sentences) =>
    void vscode.window.showInformationMessage(escapeForNotification(sentences)),
};

/** Asks for a folder on the machine on which this window's extensions run. */
async function pickFolder(): Promise<string | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      defaultUri: vscode.Uri.file(os.homedir()),
      title: t('Install Command Line Tool'),
      openLabel: t('Install Here'),
    })) ?? [];
  return folder?.fsPath;
}
