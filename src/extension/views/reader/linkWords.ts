import { plainLine, plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { escapeForNotification } from '../markdown';

/** Says that a link was not opened. Its text is untrusted and might be rendered as a link again. */
export function unopenedText(href: string): string {
  return escapeForNotification(t('Not opened: {0}', plainLine(href, 120)));
}

export function missingFileText(file: string): string {
  return escapeForNotification(t('{0} doesn’t exist.', plainLine(file, 200)));
}

/** Names the machine of a file that no window here can open. */
export function fileElsewhereText(file: string, machine: string): string {
  return escapeForNotification(t('{0} is on {1}.', plainLine(file, 200), plainTitle(machine, 60)));
}
