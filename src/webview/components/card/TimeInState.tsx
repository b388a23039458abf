import { formatDuration } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { usePage } from '../../page';
import { useStore } from '../../store';

interface Props {
  /** ISO 8601. */
  readonly since: string;
  /** True for what is over: its time says how long ago. */
  readonly past: boolean;
}

/** Ticks with the page's clock, and is drawn again only when its text is another one. */
export function TimeInState({ since, past }: Props) {
  const start = Date.parse(since);
  const text = useStore(usePage().clock, (now) =>
    Number.isNaN(start) ? '' : formatDuration(now - start),
  );
  if (text === '') return null;
  return (
    <time
      className="time"
      dateTime={since}
      title={t('Since {0}', new Date(start).toLocaleString())}
    >
      {past ? t('{0} ago', text) : text}
    </time>
  );
}
