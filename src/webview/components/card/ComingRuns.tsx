import type { ScheduledRunCard } from '../../../shared/protocol/session/schedule';
import { scheduledRunText } from '../../../shared/board/scheduleText';
import { usePage } from '../../page';
import { useStore } from '../../store';

const minuteMs = 60_000;

/** The session's scheduled runs, the next one first. */
export function ComingRuns({ runs }: { readonly runs: readonly ScheduledRunCard[] }) {
  const now = useStore(usePage().clock, (at) => Math.floor(at / minuteMs) * minuteMs);
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
