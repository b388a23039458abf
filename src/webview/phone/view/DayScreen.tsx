import { useEffect, useRef } from 'react';
import { formatTokens, formatUsd } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { Lanes, Legend, useReport } from '../../components/board/DayView';
import { dayHeading, daySummary } from '../../day/dayText';
import { useAnswers, useBoard } from '../../page';

/** Today: how long the agents waited for the person, what it cost, and each session along the hours. */
export function DayScreen() {
  const report = useReport();
  const reason = useAnswers((state) => state.reasons.get('day'));
  const stale = useBoard((state) => state.connection !== 'live');
  const summary = useBoard((state) => state.summary);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="screen day" data-stale={stale} aria-label={t('Day')}>
      <h2 ref={heading} className="day-heading" tabIndex={-1}>
        {report === undefined ? t('Today') : dayHeading(report)}
      </h2>
      <p className="day-cost">
        <span className="figure">
          {formatUsd(summary.totalCostTodayUsd, summary.costTodayEstimated)}
        </span>{' '}
        <span className="muted figure">
          {formatTokens(summary.totalTokensToday)} {t('tokens')}
        </span>
      </p>
      {report === undefined ? (
        <p className="muted">{reason ?? t('Loading the day…')}</p>
      ) : report.lanes.length === 0 ? (
        <p className="muted">{t('No activity yet.')}</p>
      ) : (
        <>
          <p className="muted">{daySummary(report)}</p>
          <Legend />
          <Lanes report={report} />
        </>
      )}
    </main>
  );
}
