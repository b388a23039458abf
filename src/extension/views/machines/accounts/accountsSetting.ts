import * as os from 'node:os';
import * as path from 'node:path';
import { maxAccounts } from '../../../../shared/protocol/machines/setting';
import { plainTitle } from '../../../../shared/text/plainText';
import { t } from '../../../../shared/words/l10n';
import { settingIds } from '../../../manifest';

export interface ReadAccounts {
  /** Absolute paths of the valid folders, in order. */
  readonly homes: readonly string[];
  /** A sentence about the invalid entries; empty if there are none. */
  readonly problem: string;
}

/** Reads the setting `missionControl.configHomes`, a list of folders in which `~` is allowed. */
export function readAccounts(value: unknown, userHome = os.homedir()): ReadAccounts {
  if (value === undefined || value === null) return { homes: [], problem: '' };
  if (!Array.isArray(value)) {
    return { homes: [], problem: t('{0} must be a list of folders.', settingIds.configHomes) };
  }
  const homes = new Set<string>();
  const wrong: string[] = [];
  for (const [index, entry] of (value as readonly unknown[]).entries()) {
    const home = accountHomeIn(entry, userHome);
    if (home === undefined) {
      const shown = typeof entry === 'string' ? plainTitle(entry, 80) : '';
      wrong.push(
        `${shown || t('entry {0}', index + 1)}: ${t('must be an absolute path or start with ~')}`,
      );
    } else if (homes.has(home)) wrong.push(`${plainTitle(home, 80)}: ${t('is there twice')}`);
    else if (homes.size === maxAccounts) {
      wrong.push(t('only the first {0} folders count', maxAccounts));
      break;
    } else homes.add(home);
  }
  return { homes: [...homes], problem: problemOf(wrong) };
}

/** The absolute path that an entry means; undefined for an invalid entry. */
export function accountHomeIn(entry: unknown, userHome = os.homedir()): string | undefined {
  if (typeof entry !== 'string' || entry.includes('\0') || entry.length > 4096) return undefined;
  const typed = entry.trim();
  const [, below] = /^~(?:[/\\](.*))?$/su.exec(typed) ?? [];
  const absolute = typed === '~' || below !== undefined ? path.join(userHome, below ?? '') : typed;
  return path.isAbsolute(absolute) ? path.resolve(absolute) : undefined;
}

function problemOf(wrong: readonly string[]): string {
  if (wrong.length === 0) return '';
  const more = wrong.length > 3 ? [t('and {0} more', wrong.length - 3)] : [];
  const list = [...wrong.slice(0, 3), ...more].join('; ');
  return t('{0}: {1}. The other folders count.', settingIds.configHomes, list);
}
