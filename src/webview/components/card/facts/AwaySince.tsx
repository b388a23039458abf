import { formatMoment } from '../../../../shared/words/format';
import { t } from '../../../../shared/words/l10n';
import { machineText } from '../../../../shared/board/texts/machineText';
import type { LiveSession } from '../../../../shared/protocol/protocol';
import { usePage } from '../../../page';

interface Props {
  readonly session: LiveSession;
  /** Time of the last update, ISO 8601. */
  readonly away: string;
}

/**
 * The time since which the session's machine can't be reached, in place of the time in its state.
 */
export function AwaySince({ session, away }: Props) {
  const now = usePage().clock.get();
  return (
    <time
      className="time small muted figure"
      dateTime={away}
      title={machineText(session, now)?.tooltip}
    >
      <span className="visually-hidden">{t('away')} </span>
      {t('since {0}', formatMoment(Date.parse(away), now))}
    </time>
  );
}
