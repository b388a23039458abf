import * as os from 'node:os';
import * as vscode from 'vscode';
import {
  machineSettingSchema,
  maxMachineName,
  settingKey,
  sshHostSchema,
  type MachineSetting,
} from '../../../shared/protocol/machines/setting';
import { t } from '../../../shared/words/l10n';
import { LivePick, type RowItem } from '../livePick';
import { escapeIcons } from '../markdown';
import { commandWords } from './commandWords';
import { otherMachines } from './otherMachines';
import { sshHosts } from './sshHosts';

/** A machine that a person chose, with a proposed name. */
export interface ChosenMachine {
  readonly name: string;
  readonly setting: MachineSetting;
}

interface Item extends vscode.QuickPickItem {
  readonly chosen?: ChosenMachine;
  readonly ask?: () => Promise<ChosenMachine | undefined>;
}

const title = (): string => t('Add Machine');

/**
 * Lets a person choose a machine that was found, or enter the connection; undefined if cancelled,
 * or if they chose to add an account instead, which `addAccount` does.
 */
export async function askMachine(
  isKnown: (setting: MachineSetting) => boolean,
  addAccount: () => Promise<void>,
): Promise<ChosenMachine | undefined> {
  const pick = vscode.window.createQuickPick<RowItem<Item>>();
  pick.title = title();
  pick.placeholder = t('The machine whose sessions are to be on this board');
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.busy = true;
  const list = new LivePick<Item>(pick, { itemOf: (row) => row, keyOf: ({ label }) => label });
  const host = { label: `$(edit) ${t('Other Host…')}`, alwaysShow: true, ask: askHost };
  const byHand: readonly Item[] = [
    separator(t('By Hand')),
    host,
    { label: `$(terminal) ${t('Command…')}`, alwaysShow: true, ask: askCommand },
    {
      label: `$(account) ${t('Account on This Computer…')}`,
      alwaysShow: true,
      ask: async () => {
        await addAccount();
        return undefined;
      },
    },
  ];
  list.draw(byHand);
  void foundItems(isKnown).then((found) => {
    // Makes the first row active, unless the person has moved to another row meanwhile.
    const hasMoved = list.active !== undefined && list.active !== host;
    list.draw([...found, ...byHand], hasMoved ? '' : 'found');
    pick.busy = false;
  });
  const row = (await list.show())?.row;
  return row?.ask === undefined ? row?.chosen : row.ask();
}

/** Asks for the machine's name; undefined if cancelled. */
export function askName(name: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: title(),
    prompt: t('Its name on cards and in notifications'),
    value: name.slice(0, maxMachineName),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' || text.trim().length > maxMachineName
        ? t('A name has 1 to {0} characters.', maxMachineName)
        : undefined,
  });
}

async function foundItems(isKnown: (setting: MachineSetting) => boolean): Promise<readonly Item[]> {
  const [hosts, others] = await Promise.all([
    sshHosts(os.homedir()).catch(() => []),
    otherMachines(process.platform),
  ]);
  const ssh = hosts.map((name) => ({ name, setting: { ssh: name } }));
  const items = (all: readonly ChosenMachine[], icon: string): readonly Item[] =>
    all
      .filter(({ setting }) => !isKnown(setting))
      .map((chosen) => ({
        label: `$(${icon}) ${escapeIcons(chosen.name)}`,
        description: escapeIcons(chosen.setting.command?.join(' ') ?? ''),
        chosen,
      }));
  const groups = [
    { heading: t('Hosts of Your SSH Configuration'), items: items(ssh, 'remote') },
    {
      heading: t('WSL'),
      items: items(
        others.filter(({ kind }) => kind === 'wsl'),
        'terminal-linux',
      ),
    },
    {
      heading: t('Running Containers'),
      items: items(
        others.filter(({ kind }) => kind === 'container'),
        'package',
      ),
    },
  ];
  return groups.flatMap(({ heading, items: found }) =>
    found.length === 0 ? [] : [separator(heading), ...found],
  );
}

async function askHost(): Promise<ChosenMachine | undefined> {
  const problem = (text: string): string | undefined =>
    sshHostSchema.safeParse(text.trim()).success
      ? undefined
      : t(
          'A host such as gpu-box or me@gpu-box; what else SSH needs belongs in its configuration.',
        );
  const typed = await vscode.window.showInputBox({
    title: title(),
    prompt: t('The host, as you write it after ssh'),
    placeHolder: 'me@gpu-box',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? undefined : problem(text)),
  });
  const ssh = typed?.trim() ?? '';
  return ssh === '' || problem(ssh) !== undefined ? undefined : { name: ssh, setting: { ssh } };
}

async function askCommand(): Promise<ChosenMachine | undefined> {
  const settingOf = (text: string): MachineSetting | undefined => {
    const command = commandWords(text);
    return command && machineSettingSchema.safeParse({ command }).data;
  };
  const typed = await vscode.window.showInputBox({
    title: title(),
    prompt: t('A command that runs the words behind it there, with its input and output'),
    placeHolder: 'docker exec -i dev',
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' || settingOf(text) !== undefined
        ? undefined
        : t('A quote has no end, or a word is empty.'),
  });
  const setting = typed === undefined || typed.trim() === '' ? undefined : settingOf(typed);
  return setting && { name: setting.command?.at(-1) ?? '', setting };
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/**
 * Returns a function that checks whether an entry of the setting already has the same connection.
 */
export function machineMatcher(
  lines: readonly MachineSetting[],
): (setting: MachineSetting) => boolean {
  const keys = new Set(lines.map(settingKey));
  return (setting) => keys.has(settingKey(setting));
}
