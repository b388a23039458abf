import { language, t } from '../../../shared/words/l10n';
import type { PhoneState } from '../model';

/** The connection of a phone, as one word and a colour say it. */
export function connectionText(phase: PhoneState['phase'], isSilent: boolean): string {
  if (phase === 'offline') return t('Offline');
  if (phase !== 'live') return t('Connecting…');
  return isSilent ? t('Not connected…') : t('Live');
}

/** When the board that is shown was received: `10:42`, with the day where it is not today. */
export function boardTime(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return new Date(at).toLocaleString(language(), {
    ...(!isToday && { weekday: 'short', day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  });
}
