import { TriangleAlert, X } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { ToolButton } from '../../components/ToolButton';
import { usePhone, usePhoneState } from './phone';

/** Says why something was not done, or what is wrong though the phone is connected. The page's live region says it, too. */
export function ProblemNote() {
  const { model } = usePhone();
  const phase = usePhoneState((state) => state.phase);
  const problem = usePhoneState((state) => state.problem);
  // Without a connection the other note says it.
  if (problem === undefined || phase === 'offline') return null;
  return (
    <section className="problem-note" aria-label={t('Problem')}>
      <TriangleAlert className="icon" aria-hidden="true" />
      <p>{problem}</p>
      <ToolButton
        name={t('Close')}
        Icon={X}
        data-action="closeProblem"
        onClick={() => model.closeProblem()}
      />
    </section>
  );
}
