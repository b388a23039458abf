import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { missedLines, scheduledRunText } from '../../../shared/board/texts/scheduleText';
import { numbered } from '../../numbered';
import { useMinute } from '../../useMinute';

/** The session's missed runs, then its coming ones, the next one first, and when they start. */
export function ScheduledRuns({ session }: { readonly session: LiveSession }) {
  const now = useMinute();
  const missed = missedLines(session, now);
  const runTexts = (session.schedule ?? []).map((run) => scheduledRunText(run, now));
  return (
    <>
      <ul className="coming-runs">
        {numbered([...missed, ...runTexts]).map(({ id, value }) => (
          <li key={id} dir="auto">
            {value}
          </li>
        ))}
      </ul>
      <p className="muted">
        {t('Runs start only while Claude Code is open and the computer is awake.')}
      </p>
    </>
  );
}
