import { PowerOff } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { usePage } from '../../page';

/** After everything was removed: says so, and offers the way back. */
export function SwitchedOff() {
  const { board } = usePage();
  return (
    <main className="first-run" aria-labelledby="switched-off-heading">
      <PowerOff className="first-run-icon" aria-hidden="true" />
      <h2 id="switched-off-heading">{t('Mission Control is switched off')}</h2>
      <p>
        {t('Everything it wrote was removed, and it writes nothing more until you start it again.')}
      </p>
      <button type="button" className="primary" onClick={() => board.post({ type: 'startAgain' })}>
        {t('Start Again')}
      </button>
    </main>
  );
}
