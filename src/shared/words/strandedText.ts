import { counted, t } from './l10n';

/** Explains why stranded sessions are offered for resuming. */
export function strandedSentence(count: number): string {
  return count === 1
    ? t('A session was running when the machine or the editor stopped.')
    : t('Sessions were running when the machine or the editor stopped.');
}

/** Title of the action that resumes stranded sessions. */
export function resumeStrandedText(count: number): string {
  return counted(count, 'Resume Last Session…', 'Resume {0} Last Sessions…');
}
