import { useEffect, useRef } from 'react';
import { costByMachine, costToday } from '../../../shared/board/texts/machineText';
import { formatTokens } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { UsedLimitsInFull } from '../../components/bar/UsedLimits';
import { Lanes, Legend, Missing, useReport } from '../../components/board/DayView';
import { dayHeading, daySummary } from '../../day/dayText';
import { usePhoneState } from './phone';
import { useAnswers, useBoard } from '../../page';

/** Today: how long the agents waited for the person, the cost, and each session over the hours. */
export function DayScreen() {
  const report = useReport();
  const reason = useAnswers((state) => state.reasons.get('day'));
  const stale = useBoard((state) => state.connection !== 'live');
  const summary = useBoard((state) => state.summary);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="screen day grows shrinks-down" data-stale={stale} aria-label={t('Day')}>
      <h2 ref={heading} className="day-heading bright bold" tabIndex={-1}>
        {report === undefined ? t('Today') : dayHeading(report)}
      </h2>
      <p className="day-cost">
        <span className="figure">{costToday(summary)}</span>{' '}
        <span className="muted figure">
          {formatTokens(summary.totalTokensToday)} {t('tokens')}
        </span>
      </p>
      <CostByMachine />
      <UsedLimitsInFull />
      {report === undefined ? (
        <p className="muted">{reason ?? t('Loading the day…')}</p>
      ) : (
        <>
          <p className="muted">
            {report.lanes.length === 0 ? t('No activity yet.') : daySummary(report)}
          </p>
          <Missing machines={report.missing} />
        </>
      )}
      {report !== undefined && report.lanes.length > 0 && (
        <>
          <Legend />
          <Lanes report={report} />
        </>
      )}
    </main>
  );
}

/** Today's cost of each machine, if there are several. */
function CostByMachine() {
  const summary = useBoard((state) => state.summary);
  const machine = usePhoneState((state) => state.machine);
  const costs = costByMachine(summary, machine);
  if (costs.length === 0) return null;
  return (
    <ul className="grid gap-4" aria-label={t('Cost by machine')}>
      {costs.map(({ key, name, cost }) => (
        <li key={key} className="flex apart gap-12">
          <span className="ellipsis">{name}</span> <span className="figure">{cost}</span>
        </li>
      ))}
    </ul>
  );
}
