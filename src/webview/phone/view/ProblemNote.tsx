import { ShieldQuestionMark as ShieldQuestion, TriangleAlert, X } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { ToolButton } from '../../components/ToolButton';
import { usePhone, usePhoneState } from './phone';

/**
 * Shows the code with which a person at the computer confirms this phone, while its answers are not
 * accepted yet.
 */
export function ConfirmNote() {
  const code = usePhoneState((state) => state.code);
  const mustConfirm = usePhoneState((state) => state.mustConfirm) ?? false;
  if (!mustConfirm || code === undefined) return null;
  return (
    <section
      className="problem-note icon-text-end middle gap-12 rigid line-below note-size bright"
      aria-label={t('Confirm this phone')}
    >
      <ShieldQuestion className="icon amber icon-20" aria-hidden="true" />
      <p>
        {t(
          'This phone can’t answer until it is confirmed at the computer, in Manage Phones. Compare this code there:',
        )}{' '}
        <strong>
          <span className="visually-hidden">{code.replaceAll(/\S/gu, '$& ')}</span>
          <span aria-hidden="true">{code}</span>
        </strong>
      </p>
    </section>
  );
}

/**
 * Shows why something failed, or a problem while connected. The page's live region announces it as
 * well.
 */
export function ProblemNote() {
  const { model } = usePhone();
  const phase = usePhoneState((state) => state.phase);
  const problem = usePhoneState((state) => state.problem);
  // While offline, `OfflineNote` shows the problem.
  if (problem === undefined || phase === 'offline') return null;
  return (
    <section
      className="problem-note icon-text-end middle gap-12 rigid line-below note-size bright"
      aria-label={t('Problem')}
    >
      <TriangleAlert className="icon amber icon-20" aria-hidden="true" />
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
