import type { ScheduledRunCard } from '../../../shared/protocol/session/schedule';
import { scheduledRunText } from '../../../shared/board/texts/scheduleText';
import { useMinute } from '../../useMinute';

/** The session's scheduled runs, the next one first. */
export function ComingRuns({ runs }: { readonly runs: readonly ScheduledRunCard[] }) {
  const now = useMinute();
  return (
    <ul className="coming-runs">
      {runs.map((run) => (
        <li key={run.id} dir="auto">
          {scheduledRunText(run, now)}
        </li>
      ))}
    </ul>
  );
}
