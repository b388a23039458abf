import { t } from './l10n';

/** Label of a conversation branch that was rewound; its first prompt may have no text. */
export function rewoundLabel(prompt: string): string {
  return prompt === '' ? t('Taken back') : t('Taken back: {0}', prompt);
}
