import { t } from '../../shared/words/l10n';
import { useBoard, usePage } from '../page';
import { Button } from './Button';

/** How this editor is accepted by a person: a button to ask, then the code to type elsewhere. */
export function AcceptWays() {
  const { board } = usePage();
  const control = useBoard((state) => state.control);
  if (control.status !== 'stranger') return null;
  const { code } = control;
  return (
    <>
      <p className="accept-text">
        {code === undefined
          ? t(
              'Accept it in an editor that already answers, or by the code in the terminal that runs Mission Control.',
            )
          : t('Type this code in an editor that already answers:')}
        {code !== undefined && <code className="accept-code">{code}</code>}
      </p>
      {code === undefined && (
        <Button
          name={t('Ask to Be Accepted…')}
          action="askToAnswer"
          onClick={() => board.post({ type: 'askToAnswer' })}
        />
      )}
    </>
  );
}
