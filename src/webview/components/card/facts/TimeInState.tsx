import { formatDuration, formatExactTime } from '../../../../shared/words/format';
import { t } from '../../../../shared/words/l10n';
import { usePage } from '../../../page';
import { useStore } from '../../../store';

interface Props {
  /** Start of the state, ISO 8601. */
  readonly since: string;
  /** True for ended sessions: the text then says how long ago. */
  readonly past: boolean;
}

/** Time in the current state; rendered only when its text changes. */
export function TimeInState({ since, past }: Props) {
  const start = Date.parse(since);
  const { clock } = usePage();
  const text = useStore(clock, (now) => (Number.isNaN(start) ? '' : formatDuration(now - start)));
  if (text === '') return null;
  return (
    <time
      className="time small muted figure"
      dateTime={since}
      title={t('Since {0}', formatExactTime(since, clock.get()))}
    >
      {past ? t('{0} ago', text) : text}
    </time>
  );
}
