import { criticalRemoval } from '../text/criticalRemoval';
import { t } from '../words/l10n';

/** Warning for a critical removal; empty for any other command. */
export function removalRisk(command: string): string {
  switch (criticalRemoval(command)) {
    case 'everything':
      return t('Deletes everything on the computer');
    case 'home':
      return t('Deletes a home folder');
    case 'system':
      return t('Deletes a folder of the system');
    case 'here':
      return t('Deletes everything in its working folder');
    case 'contents':
      return t('Deletes everything in a folder');
    case 'variable':
      return t('Deletes whatever a variable stands for');
    case undefined:
      return '';
  }
}
