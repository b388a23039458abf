import { t } from '../../shared/words/l10n';
import { useBoard, usePage } from '../page';
import { Button } from './Button';

/**
 * Lets a person allow this editor to answer requests: a button to ask for it, then the code to type
 * in an editor that already answers.
 */
export function AcceptEditor() {
  const { board } = usePage();
  const control = useBoard((state) => state.control);
  if (control.status !== 'stranger') return null;
  if (control.code !== undefined)
    return (
      <p className="accept-text">
        {t('Type this code in an editor that already answers:')}
        <code className="accept-code">{control.code}</code>
      </p>
    );
  return (
    <>
      <p className="accept-text">
        {t(
          'Accept it in an editor that already answers, or by the code in the terminal that runs Mission Control.',
        )}
      </p>
      <Button
        name={t('Ask to Be Accepted…')}
        action="askToAnswer"
        onClick={() => board.post({ type: 'askToAnswer' })}
      />
    </>
  );
}
