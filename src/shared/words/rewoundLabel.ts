import { t } from './l10n';

/** Label of a branch that was taken back; its first prompt may have no words. */
export function rewoundLabel(prompt: string): string {
  return prompt === '' ? t('Taken back') : t('Taken back: {0}', prompt);
}
