import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { formatPath } from '../../../../shared/words/format';
import { plainTitle } from '../../../../shared/text/plainText';
import { t } from '../../../../shared/words/l10n';
import { accountNames } from '../../../agents/claude/home/accountNames';
import { findHomes } from '../../../agents/claude/home/findHomes';
import { homeFault, type HomeFault } from '../../../agents/claude/home/homeFault';
import { commandIds } from '../../../manifest';
import { missionControlFolder } from '../../../util/files/missionControlFolder';
import { escapeForNotification, escapeIcons } from '../../markdown';
import { run } from '../../typedCommands';
import { writeAccount } from '../writeMachines';

export interface PromptForAccountParts {
  /** This window's own config home. */
  readonly configHome: string;
  /** The config homes in the setting. */
  readonly listed: () => readonly string[];
}

/** Name of our folder in a config home. */
const ownName = path.basename(missionControlFolder(''));

/** Asks for another config home, checks it and adds it to the setting. */
export async function promptForAccount({
  configHome,
  listed,
}: PromptForAccountParts): Promise<void> {
  const known = new Set([configHome, ...listed()]);
  const home = await promptForHome(known);
  if (home === undefined) return;
  if (known.has(home)) {
    throw new Error(t('{0} is on the board already.', plainTitle(home, 200)));
  }
  const fault = await homeFault(home, ownName);
  if (fault !== undefined && !(await confirmFault(home, fault))) return;
  await writeAccount(formatPath(home, os.homedir()));
  const [name = home] = accountNames([home, ...known]);
  const install = t('Install Hooks…');
  const message = t(
    'The account {0} is on the board. With hooks, you answer its sessions from here, too.',
    escapeForNotification(plainTitle(name, 60)),
  );
  if ((await vscode.window.showInformationMessage(message, install)) === install)
    run(commandIds.installHooks);
}

interface Item extends vscode.QuickPickItem {
  /** Undefined for the row that opens a dialog. */
  readonly home?: string;
}

async function promptForHome(known: ReadonlySet<string>): Promise<string | undefined> {
  const other: Item = { label: `$(folder-opened) ${t('Other Folder…')}`, alwaysShow: true };
  const picked = await vscode.window.showQuickPick<Item>(
    foundItems(known).then((items) => [...items, other]),
    {
      title: t('Add Account'),
      placeHolder: t('The config home of the account, which CLAUDE_CONFIG_DIR names'),
      matchOnDescription: true,
      ignoreFocusOut: true,
    },
  );
  if (picked === undefined || picked.home !== undefined) return picked?.home;
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      defaultUri: vscode.Uri.file(os.homedir()),
      openLabel: t('Add Account'),
    })) ?? [];
  return folder && path.resolve(folder.fsPath);
}

async function foundItems(known: ReadonlySet<string>): Promise<readonly Item[]> {
  const homes = (await findHomes(os.homedir(), ownName)).filter((home) => !known.has(home));
  const names = accountNames([...homes, ...known]);
  return homes.map((home, at) => ({
    home,
    label: `$(account) ${escapeIcons(names[at] ?? '')}`,
    description: escapeIcons(formatPath(home, os.homedir())),
  }));
}

/** Says why the folder can't be on the board yet, and asks whether to add it anyway. */
async function confirmFault(home: string, fault: HomeFault): Promise<boolean> {
  const folder = plainTitle(home, 200);
  const anyway = t('Add Anyway');
  const message =
    fault === 'unused'
      ? t('Claude Code has not used {0} yet.', folder)
      : t('{0} can’t be read.', folder);
  const detail = t('Its sessions are on the board as soon as they can be read.');
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(message, options, anyway)) === anyway;
}
