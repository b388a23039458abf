import { language, t } from '../../../shared/words/l10n';
import type { PhoneState } from '../model';

/** Short text for the connection state of a phone. */
export function connectionText(phase: PhoneState['phase'], isSilent: boolean): string {
  if (phase === 'offline') return t('Offline');
  if (phase !== 'live') return t('Connecting…');
  return isSilent ? t('Not connected…') : t('Live');
}

/** Time at which the shown board was received: `10:42`, with the day if it was not today. */
export function boardTime(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return new Date(at).toLocaleString(language(), {
    ...(!isToday && { weekday: 'short', day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  });
}
