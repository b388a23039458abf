import { t } from '../../shared/words/l10n';
import { useBoard, usePage } from '../page';
import { Button } from './Button';

/**
 * How a person accepts this editor: a button to request it, then the code to type in an accepted
 * editor.
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
