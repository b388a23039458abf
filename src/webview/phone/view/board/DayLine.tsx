import { ChevronRight } from 'lucide-react';
import { costToday } from '../../../../shared/board/texts/machineText';
import { t } from '../../../../shared/words/l10n';
import { useReport } from '../../../components/board/DayView';
import { dayHeading } from '../../../day/dayText';
import { useBoard } from '../../../page';
import { usePhone } from '../phone';

/** The day in one line: how long the agents waited for the person, and the cost. */
export function DayLine() {
  const report = useReport();
  const summary = useBoard((state) => state.summary);
  const { screens } = usePhone();
  return (
    <button
      type="button"
      className="day-line across gap-8 rigid wide rounder text-size muted"
      data-action="day"
      onClick={() => screens.open({ kind: 'day' })}
    >
      <span>{report === undefined ? t('Today') : dayHeading(report)}</span>
      <span className="text bold figure">{costToday(summary)}</span>
      <ChevronRight className="icon" aria-hidden="true" />
    </button>
  );
}
