import {
  machineSettingSchema,
  maxMachineName,
  maxMachines,
  settingKey,
  type MachineSetting,
  type MachinesWish,
} from '../../../shared/protocol/machines/setting';
import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import type { CallRepeater } from '../../link/repeatedCalls';
import { settingIds } from '../../manifest';
import type { Disposable } from '../../util/lifetime';
import type { Settings } from '../settings/budgetSetting';
import { readAccounts } from './accounts/accountsSetting';

export interface MachinesSettingParts {
  readonly settings: Settings;
  readonly repeatedCalls: CallRepeater<'setMachines'>;
  readonly say: (problem: string) => void;
  /** Name of this computer for people at the other machines. */
  readonly label: string;
}

/**
 * Sends the machines and config homes in the settings to the hub, now and after each change. An
 * invalid setting is reported once.
 */
export function followMachines({
  settings,
  repeatedCalls,
  say,
  label,
}: MachinesSettingParts): Disposable {
  const ids = [settingIds.machines, settingIds.configHomes] as const;
  const lastProblems = new Map<string, string>();
  const sayOnce = (id: string, problem: string): void => {
    if (problem !== lastProblems.get(id) && problem !== '') say(problem);
    lastProblems.set(id, problem);
  };
  const read = (): MachinesWish => {
    const { machines, problem } = readMachines(settings.get(settingIds.machines));
    const { homes, problem: homesProblem } = readAccounts(settings.get(settingIds.configHomes));
    sayOnce(settingIds.machines, problem);
    sayOnce(settingIds.configHomes, homesProblem);
    return { machines: [...machines], accounts: [...homes], label: label.slice(0, 200) };
  };
  const send = (): void => repeatedCalls.storeCall('setMachines', read());
  send();
  return settings.onDidChange((change) => {
    if (ids.some((id) => change.affectsConfiguration(id))) send();
  });
}

/**
 * All valid entries, and one sentence about the invalid ones; the sentence is empty if there are
 * none.
 */
export function readMachines(value: unknown): {
  readonly machines: readonly MachineSetting[];
  readonly problem: string;
} {
  if (value === undefined || value === null) return { machines: [], problem: '' };
  if (!Array.isArray(value)) {
    return { machines: [], problem: t('{0} must be a list of machines.', settingIds.machines) };
  }
  const machines = new Map<string, MachineSetting>();
  const wrong: string[] = [];
  for (const [index, line] of (value as readonly unknown[]).entries()) {
    const reason = problemOf(line);
    const { data } = machineSettingSchema.safeParse(line);
    if (reason !== undefined || data === undefined) {
      wrong.push(`${nameOf(line, index)}: ${reason ?? t('can’t be read')}`);
      continue;
    }
    const key = settingKey(data);
    if (machines.has(key)) wrong.push(`${nameOf(line, index)}: ${t('is there twice')}`);
    else if (machines.size === maxMachines) {
      wrong.push(t('only the first {0} machines count', maxMachines));
      break;
    } else machines.set(key, data);
  }
  return { machines: [...machines.values()], problem: problemText(wrong) };
}

function problemText(wrong: readonly string[]): string {
  if (wrong.length === 0) return '';
  const more = wrong.length > 3 ? [t('and {0} more', wrong.length - 3)] : [];
  const list = [...wrong.slice(0, 3), ...more].join('; ');
  return t('{0}: {1}. The other machines count.', settingIds.machines, list);
}

/** Why an entry is invalid, as the end of a sentence; undefined if it is valid. */
function problemOf(line: unknown): string | undefined {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) {
    return t('must be an object with ssh or command');
  }
  const { ssh, command } = line as { readonly ssh?: unknown; readonly command?: unknown };
  if (ssh === undefined && command === undefined) return t('needs ssh or command');
  if (ssh !== undefined && command !== undefined) return t('has both ssh and command');
  const read = machineSettingSchema.safeParse(line);
  if (read.success) return undefined;
  switch (read.error.issues[0]?.path[0]) {
    case 'ssh':
      return t('ssh must be a host such as gpu-box or me@gpu-box');
    case 'command':
      return t('command must be a list of words');
    case 'name':
      return t('name must have 1 to {0} characters', maxMachineName);
    default:
      return t('configHome must be a path');
  }
}

/** The name or host of an entry, if it has one, otherwise its position in the list. */
function nameOf(line: unknown, index: number): string {
  const { name, ssh } = Object(line) as { readonly name?: unknown; readonly ssh?: unknown };
  const foundName = [name, ssh].find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof foundName === 'string'
    ? plainTitle(foundName, maxMachineName)
    : t('machine {0}', index + 1);
}
