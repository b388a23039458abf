import { t } from '../../shared/words/l10n';
import { wayLook } from './wayText';
import type { PhoneWay } from '../../shared/messages/phonePanelMessages';

/** What failed while a way was opened. */
export function faultText(way: PhoneWay, code: string): string {
  if (code === 'badUrl') return t('This address can’t be used: it has to begin with https://.');
  return t('{0} could not be opened.', wayLook(way).name());
}

/** What is done now to open a way. */
export function openingText(way: PhoneWay, step: string | undefined): string {
  if (step === undefined) return t('Opening {0}…', wayLook(way).name());
  return t('Opening {0}: {1}', wayLook(way).name(), step);
}
