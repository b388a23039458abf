import * as path from 'node:path';
import { t } from '../../../shared/words/l10n';
import { configHomeVariables } from '../../agents/claude/home/configHome';
import {
  findLaunchers,
  isOnPath,
  occupantOf,
  ownProgramFolders,
  recordLauncher,
  writeLauncher,
} from '../../commandLine/launcher/launcherFiles';
import { launcherName, launcherText } from '../../commandLine/launcher/launcherText';

/** The dialogs of the editor that the command shows. */
export interface InstallDialogs {
  /** Returns one of the suggested folders or a different one; undefined if the person cancelled. */
  chooseFolder(suggested: readonly SuggestedFolder[]): Promise<string | undefined>;
  /** Asks whether to replace a file that is no launcher of ours; true if so. */
  confirmReplace(file: string): Promise<boolean>;
  report(sentences: string): void;
}

export interface SuggestedFolder {
  readonly folder: string;
  /** True if the folder already has the tool, which is then updated. */
  readonly isInstalled: boolean;
}

export interface InstallPlace {
  readonly configHome: string;
  /** The bundle of the tool. */
  readonly script: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** The editor's Node. */
  readonly node: string;
}

/**
 * Writes the launcher of the command line tool to a folder that the person chooses, and records its
 * path in our folder for "Remove Everything".
 */
export async function installCommandLine(
  place: InstallPlace,
  dialogs: InstallDialogs,
): Promise<void> {
  const { configHome, script, home, env, platform, node } = place;
  const folder = await dialogs.chooseFolder(await suggestedFolders(place));
  if (folder === undefined) return;
  const file = path.join(folder, launcherName(platform));
  const occupant = await occupantOf(file);
  if (occupant === 'foreign' && !(await dialogs.confirmReplace(file))) return;
  const variables = configHomeVariables(configHome);
  await writeLauncher(file, launcherText({ node, script, variables, home }, platform));
  await recordLauncher(configHome, file);
  const done =
    occupant === 'ours'
      ? t('{0} is up to date.', file)
      : t('The command line tool is installed: {0}.', file);
  const name = 'mission-control';
  const usage = isOnPath(folder, env)
    ? t('Type “{0}” in a terminal.', `${name} status`)
    : t('Add {0} to your PATH to run it as “{1}”.', folder, name);
  const removal = t('To remove it, delete the file, or run Remove Everything.');
  dialogs.report([done, usage, removal].join(' '));
}

/** Folders with the tool, then the person's own folders for programs. */
async function suggestedFolders({
  configHome,
  home,
  env,
}: InstallPlace): Promise<readonly SuggestedFolder[]> {
  const installed = (await findLaunchers(configHome)).map((file) => path.dirname(file));
  const others = await ownProgramFolders(home, env);
  return [
    ...installed.map((folder) => ({ folder, isInstalled: true })),
    ...others
      .filter((folder) => !installed.includes(folder))
      .map((folder) => ({ folder, isInstalled: false })),
  ];
}
