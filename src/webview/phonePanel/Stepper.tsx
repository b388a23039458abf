import type { PairingStep } from '../../shared/messages/phonePanelMessages';
import { t } from '../../shared/words/l10n';

/** Index of the step in the stepper. */
const stepIndexes: Readonly<Record<PairingStep['type'], number>> = {
  choose: 0,
  opening: 0,
  faulty: 0,
  scan: 1,
  over: 1,
  asking: 2,
  connected: 3,
};

/** The four steps of connecting a phone, with the current one marked. */
export function Stepper({ type }: { readonly type: PairingStep['type'] }) {
  const names = [t('Choose a way'), t('Scan'), t('Compare'), t('Connected')];
  const at = stepIndexes[type];
  return (
    <ol className="stepper flows" aria-label={t('Steps')}>
      {names.map((name, index) => (
        <li
          key={name}
          className="across-inline gap-7 muted"
          aria-current={index === at ? 'step' : undefined}
          data-done={index < at || type === 'connected'}
        >
          <span className="stepper-number small digits" aria-hidden="true">
            {index < at || type === 'connected' ? '✓' : index + 1}
          </span>
          {name}
          {index < at && <span className="visually-hidden"> {t('done')}</span>}
        </li>
      ))}
    </ol>
  );
}
