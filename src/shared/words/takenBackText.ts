import { t } from './l10n';

/** The line that stands for a branch that was taken back; its first prompt may have no words. */
export function takenBackText(prompt: string): string {
  return prompt === '' ? t('Taken back') : t('Taken back: {0}', prompt);
}
