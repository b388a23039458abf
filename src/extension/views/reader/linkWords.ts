import { plainLine, plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { escapeForNotification } from '../markdown';

/**
 * Message that a link was not opened. The link is escaped, because it is untrusted and could be
 * rendered as a link again.
 */
export function unopenedText(href: string): string {
  return escapeForNotification(t('Not opened: {0}', plainLine(href, 120)));
}

export function missingFileText(file: string): string {
  return escapeForNotification(t('{0} doesn’t exist.', plainLine(file, 200)));
}

/** Message with the machine of a file that can't be opened here. */
export function fileElsewhereText(file: string, machine: string): string {
  return escapeForNotification(t('{0} is on {1}.', plainLine(file, 200), plainTitle(machine, 60)));
}
