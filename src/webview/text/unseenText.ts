import { t } from '../../shared/words/l10n';
import type { Unseen } from '../../shared/request/seen';

/** Why a request cannot be allowed yet, and what to do about it; undefined where it can. */
export function unseenText(unseen: Unseen | undefined): string | undefined {
  switch (unseen) {
    case undefined:
      return undefined;
    case 'coming':
      return t('Reading all of the request…');
    case 'folded':
      return t('Show all of the request first. This button does so.');
    case 'outOfSight':
      return t('Scroll to the end of the request first. This button does so.');
  }
}
